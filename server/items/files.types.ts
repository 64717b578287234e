/**
 * The files of an item as the API sends them (times in ms since 1970, sizes in bytes, durations in seconds). Stored as
 * they are, so that lists and expanded items need no conversion.
 */

export type FileType = 'audio' | 'ebook' | 'image' | 'metadata' | 'text' | 'info' | 'unknown';

export interface FileMetadata {
  filename: string;
  /** Extension with its dot, as written. */
  ext: string;
  /** Absolute path with forward slashes. */
  path: string;
  /** Path inside the item. */
  relPath: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
}

export interface LibraryFile {
  /** Inode number as text: the id of a file in URLs. */
  ino: string;
  metadata: FileMetadata;
  /** True or false for ebooks, null for other kinds. */
  isSupplementary: boolean | null;
  addedAt: number;
  updatedAt: number;
  fileType: FileType;
}

export interface Chapter {
  id: number;
  start: number;
  end: number;
  title: string;
}

/** Tags by the API's names (`tagAlbum`, `tagArtist`...). */
export type MetaTags = Record<string, string>;

export interface AudioFile {
  index: number;
  ino: string;
  metadata: FileMetadata;
  addedAt: number;
  updatedAt: number;
  trackNumFromMeta: number | null;
  discNumFromMeta: number | null;
  trackNumFromFilename: number | null;
  discNumFromFilename: number | null;
  manuallyVerified: boolean;
  exclude: boolean;
  error: string | null;
  format: string;
  duration: number;
  bitRate: number;
  language: string | null;
  codec: string;
  timeBase: string;
  channels: number;
  channelLayout: string;
  chapters: Chapter[];
  embeddedCoverArt: string | null;
  metaTags: MetaTags;
  mimeType: string;
}

export interface EbookFile extends LibraryFile {
  ebookFormat: string;
}
