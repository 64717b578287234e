import type { AudioFile, Chapter, EbookFile, FileMetadata, FileType, LibraryFile } from '../items/files.types.ts';

/** A file of an item as the walk saw it, before anything was read from it. */
export interface FoundFile {
  ino: string;
  metadata: FileMetadata;
  fileType: FileType;
}

/** One item as the walk saw it: a folder with its files, or a single file in the root of the library folder. */
export interface FoundItem {
  /** Path inside the library folder, forward slashes. */
  relPath: string;
  path: string;
  isFile: boolean;
  ino: string;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
  files: FoundFile[];
}

export interface SeriesEntry {
  name: string;
  sequence: string | null;
}

/** Metadata of a book from one source or all of them merged; absent where the source has none. */
export interface BookFields {
  title?: string;
  subtitle?: string;
  authors?: string[];
  narrators?: string[];
  series?: SeriesEntry[];
  genres?: string[];
  tags?: string[];
  publishedYear?: string;
  publishedDate?: string;
  publisher?: string;
  description?: string;
  isbn?: string;
  asin?: string;
  language?: string;
  explicit?: boolean;
  abridged?: boolean;
  chapters?: Chapter[];
}

/** A scanned cover: a file of the item, or bytes from inside an audio file or an ebook. */
export type FoundCover = { path: string } | { bytes: Uint8Array };

export interface ScannedBook {
  mediaType: 'book';
  fields: BookFields;
  audioFiles: AudioFile[];
  ebookFile: EbookFile | null;
  libraryFiles: LibraryFile[];
  chapters: Chapter[];
  /** The best one first. */
  covers: readonly FoundCover[];
  /** True when the item has media files and none of them can be used. */
  isInvalid: boolean;
}

export interface ScannedEpisode {
  title: string;
  subtitle: string | null;
  description: string | null;
  season: string | null;
  episode: string | null;
  episodeType: string | null;
  pubDate: string | null;
  publishedAt: number | null;
  chapters: Chapter[];
  audioFile: AudioFile;
}

export interface PodcastFields {
  title: string;
  author: string | null;
  description: string | null;
  releaseDate: string | null;
  genres: string[];
  tags: string[];
  feedUrl: string | null;
  imageUrl: string | null;
  itunesPageUrl: string | null;
  itunesId: string | null;
  itunesArtistId: string | null;
  language: string | null;
  explicit: boolean;
  type: string | null;
}

export interface ScannedPodcast {
  mediaType: 'podcast';
  fields: PodcastFields;
  episodes: ScannedEpisode[];
  libraryFiles: LibraryFile[];
  /** The best one first. */
  covers: readonly FoundCover[];
  isInvalid: boolean;
}

export type ScanLog = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
