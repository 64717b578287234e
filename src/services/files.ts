import type { Http } from './http.ts';
import type { BackupFileInput, BookFileInput } from './reader/book-file.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Picture } from './pictures.ts';
import type { WaveReader } from './sound/wave.ts';
import { once } from './once.ts';
import { databasesOrNull } from './storage.ts';
import type { TokenSource } from './token-source.ts';
import type { Uploader } from './upload.ts';

/** Files of this computer and of items. The code of each comes with its first use. */
export interface Files extends Uploader {
  /** Loads what `upload` needs. For when files are chosen: the server may be gone when they are sent. */
  prepareUpload(): void;
  /**
   * A picture of a file or of an http address, with its size in pixels. Rejects with an `AppException` when it is none
   * that this browser can show.
   */
  openPicture(source: Blob | string): Promise<Picture>;
  /** A file of an item, of any size, by the authorised call. @throws AppException as `Api.call` */
  fetch(input: BookFileInput): Promise<Blob>;
  /** A backup of the server, the same way. */
  fetchBackup(input: BackupFileInput): Promise<Blob>;
  /** The cover of an item as it is stored. @throws AppException as `Api.call` */
  fetchCover(itemId: string, signal: AbortSignal): Promise<Blob>;
  /** Files that somebody has chosen, over a reload. */
  keptFiles(): Promise<KeptFiles>;
  /** The wave forms of the sound files of an item. To be closed. */
  openWave(itemId: string): Promise<WaveReader>;
}

/** @param options `baseUrl` is origin with base path and trailing slash */
export function createFiles(options: { baseUrl: string; tokens: TokenSource; http: Http }): Files {
  const uploader = once(async () => (await import('./upload.ts')).createUploader(options));
  return {
    prepareUpload: () => void uploader().catch(() => undefined),
    upload: async (...call) => (await uploader()).upload(...call),
    keptFiles: once(async () => (await import('./kept-files.ts')).createKeptFiles(databasesOrNull())),
    openPicture: async (file) => (await import('./pictures.ts')).openPicture(file),
    openWave: async (itemId) => (await import('./sound/open-wave.ts')).openWave(options.http, itemId),
    fetchCover: async (...call) => (await import('./reader/book-file.ts')).fetchCover(options.http, ...call),
    fetch: async (input) => (await import('./reader/book-file.ts')).fetchItemFile(options.http, input),
    fetchBackup: async (input) => (await import('./reader/book-file.ts')).fetchBackup(options.http, input),
  };
}
