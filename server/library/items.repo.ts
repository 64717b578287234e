import { randomUUID } from 'node:crypto';
import { moveTitlePrefix } from '../scan/names.ts';
import { fromJson, marks, toJson, type Database, type SqlValue } from '../store/database.ts';
import { derivedNames, fileSize, storedMedia, type ItemRow, type StoredMedia } from './item-json.ts';
import { createNamesRepository } from './names.repo.ts';
import {
  playableFiles, type BookItem, type BookMetadata, type Episode, type Item, type ItemBase, type PodcastItem, type PodcastMetadata,
  type PodcastOptions,
} from './model.ts';

type FullRow = ItemRow & { lastScan: number | null; scanVersion: string | null; coverPath: string | null };
interface FilesRow {
  audioFiles: string;
  chapters: string;
  ebookFile: string | null;
  libraryFiles: string;
}
type EpisodeRow = Omit<Episode, 'chapters' | 'audioFile' | 'enclosure'> & { chapters: string; audioFile: string | null; enclosure: string | null };

/** Inserts a row, or updates the one with the same key. Table and columns are written in this file, values are bound. */
function upsert(database: Database, table: string, key: string, row: Readonly<Record<string, SqlValue>>): void {
  const columns = Object.keys(row);
  const updates = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
  const values = Object.values(row);
  database.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks(values)}) ON CONFLICT (${key}) DO UPDATE SET ${updates.join(', ')}`, ...values);
}

export type ItemRepository = ReturnType<typeof createItemRepository>;

/**
 * Whole library items: `load` and `save` are the only ways in and out, so that the columns by which lists are sorted and
 * filtered always agree with the metadata. `prefixes` gives the sorting prefixes of the server settings.
 */
export function createItemRepository(database: Database, prefixes: () => readonly string[]) {
  const names = createNamesRepository(database, prefixes);

  const readEpisode = (row: EpisodeRow): Episode => ({
    id: row.id, season: row.season, episode: row.episode, episodeType: row.episodeType, title: row.title, subtitle: row.subtitle,
    description: row.description, pubDate: row.pubDate, publishedAt: row.publishedAt, guid: row.guid,
    enclosure: fromJson(row.enclosure, null), chapters: fromJson(row.chapters, []), audioFile: fromJson(row.audioFile, null), addedAt: row.addedAt,
    updatedAt: row.updatedAt,
  });

  const episodesOf = (itemId: string): Episode[] => database.all<EpisodeRow>(
    'SELECT * FROM podcastEpisodes WHERE itemId = ? ORDER BY position, publishedAt, rowid', itemId,
  ).map(readEpisode);

  const read = (row: FullRow): Item => {
    const { media } = JSON.parse(row.media) as StoredMedia;
    const files = database.get<FilesRow>('SELECT audioFiles, chapters, ebookFile, libraryFiles FROM itemFiles WHERE itemId = ?', row.id);
    const base: ItemBase = {
      id: row.id, mediaId: row.mediaId, libraryId: row.libraryId, folderId: row.folderId, ino: row.ino, path: row.path, relPath: row.relPath,
      isFile: row.isFile === 1, isMissing: row.isMissing === 1, isInvalid: row.isInvalid === 1,
      mtimeMs: row.mtimeMs, ctimeMs: row.ctimeMs, birthtimeMs: row.birthtimeMs, addedAt: row.addedAt, updatedAt: row.updatedAt,
      lastScan: row.lastScan, scanVersion: row.scanVersion, coverPath: row.coverPath, tags: [...media.tags],
      libraryFiles: fromJson(files?.libraryFiles, []),
    };
    if (row.mediaType === 'podcast') {
      const { titleIgnorePrefix: _sorted, ...metadata } = media.metadata;
      const { autoDownloadEpisodes, autoDownloadSchedule, lastEpisodeCheck, maxEpisodesToKeep, maxNewEpisodesToDownload } = media as unknown as PodcastOptions;
      return {
        ...base, mediaType: 'podcast', metadata: metadata as unknown as PodcastMetadata,
        options: { autoDownloadEpisodes, autoDownloadSchedule, lastEpisodeCheck, maxEpisodesToKeep, maxNewEpisodesToDownload },
        episodes: episodesOf(row.id),
      };
    }
    const stored = media.metadata as unknown as BookMetadata;
    const metadata: BookMetadata = {
      title: stored.title, subtitle: stored.subtitle, authors: names.authorsOf(row.id), narrators: names.valuesOf(row.id, 'narrator'),
      series: names.seriesOf(row.id), genres: [...stored.genres], publishedYear: stored.publishedYear,
      publishedDate: stored.publishedDate, publisher: stored.publisher, description: stored.description, isbn: stored.isbn, asin: stored.asin,
      language: stored.language, explicit: stored.explicit, abridged: stored.abridged,
    };
    return {
      ...base, mediaType: 'book', metadata, audioFiles: fromJson(files?.audioFiles, []), chapters: fromJson(files?.chapters, []),
      ebookFile: fromJson(files?.ebookFile, null),
    };
  };

  const columnsOf = (item: Item): Record<string, string | number | boolean | null> => {
    const common = {
      libraryId: item.libraryId, folderId: item.folderId, mediaId: item.mediaId, mediaType: item.mediaType, ino: item.ino, path: item.path,
      relPath: item.relPath, isFile: item.isFile, isMissing: item.isMissing, isInvalid: item.isInvalid,
      mtimeMs: item.mtimeMs, ctimeMs: item.ctimeMs, birthtimeMs: item.birthtimeMs, addedAt: item.addedAt, updatedAt: item.updatedAt,
      lastScan: item.lastScan, scanVersion: item.scanVersion, title: item.metadata.title,
      titleIgnorePrefix: moveTitlePrefix(item.metadata.title, prefixes()), language: item.metadata.language, description: item.metadata.description,
      explicit: item.metadata.explicit, coverPath: item.coverPath, size: fileSize(item), media: toJson(storedMedia(item, prefixes())),
    };
    if (item.mediaType === 'podcast') {
      return {
        ...common, authorName: item.metadata.author ?? '', itunesId: item.metadata.itunesId, feedUrl: item.metadata.feedUrl,
        numTracks: item.episodes.length, numAudioFiles: item.episodes.length,
        duration: item.episodes.reduce((total, episode) => total + (episode.audioFile?.duration ?? 0), 0),
      };
    }
    const { metadata } = item;
    const tracks = playableFiles(item);
    return {
      ...common, ...derivedNames(item), subtitle: metadata.subtitle, publishedYear: metadata.publishedYear, publisher: metadata.publisher,
      isbn: metadata.isbn, asin: metadata.asin, abridged: metadata.abridged, duration: tracks.reduce((total, file) => total + file.duration, 0),
      numTracks: tracks.length, numAudioFiles: item.audioFiles.length, numChapters: item.chapters.length,
      numSupplementaryEbooks: item.libraryFiles.filter((file) => file.isSupplementary === true).length,
      ebookFormat: item.ebookFile?.ebookFormat ?? null,
    };
  };

  const saveEpisodes = (item: PodcastItem): void => {
    const kept = new Set(item.episodes.map((episode) => episode.id));
    for (const { id } of database.all<{ id: string }>(`SELECT id FROM podcastEpisodes
      WHERE itemId = ?`, item.id)) if (!kept.has(id)) database.run('DELETE FROM podcastEpisodes WHERE id = ?', id);
    for (const [position, episode] of item.episodes.entries()) {
      upsert(database, 'podcastEpisodes', 'id', {
        id: episode.id, itemId: item.id, position, season: episode.season, episode: episode.episode, episodeType: episode.episodeType, title: episode.title,
        subtitle: episode.subtitle, description: episode.description, pubDate: episode.pubDate, publishedAt: episode.publishedAt, guid: episode.guid,
        enclosure: episode.enclosure && toJson(episode.enclosure), chapters: toJson(episode.chapters), audioFile: episode.audioFile && toJson(episode.audioFile),
        duration: episode.audioFile?.duration ?? 0, size: episode.audioFile?.metadata.size ?? 0, addedAt: episode.addedAt, updatedAt: episode.updatedAt,
      });
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
     * Inserts or updates. Authors and series are matched by name within the library and made when they are new; those with an
     * id keep it. Returns the item as stored.
     */
    save: (item: Item): Item =>
      database.transaction(() => {
        let stored = item;
        if (item.mediaType === 'book') {
          const authors = item.metadata.authors.map((author) => names.authorByName(item.libraryId, author.name, item.updatedAt));
          const series = item.metadata.series.map((entry) => ({ ...names.seriesByName(item.libraryId, entry.name, item.updatedAt), sequence: entry.sequence }));
          const unique = <T extends { id: string }>(list: T[]): T[] => [...new Map(list.map((entry) => [entry.id, entry])).values()];
          stored = { ...item, metadata: { ...item.metadata, authors: unique(authors), series: unique(series) } };
        }
        const book: Partial<BookItem> = stored.mediaType === 'book' ? stored : {};
        upsert(database, 'libraryItems', 'id', { id: stored.id, ...columnsOf(stored) });
        upsert(database, 'itemFiles', 'itemId', {
          itemId: stored.id, audioFiles: toJson(book.audioFiles ?? []), chapters: toJson(book.chapters ?? []), libraryFiles: toJson(stored.libraryFiles),
          ebookFile: book.ebookFile ? toJson(book.ebookFile) : null,
        });
        names.setValues(stored.id, { tag: stored.tags, genre: stored.metadata.genres, narrator: stored.mediaType === 'book' ? stored.metadata.narrators : [] });
        if (stored.mediaType === 'book') names.link(stored.id, stored.metadata);
        else saveEpisodes(stored);
        return stored;
      }),
    /** Removes the rows of an item with its progress and places in lists. */
    remove: (id: string): boolean => database.run('DELETE FROM libraryItems WHERE id = ?', id) > 0,
    newIds: (): { id: string; mediaId: string } => ({ id: randomUUID(), mediaId: randomUUID() }),
  };
}
