import type { Http, TokenSource } from './http.ts';
import type { BackupFileInput, BookFileInput } from './reader/book-file.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Picture } from './pictures.ts';
import type { WaveReader } from './sound/wave.ts';
import { once } from './once.ts';
import { databasesOrNull } from './storage.ts';
import type { Uploader } from './upload.ts';

/** Local files and files of items. Code loads on first use. */
export interface Files extends Uploader {
  /** Loads the upload code when files are chosen: the server may be unreachable later. */
  prepareUpload(): void;
  /** Opens a picture from a file or http URL. Rejects with `AppException` if the browser can't show it. */
  openPicture(source: Blob | string): Promise<Picture>;
  /** Loads an item's file by an authorised call. Rejects as `Api.call`. */
  fetch(input: BookFileInput): Promise<Blob>;
  /** Rejects as `Api.call`. */
  fetchBackup(input: BackupFileInput): Promise<Blob>;
  /** The stored cover. Rejects as `Api.call`. */
  fetchCover(itemId: string, signal: AbortSignal): Promise<Blob>;
  /** Chosen files, kept over a reload. */
  keptFiles(): Promise<KeptFiles>;
  openWave(itemId: string): Promise<WaveReader>;
}

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
