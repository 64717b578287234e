import path from 'node:path';
import { isRecord } from '../http/input.ts';
import type { AudioFile, Chapter, EbookFile, LibraryFile } from '../items/files.types.ts';
import { createItemRepository } from '../items/items.repo.ts';
import type { Episode, Item, ItemBase } from '../items/model.ts';
import { defaultLibrarySettings } from '../store/libraries.repo.ts';
import type { Store } from '../store/index.ts';
import type { Report } from './report.ts';
import { flag, list, number, record, text, texts, time, timesOf, type Row, type Source } from './source.ts';

/** Where files of the other server are here: the folders of its libraries, and its own pictures. */
export interface Places {
  /** The path here of a path there. */
  media(file: string): string;
  /** The path here of a picture there, null when the backup does not have it. */
  picture(file: string): string | null;
}

const group = (rows: readonly Row[], key: string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const of = String(row[key]);
    const known = groups.get(of);
    if (known) known.push(row);
    else groups.set(of, [row]);
  }
  return groups;
};
const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [String(row['id']), row]));

export function importLibraries(source: Source, store: Store, places: Places, report: Report): void {
  const folders = group(source.rows('libraryFolders'), 'libraryId');
  for (const row of source.rows('libraries')) {
    const id = String(row['id']);
    const mediaType = row['mediaType'] === 'podcast' ? 'podcast' : 'book';
    const defaults = defaultLibrarySettings(mediaType);
    const theirs = record(row['settings']);
    const settings = Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [
        key,
        key in theirs && (value === null || typeof theirs[key] === typeof value) ? theirs[key] : value,
      ]),
    ) as unknown as typeof defaults;
    const createdAt = time(row['createdAt']) ?? Date.now();
    store.libraries.save({
      id,
      name: text(row['name']) ?? id,
      folders: (folders.get(id) ?? []).map((folder) => ({
        id: String(folder['id']),
        fullPath: places.media(text(folder['path']) ?? ''),
        libraryId: id,
        addedAt: time(folder['createdAt']) ?? createdAt,
      })),
      displayOrder: number(row['displayOrder'], 1),
      icon: text(row['icon']) ?? 'database',
      mediaType,
      provider: text(row['provider']) ?? (mediaType === 'book' ? 'google' : 'itunes'),
      settings,
      lastScan: time(row['lastScan']),
      lastScanVersion: null,
      createdAt,
      lastUpdate: time(row['updatedAt']) ?? createdAt,
    });
    report.took('libraries');
  }
}

/** Authors and series with their ids, texts and pictures; two that differ by case only become one. */
export function importNames(source: Source, store: Store, places: Places, report: Report): void {
  for (const table of ['authors', 'series'] as const) {
    for (const row of source.rows(table)) {
      const name = text(row['name']);
      const { addedAt, updatedAt } = timesOf(row);
      const own =
        table === 'authors'
          ? {
              lastFirst: text(row['lastFirst']) ?? name,
              asin: text(row['asin']),
              description: text(row['description']),
              imagePath: places.picture(text(row['imagePath']) ?? ''),
            }
          : { nameIgnorePrefix: text(row['nameIgnorePrefix']) ?? name, description: text(row['description']) };
      const columns = Object.keys(own);
      const added =
        name === null || name === ''
          ? 0
          : store.database.run(
              `INSERT INTO ${table} (id, libraryId, name, addedAt, updatedAt, ${columns.join(', ')})
               SELECT ?, id, ?, ?, ?, ${columns.map(() => '?').join(', ')} FROM libraries WHERE id = ? ON CONFLICT DO NOTHING`,
              String(row['id']),
              name,
              addedAt,
              updatedAt,
              ...Object.values(own),
              text(row['libraryId']),
            );
      if (added > 0) report.took(table);
      else report.left(table, name ?? String(row['id']));
    }
  }
}

/** Every item with its files, chapters, tags and episodes; ids stay. */
export function importItems(
  source: Source,
  store: Store,
  places: Places,
  prefixes: readonly string[],
  report: Report,
): void {
  const items = createItemRepository(store.database, () => prefixes);
  const [books, podcasts] = [byId(source.rows('books')), byId(source.rows('podcasts'))];
  const [authors, series] = [byId(source.rows('authors')), byId(source.rows('series'))];
  const links = {
    authors: group(source.rows('bookAuthors', 'createdAt'), 'bookId'),
    series: group(source.rows('bookSeries', 'createdAt'), 'bookId'),
  };
  const episodes = group(source.rows('podcastEpisodes', 'createdAt'), 'podcastId');
  const known = new Set(store.libraries.all().flatMap(({ folders }) => folders.map(({ id }) => id)));
  const files = fileReader(places);
  for (const row of source.rows('libraryItems')) {
    const mediaId = String(row['mediaId']);
    const media = (row['mediaType'] === 'podcast' ? podcasts : books).get(mediaId);
    const title = text(media?.['title']) ?? text(row['relPath']) ?? '';
    if (!media || !known.has(String(row['libraryFolderId']))) {
      report.left('items', title || String(row['id']));
      continue;
    }
    const base: ItemBase = {
      id: String(row['id']),
      mediaId,
      libraryId: String(row['libraryId']),
      folderId: String(row['libraryFolderId']),
      ino: text(row['ino']) ?? '',
      path: places.media(text(row['path']) ?? ''),
      relPath: text(row['relPath']) ?? '',
      isFile: flag(row['isFile']),
      isMissing: flag(row['isMissing']),
      isInvalid: flag(row['isInvalid']),
      mtimeMs: time(row['mtime']) ?? 0,
      ctimeMs: time(row['ctime']) ?? 0,
      birthtimeMs: time(row['birthtime']) ?? 0,
      ...timesOf(row),
      lastScan: time(row['lastScan']),
      scanVersion: null,
      coverPath: places.picture(text(media['coverPath']) ?? ''),
      tags: texts(media['tags']),
      libraryFiles: files<LibraryFile>(row['libraryFiles']),
    };
    if (text(media['coverPath']) !== null && base.coverPath === null) report.left('covers', title);
    /** The names that a book is linked to, with the other columns of the link. */
    const named = <More extends object>(
      linked: Map<string, Row[]>,
      rows: Map<string, Row>,
      key: string,
      moreOf: (link: Row) => More,
    ) =>
      (linked.get(mediaId) ?? []).flatMap((link) => {
        const name = text(rows.get(String(link[key]))?.['name']);
        return name ? [{ id: '', name, ...moreOf(link) }] : [];
      });
    const common = {
      title,
      description: text(media['description']),
      genres: texts(media['genres']),
      language: text(media['language']),
      explicit: flag(media['explicit']),
    };
    const item: Item =
      row['mediaType'] === 'podcast'
        ? {
            ...base,
            mediaType: 'podcast',
            metadata: {
              ...common,
              author: text(media['author']),
              releaseDate: text(media['releaseDate']),
              feedUrl: text(media['feedURL']),
              imageUrl: text(media['imageURL']),
              itunesPageUrl: text(media['itunesPageURL']),
              itunesId: text(media['itunesId']),
              itunesArtistId: text(media['itunesArtistId']),
              type: text(media['podcastType']),
            },
            options: {
              autoDownloadEpisodes: flag(media['autoDownloadEpisodes']),
              autoDownloadSchedule: text(media['autoDownloadSchedule']),
              lastEpisodeCheck: time(media['lastEpisodeCheck']),
              maxEpisodesToKeep: number(media['maxEpisodesToKeep']),
              maxNewEpisodesToDownload: number(media['maxNewEpisodesToDownload'], 3),
            },
            episodes: (episodes.get(mediaId) ?? []).map((episode) => episodeOf(episode, files)),
          }
        : {
            ...base,
            mediaType: 'book',
            metadata: {
              ...common,
              subtitle: text(media['subtitle']),
              authors: named(links.authors, authors, 'authorId', () => ({})),
              narrators: texts(media['narrators']),
              series: named(links.series, series, 'seriesId', (link) => ({ sequence: text(link['sequence']) })),
              publishedYear: text(media['publishedYear']),
              publishedDate: text(media['publishedDate']),
              publisher: text(media['publisher']),
              isbn: text(media['isbn']),
              asin: text(media['asin']),
              abridged: flag(media['abridged']),
            },
            audioFiles: files<AudioFile>(media['audioFiles']),
            chapters: chaptersOf(media['chapters']),
            ebookFile: files<EbookFile>([record(media['ebookFile'])])[0] ?? null,
          };
    const isTwin = items.byPath(base.libraryId, base.path) !== undefined;
    if (isTwin) report.left('items', title);
    else {
      items.save(item);
      report.took('items');
      if (item.mediaType === 'podcast') report.took('episodes', item.episodes.length);
    }
  }
}

type Files = <File>(value: unknown) => File[];

/** Reads lists of files, stored there as the API shows them; entries without a path are left out. */
const fileReader =
  (places: Places): Files =>
  <File>(value: unknown) =>
    list(value).flatMap((file) => {
      const metadata = isRecord(file) && isRecord(file['metadata']) ? file['metadata'] : {};
      if (!isRecord(file) || typeof metadata['path'] !== 'string') return [];
      const place = places.media(metadata['path']);
      return [{ ...file, metadata: { ...metadata, path: place, filename: path.basename(place) } } as File];
    });

const chaptersOf = (value: unknown): Chapter[] =>
  list(value).flatMap((chapter, id) =>
    isRecord(chapter)
      ? [{ id, start: number(chapter['start']), end: number(chapter['end']), title: text(chapter['title']) ?? '' }]
      : [],
  );

function episodeOf(row: Row, files: Files): Episode {
  const url = text(row['enclosureURL']);
  return {
    id: String(row['id']),
    season: text(row['season']),
    episode: text(row['episode']),
    episodeType: text(row['episodeType']),
    title: text(row['title']) ?? '',
    subtitle: text(row['subtitle']),
    description: text(row['description']),
    pubDate: text(row['pubDate']),
    publishedAt: time(row['publishedAt']),
    guid: text(record(row['extraData'])['guid']),
    enclosure:
      url === null
        ? null
        : { url, type: text(row['enclosureType']) ?? '', length: String(number(row['enclosureSize'])) },
    chapters: chaptersOf(row['chapters']),
    audioFile: files<AudioFile>([record(row['audioFile'])])[0] ?? null,
    ...timesOf(row),
  };
}
