import { isRecord } from '../http/input.ts';
import { sanitiseHtml } from './html.ts';
import type { BookItem, BookMetadata, Item, NamedRef, PodcastItem, PodcastMetadata, SeriesRef } from './model.ts';

/** `PATCH /api/items/:id/media`: what of a body is taken over. Values of a wrong type are ignored, numbers become text. */

const textList = (value: unknown): string[] | undefined => {
  if (!Array.isArray(value) || !value.every((entry): entry is string => typeof entry === 'string')) return undefined;
  return [...new Set(value.map((entry) => entry.trim()).filter(Boolean))];
};

/** The text of a member; null empties it, undefined leaves it. */
function textMember(source: Record<string, unknown>, key: string): string | null | undefined {
  const value = source[key];
  if (value === null || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

function assignTexts<T extends object>(target: T, source: Record<string, unknown>, keys: readonly (keyof T & string)[]): T {
  const changes = keys.flatMap((key) => {
    const value = textMember(source, key);
    return value === undefined ? [] : [[key, key === 'description' && value !== null ? sanitiseHtml(value) : value]];
  });
  return { ...target, ...Object.fromEntries(changes) };
}

function namedList(value: unknown): Record<string, unknown>[] | undefined {
  return Array.isArray(value) ? value.filter(isRecord).filter((entry) => typeof entry['name'] === 'string' && entry['name'].trim() !== '') : undefined;
}

function authorsIn(value: unknown): NamedRef[] | undefined {
  return namedList(value)?.map((entry) => ({ id: '', name: String(entry['name']).trim() }));
}

function seriesIn(value: unknown): SeriesRef[] | undefined {
  return namedList(value)?.map((entry) => ({ id: '', name: String(entry['name']).trim(), sequence: textMember(entry, 'sequence')?.trim() || null }));
}

function patchBook(item: BookItem, source: Record<string, unknown>): BookItem {
  const { title, explicit, abridged } = source;
  const metadata = assignTexts<BookMetadata>(
    item.metadata, source, ['subtitle', 'description', 'publishedYear', 'publishedDate', 'publisher', 'language', 'isbn', 'asin'],
  );
  const newTitle = typeof title === 'number' ? String(title) : typeof title === 'string' ? title.trim() : '';
  return {
    ...item,
    metadata: {
      ...metadata, title: newTitle || metadata.title, narrators: textList(source['narrators']) ?? metadata.narrators,
      genres: textList(source['genres']) ?? metadata.genres, authors: authorsIn(source['authors']) ?? metadata.authors,
      series: seriesIn(source['series']) ?? metadata.series,
      explicit: typeof explicit === 'boolean' ? explicit : metadata.explicit, abridged: typeof abridged === 'boolean' ? abridged : metadata.abridged,
    },
  };
}

function patchPodcast(item: PodcastItem, source: Record<string, unknown>, body: Record<string, unknown>): PodcastItem {
  const { title, explicit } = source;
  const metadata = assignTexts<PodcastMetadata>(
    item.metadata, source,
    ['author', 'description', 'releaseDate', 'feedUrl', 'imageUrl', 'itunesPageUrl', 'itunesId', 'itunesArtistId', 'language', 'type'],
  );
  const newTitle = typeof title === 'number' ? String(title) : typeof title === 'string' ? title.trim() : '';
  const options = { ...item.options };
  if (typeof body['autoDownloadEpisodes'] === 'boolean') options.autoDownloadEpisodes = body['autoDownloadEpisodes'];
  if (typeof body['autoDownloadSchedule'] === 'string') options.autoDownloadSchedule = body['autoDownloadSchedule'];
  for (const key of ['maxEpisodesToKeep', 'maxNewEpisodesToDownload', 'lastEpisodeCheck'] as const) {
    const value = body[key];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) options[key] = value;
  }
  return {
    ...item, options,
    metadata: {
      ...metadata, title: newTitle || metadata.title, genres: textList(source['genres']) ?? metadata.genres,
      explicit: typeof explicit === 'boolean' ? explicit : metadata.explicit,
    },
  };
}

/** Of authors and series only names and sequences count: their ids follow from the names. */
function comparable(item: Item): string {
  if (item.mediaType === 'podcast') return JSON.stringify(item);
  const authors = item.metadata.authors.map(({ name }) => name);
  const series = item.metadata.series.map(({ name, sequence }) => [name, sequence]);
  return JSON.stringify({ ...item, metadata: { ...item.metadata, authors, series } });
}

/** The item with the changes of a body, and whether there are any. */
export function patchMedia(item: Item, body: Record<string, unknown>): { item: Item; updated: boolean } {
  const source = isRecord(body['metadata']) ? body['metadata'] : {};
  const patched = item.mediaType === 'book' ? patchBook(item, source) : patchPodcast(item, source, body);
  const next: Item = { ...patched, tags: textList(body['tags']) ?? item.tags };
  return { item: next, updated: comparable(next) !== comparable(item) };
}
