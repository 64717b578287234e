import { randomUUID } from 'node:crypto';
import { moveTitlePrefix } from './names.ts';
import { fromJson, marks, toJson, type Database, type SqlValue } from '../store/database.ts';
import { baseOf, derivedNames, fileSize, storedMedia, type ItemRow, type StoredMedia } from './item-json.ts';
import { createNamesRepository } from './names.repo.ts';
import {
  playableFiles,
  type BookItem,
  type BookMetadata,
  type Episode,
  type Item,
  type ItemBase,
  type PodcastItem,
  type PodcastMetadata,
  type PodcastOptions,
} from './model.ts';

type FullRow = ItemRow & { lastScan: number | null; scanVersion: string | null; coverPath: string | null };
interface FilesRow {
  audioFiles: string;
  chapters: string;
  ebookFile: string | null;
  libraryFiles: string;
}
type EpisodeRow = Omit<Episode, 'chapters' | 'audioFile' | 'enclosure'> & {
  chapters: string;
  audioFile: string | null;
  enclosure: string | null;
};

type Row = Readonly<Record<string, SqlValue>>;

/** The value as SQLite returns it. */
const asStored = (value: SqlValue): SqlValue => (typeof value === 'boolean' ? Number(value) : value);

/**
 * Writes a whole new row, or the columns of a known one that differ. Table and columns are written in this file, values
 * are bound.
 */
function write(database: Database, table: string, key: string, row: Row, known: Row | undefined): void {
  if (!known) {
    const values = Object.values(row);
    database.run(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${marks(values)})`, ...values);
    return;
  }
  const changes = Object.entries(row).filter(([column, value]) => known[column] !== asStored(value));
  if (changes.length === 0) return;
  database.run(
    `UPDATE ${table} SET ${changes.map(([column]) => `${column} = ?`).join(', ')} WHERE ${key} = ?`,
    ...changes.map(([, value]) => value),
    row[key] ?? null,
  );
}

export type ItemRepository = ReturnType<typeof createItemRepository>;

/**
 * Whole library items: `load` and `save` are the only ways in and out, so that the columns for sorting and filtering
 * always match the metadata. `prefixes` returns the sorting prefixes of the server settings.
 */
export function createItemRepository(database: Database, prefixes: () => readonly string[]) {
  const names = createNamesRepository(database, prefixes);

  const readEpisode = (row: EpisodeRow): Episode => ({
    id: row.id,
    season: row.season,
    episode: row.episode,
    episodeType: row.episodeType,
    title: row.title,
    subtitle: row.subtitle,
    description: row.description,
    pubDate: row.pubDate,
    publishedAt: row.publishedAt,
    guid: row.guid,
    enclosure: fromJson(row.enclosure, null),
    chapters: fromJson(row.chapters, []),
    audioFile: fromJson(row.audioFile, null),
    addedAt: row.addedAt,
    updatedAt: row.updatedAt,
  });

  const episodesOf = (itemId: string): Episode[] =>
    database
      .all<EpisodeRow>('SELECT * FROM podcastEpisodes WHERE itemId = ? ORDER BY position, publishedAt, rowid', itemId)
      .map(readEpisode);

  const read = (row: FullRow): Item => {
    const { media } = JSON.parse(row.media) as StoredMedia;
    const files = database.get<FilesRow>(
      'SELECT audioFiles, chapters, ebookFile, libraryFiles FROM itemFiles WHERE itemId = ?',
      row.id,
    );
    const base: ItemBase = {
      ...baseOf(row),
      mediaId: row.mediaId,
      lastScan: row.lastScan,
      scanVersion: row.scanVersion,
      coverPath: row.coverPath,
      tags: [...media.tags],
      libraryFiles: fromJson(files?.libraryFiles, []),
    };
    if (row.mediaType === 'podcast') {
      const { titleIgnorePrefix: _sorted, ...metadata } = media.metadata;
      const {
        autoDownloadEpisodes,
        autoDownloadSchedule,
        lastEpisodeCheck,
        maxEpisodesToKeep,
        maxNewEpisodesToDownload,
      } = media as unknown as PodcastOptions;
      return {
        ...base,
        mediaType: 'podcast',
        metadata: metadata as unknown as PodcastMetadata,
        options: {
          autoDownloadEpisodes,
          autoDownloadSchedule,
          lastEpisodeCheck,
          maxEpisodesToKeep,
          maxNewEpisodesToDownload,
        },
        episodes: episodesOf(row.id),
      };
    }
    const stored = media.metadata as unknown as BookMetadata;
    const metadata: BookMetadata = {
      title: stored.title,
      subtitle: stored.subtitle,
      authors: names.authorsOf(row.id),
      narrators: names.valuesOf(row.id, 'narrator'),
      series: names.seriesOf(row.id),
      genres: [...stored.genres],
      publishedYear: stored.publishedYear,
      publishedDate: stored.publishedDate,
      publisher: stored.publisher,
      description: stored.description,
      isbn: stored.isbn,
      asin: stored.asin,
      language: stored.language,
      explicit: stored.explicit,
      abridged: stored.abridged,
    };
    return {
      ...base,
      mediaType: 'book',
      metadata,
      audioFiles: fromJson(files?.audioFiles, []),
      chapters: fromJson(files?.chapters, []),
      ebookFile: fromJson(files?.ebookFile, null),
    };
  };

  const columnsOf = (item: Item): Record<string, string | number | boolean | null> => {
    const common = {
      ...baseOf(item),
      mediaId: item.mediaId,
      lastScan: item.lastScan,
      scanVersion: item.scanVersion,
      title: item.metadata.title,
      titleIgnorePrefix: moveTitlePrefix(item.metadata.title, prefixes()),
      language: item.metadata.language,
      description: item.metadata.description,
      explicit: item.metadata.explicit,
      coverPath: item.coverPath,
      size: fileSize(item),
      media: toJson(storedMedia(item, prefixes())),
    };
    if (item.mediaType === 'podcast') {
      return {
        ...common,
        authorName: item.metadata.author ?? '',
        itunesId: item.metadata.itunesId,
        feedUrl: item.metadata.feedUrl,
        numTracks: item.episodes.length,
        numAudioFiles: item.episodes.length,
        duration: item.episodes.reduce((total, episode) => total + (episode.audioFile?.duration ?? 0), 0),
      };
    }
    const { metadata } = item;
    const tracks = playableFiles(item);
    return {
      ...common,
      ...derivedNames(item),
      subtitle: metadata.subtitle,
      publishedYear: metadata.publishedYear,
      publisher: metadata.publisher,
      isbn: metadata.isbn,
      asin: metadata.asin,
      abridged: metadata.abridged,
      duration: tracks.reduce((total, file) => total + file.duration, 0),
      numTracks: tracks.length,
      numAudioFiles: item.audioFiles.length,
      numChapters: item.chapters.length,
      numSupplementaryEbooks: item.libraryFiles.filter((file) => file.isSupplementary === true).length,
      ebookFormat: item.ebookFile?.ebookFormat ?? null,
    };
  };

  const rowOf = (table: string, key: string, value: string): Row | undefined =>
    database.get<Row>(`SELECT * FROM ${table} WHERE ${key} = ?`, value);

  const saveEpisodes = (item: PodcastItem): void => {
    const known = new Map(
      database
        .all<Row>('SELECT * FROM podcastEpisodes WHERE itemId = ?', item.id)
        .map((row) => [String(row['id']), row]),
    );
    const kept = new Set(item.episodes.map((episode) => episode.id));
    for (const id of known.keys()) if (!kept.has(id)) database.run('DELETE FROM podcastEpisodes WHERE id = ?', id);
    for (const [position, episode] of item.episodes.entries()) {
      const row = {
        id: episode.id,
        itemId: item.id,
        position,
        season: episode.season,
        episode: episode.episode,
        episodeType: episode.episodeType,
        title: episode.title,
        subtitle: episode.subtitle,
        description: episode.description,
        pubDate: episode.pubDate,
        publishedAt: episode.publishedAt,
        guid: episode.guid,
        enclosure: episode.enclosure && toJson(episode.enclosure),
        chapters: toJson(episode.chapters),
        audioFile: episode.audioFile && toJson(episode.audioFile),
        duration: episode.audioFile?.duration ?? 0,
        size: episode.audioFile?.metadata.size ?? 0,
        addedAt: episode.addedAt,
        updatedAt: episode.updatedAt,
      };
      write(database, 'podcastEpisodes', 'id', row, known.get(episode.id));
    }
  };

  const FULL = 'SELECT i.* FROM libraryItems i WHERE';
  return {
    names,
    load: (id: string): Item | undefined => {
      const row = database.get<FullRow>(`${FULL} i.id = ?`, id);
      return row && read(row);
    },
    byPath: (libraryId: string, path: string): Item | undefined => {
      const row = database.get<FullRow>(`${FULL} i.libraryId = ? AND i.path = ?`, libraryId, path);
      return row && read(row);
    },
    episodesOf,
    /**
     * Inserts, or writes the differences. Matches authors and series by name within the library and creates new ones;
     * those with an id keep it. Returns the item as stored.
     */
    save: (item: Item): Item =>
      database.transaction(() => {
        let stored = item;
        if (item.mediaType === 'book') {
          const authors = item.metadata.authors.map((author) =>
            names.authorByName(item.libraryId, author.name, item.updatedAt),
          );
          const series = item.metadata.series.map((entry) => ({
            ...names.seriesByName(item.libraryId, entry.name, item.updatedAt),
            sequence: entry.sequence,
          }));
          const unique = <T extends { id: string }>(list: T[]): T[] => [
            ...new Map(list.map((entry) => [entry.id, entry])).values(),
          ];
          stored = { ...item, metadata: { ...item.metadata, authors: unique(authors), series: unique(series) } };
        }
        const book: Partial<BookItem> = stored.mediaType === 'book' ? stored : {};
        const { id } = stored;
        write(database, 'libraryItems', 'id', columnsOf(stored), rowOf('libraryItems', 'id', id));
        const files = {
          itemId: id,
          audioFiles: toJson(book.audioFiles ?? []),
          chapters: toJson(book.chapters ?? []),
          libraryFiles: toJson(stored.libraryFiles),
          ebookFile: book.ebookFile ? toJson(book.ebookFile) : null,
        };
        write(database, 'itemFiles', 'itemId', files, rowOf('itemFiles', 'itemId', id));
        names.setValues(stored, {
          tag: stored.tags,
          genre: stored.metadata.genres,
          narrator: stored.mediaType === 'book' ? stored.metadata.narrators : [],
        });
        if (stored.mediaType === 'book') names.link(stored.id, stored.metadata);
        else saveEpisodes(stored);
        return stored;
      }),
    /** Notes when the feed of a podcast was read (ms), without loading the item. */
    noteEpisodeCheck: (id: string, at: number): void =>
      void database.run(
        "UPDATE libraryItems SET media = json_set(media, '$.media.lastEpisodeCheck', ?) WHERE id = ? AND mediaType = 'podcast'",
        at,
        id,
      ),
    /** Removes the rows of an item with its progress and places in lists. */
    remove: (id: string): boolean => database.run('DELETE FROM libraryItems WHERE id = ?', id) > 0,
    newIds: (): { id: string; mediaId: string } => ({ id: randomUUID(), mediaId: randomUUID() }),
  };
}
