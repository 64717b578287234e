import type { AudioFile, Chapter, EbookFile, LibraryFile } from './files.types.ts';

/** The server's own types of library items; `item-json.ts` makes the JSON of the API from them. */

export interface NamedRef {
  readonly id: string;
  readonly name: string;
}

export interface SeriesRef extends NamedRef {
  readonly sequence: string | null;
}

export interface BookMetadata {
  title: string;
  subtitle: string | null;
  authors: NamedRef[];
  narrators: string[];
  series: SeriesRef[];
  genres: string[];
  publishedYear: string | null;
  publishedDate: string | null;
  publisher: string | null;
  description: string | null;
  isbn: string | null;
  asin: string | null;
  language: string | null;
  explicit: boolean;
  abridged: boolean;
}

export interface PodcastMetadata {
  title: string;
  author: string | null;
  description: string | null;
  releaseDate: string | null;
  genres: string[];
  feedUrl: string | null;
  imageUrl: string | null;
  itunesPageUrl: string | null;
  itunesId: string | null;
  itunesArtistId: string | null;
  explicit: boolean;
  language: string | null;
  type: string | null;
}

/** Fields of both kinds of media. Times in ms. */
export interface ItemBase {
  readonly id: string;
  readonly mediaId: string;
  readonly libraryId: string;
  readonly folderId: string;
  ino: string | null;
  path: string;
  relPath: string;
  isFile: boolean;
  isMissing: boolean;
  isInvalid: boolean;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
  readonly addedAt: number;
  updatedAt: number;
  lastScan: number | null;
  scanVersion: string | null;
  /** Absolute path, null without a cover. */
  coverPath: string | null;
  tags: string[];
  libraryFiles: LibraryFile[];
}

export interface BookItem extends ItemBase {
  readonly mediaType: 'book';
  metadata: BookMetadata;
  audioFiles: AudioFile[];
  chapters: Chapter[];
  ebookFile: EbookFile | null;
}

export interface Episode {
  readonly id: string;
  readonly season: string | null;
  readonly episode: string | null;
  readonly episodeType: string | null;
  readonly title: string;
  readonly subtitle: string | null;
  readonly description: string | null;
  readonly pubDate: string | null;
  readonly publishedAt: number | null;
  readonly guid: string | null;
  readonly enclosure: { readonly url: string; readonly type: string; readonly length: string } | null;
  readonly chapters: readonly Chapter[];
  readonly audioFile: AudioFile | null;
  readonly addedAt: number;
  readonly updatedAt: number;
}

export interface PodcastOptions {
  autoDownloadEpisodes: boolean;
  autoDownloadSchedule: string | null;
  lastEpisodeCheck: number | null;
  maxEpisodesToKeep: number;
  maxNewEpisodesToDownload: number;
}

export interface PodcastItem extends ItemBase {
  readonly mediaType: 'podcast';
  metadata: PodcastMetadata;
  options: PodcastOptions;
  episodes: Episode[];
}

export type Item = BookItem | PodcastItem;

/** All audio files of a book, or of the episodes of a podcast. */
export const audioFilesOf = (item: Item): AudioFile[] =>
  item.mediaType === 'book' ? item.audioFiles : item.episodes.flatMap((episode) => episode.audioFile ?? []);

/** Audio files in playing order without the excluded ones. */
export function playableFiles(item: BookItem): AudioFile[] {
  return item.audioFiles.filter((file) => !file.exclude).sort((a, b) => a.index - b.index);
}

/** Numbers the files of a book from 1, in order; excluded files come first, with -1. */
export function numberTracks(files: readonly AudioFile[]): AudioFile[] {
  return [
    ...files.filter(({ exclude }) => exclude).map((file) => ({ ...file, index: -1 })),
    ...files.filter(({ exclude }) => !exclude).map((file, i) => ({ ...file, index: i + 1 })),
  ];
}
