import { moveTitlePrefix } from './names.ts';
import { fromJson, toJson, type SqlValue } from '../store/database.ts';
import { baseOf, derivedNames, fileSize, storedMedia, type ItemRow, type StoredMedia } from './item-json.ts';
import {
  playableFiles,
  type BookMetadata,
  type Episode,
  type Item,
  type ItemBase,
  type PodcastMetadata,
  type PodcastOptions,
} from './model.ts';

/** Rows of the tables of an item, and what they mean. */
export type FullRow = ItemRow & { lastScan: number | null; scanVersion: string | null; coverPath: string | null };
export interface FilesRow {
  audioFiles: string;
  chapters: string;
  ebookFile: string | null;
  libraryFiles: string;
}
export type EpisodeRow = Omit<Episode, 'chapters' | 'audioFile' | 'enclosure'> & {
  chapters: string;
  audioFile: string | null;
  enclosure: string | null;
};

export const episodeOf = (row: EpisodeRow): Episode => ({
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

export const episodeColumns = (episode: Episode, itemId: string, position: number) => ({
  id: episode.id,
  itemId,
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
});

/** `prefixes`: those that sorting ignores. */
export function itemColumns(item: Item, prefixes: readonly string[]): Record<string, SqlValue> {
  const common = {
    ...baseOf(item),
    mediaId: item.mediaId,
    lastScan: item.lastScan,
    scanVersion: item.scanVersion,
    title: item.metadata.title,
    titleIgnorePrefix: moveTitlePrefix(item.metadata.title, prefixes),
    language: item.metadata.language,
    description: item.metadata.description,
    explicit: item.metadata.explicit,
    coverPath: item.coverPath,
    size: fileSize(item),
    media: toJson(storedMedia(item, prefixes)),
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
}

/** Lists of an item that are in tables of their own. */
export interface Lists {
  readonly files: FilesRow | undefined;
  readonly authors: () => BookMetadata['authors'];
  readonly series: () => BookMetadata['series'];
  readonly narrators: () => string[];
  readonly episodes: () => Episode[];
}

export function itemOfRow(row: FullRow, { files, authors, series, narrators, episodes }: Lists): Item {
  const { media } = JSON.parse(row.media) as StoredMedia;
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
      episodes: episodes(),
    };
  }
  const stored = media.metadata as unknown as BookMetadata;
  const metadata: BookMetadata = {
    title: stored.title,
    subtitle: stored.subtitle,
    authors: authors(),
    narrators: narrators(),
    series: series(),
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
}
