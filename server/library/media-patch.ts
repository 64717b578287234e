import type { output } from 'zod/v4/core';
import type { mediaChange } from '../../src/schemas/requests/items.ts';
import { sanitiseHtml } from '../items/html.ts';
import type {
  BookItem,
  BookMetadata,
  Item,
  NamedRef,
  PodcastItem,
  PodcastMetadata,
  SeriesRef,
} from '../items/model.ts';

/** The accepted part of `PATCH /api/items/:id/media`. */

type MediaChange = output<typeof mediaChange>;
type Metadata = NonNullable<MediaChange['metadata']>;

const distinct = (texts: readonly string[] | undefined): string[] | undefined =>
  texts && [...new Set(texts.map((entry) => entry.trim()).filter(Boolean))];

/** Assigns the texts that were sent; an empty one is null. Descriptions are sanitised. */
function assignTexts<T extends object, Key extends keyof T & keyof Metadata>(
  target: T,
  source: Pick<Metadata, Key>,
  keys: readonly Key[],
): T {
  const changes = keys.flatMap((key) => {
    const text = source[key] as string | null | undefined;
    if (text === undefined) return [];
    return [[key, text === '' || text === null ? null : key === 'description' ? sanitiseHtml(text) : text]];
  });
  return { ...target, ...Object.fromEntries(changes) };
}

const namedRef = ({ name }: { name: string }): NamedRef => ({ id: '', name });
const seriesRef = ({ name, sequence }: { name: string; sequence?: string | null }): SeriesRef => ({
  id: '',
  name,
  sequence: sequence?.trim() || null,
});

function patchBook(item: BookItem, source: Metadata): BookItem {
  const metadata: BookMetadata = assignTexts(item.metadata, source, [
    'subtitle',
    'description',
    'publishedYear',
    'publishedDate',
    'publisher',
    'language',
    'isbn',
    'asin',
  ]);
  return {
    ...item,
    metadata: {
      ...metadata,
      title: source.title?.trim() || metadata.title,
      narrators: distinct(source.narrators) ?? metadata.narrators,
      genres: distinct(source.genres) ?? metadata.genres,
      authors: source.authors?.map(namedRef) ?? metadata.authors,
      series: source.series?.map(seriesRef) ?? metadata.series,
      explicit: source.explicit ?? metadata.explicit,
      abridged: source.abridged ?? metadata.abridged,
    },
  };
}

/** The texts of a podcast besides its title. */
export const podcastTexts = [
  'author',
  'description',
  'releaseDate',
  'feedUrl',
  'imageUrl',
  'itunesPageUrl',
  'itunesId',
  'itunesArtistId',
  'language',
  'type',
] as const satisfies readonly (keyof PodcastMetadata)[];

function patchPodcast(item: PodcastItem, source: Metadata, change: MediaChange): PodcastItem {
  const metadata: PodcastMetadata = assignTexts(item.metadata, source, podcastTexts);
  const { options } = item;
  return {
    ...item,
    options: {
      autoDownloadEpisodes: change.autoDownloadEpisodes ?? options.autoDownloadEpisodes,
      autoDownloadSchedule: change.autoDownloadSchedule ?? options.autoDownloadSchedule,
      lastEpisodeCheck: change.lastEpisodeCheck ?? options.lastEpisodeCheck,
      maxEpisodesToKeep: change.maxEpisodesToKeep ?? options.maxEpisodesToKeep,
      maxNewEpisodesToDownload: change.maxNewEpisodesToDownload ?? options.maxNewEpisodesToDownload,
    },
    metadata: {
      ...metadata,
      title: source.title?.trim() || metadata.title,
      genres: distinct(source.genres) ?? metadata.genres,
      explicit: source.explicit ?? metadata.explicit,
    },
  };
}

/** Only names and sequences of authors and series count: their ids follow from the names. */
function comparable(item: Item): string {
  if (item.mediaType === 'podcast') return JSON.stringify(item);
  const authors = item.metadata.authors.map(({ name }) => name);
  const series = item.metadata.series.map(({ name, sequence }) => [name, sequence]);
  return JSON.stringify({ ...item, metadata: { ...item.metadata, authors, series } });
}

/** The item with the changes of a body, and whether there are any. */
export function patchMedia(item: Item, change: MediaChange): { item: Item; updated: boolean } {
  const source = change.metadata ?? {};
  const patched = item.mediaType === 'book' ? patchBook(item, source) : patchPodcast(item, source, change);
  const next: Item = { ...patched, tags: distinct(change.tags) ?? item.tags };
  return { item: next, updated: comparable(next) !== comparable(item) };
}
