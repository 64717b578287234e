import { AppException, type AppError } from '../../../src/schemas/app-error.ts';
import type { Files } from '../../../src/services/files.ts';
import type { KeptFiles } from '../../../src/services/kept-files.ts';
import type { Picture } from '../../../src/services/pictures.ts';
import type { WavePart, WaveReader } from '../../../src/services/sound/wave.ts';
import type { UploadOptions, UploadProgress } from '../../../src/services/upload.ts';
import { createDeferred, type Deferred } from './deferred.ts';

/** Files that the test scripts: every picture opens with 600 by 800 pixels, every upload waits. */
export interface FakeFiles extends Files {
  /** Pictures that are open: their addresses. */
  readonly open: readonly string[];
  /** How often the code of uploads was prefetched. */
  readonly preparations: number;
  /** Uploads so far, oldest first; `answered` answers the last one, and `progress` reports on it. */
  readonly sent: readonly { readonly name: string; readonly input: unknown }[];
  /** Files of items that were fetched. */
  readonly fetched: readonly { readonly itemId: string; readonly ino: string }[];
  /** Uploads whose signal was aborted. */
  readonly aborted: readonly string[];
  progress(progress: UploadProgress): void;
  /** One of them by its place, from 0. */
  sending(index: number): {
    progress(progress: UploadProgress): void;
    answer(body: unknown): void;
    refuse(error: AppError): void;
    readonly isAborted: boolean;
  };
  answer(body: unknown): void;
  refuse(error: AppError): void;
  /** Every cover is this text from now on; null: it can't be read. */
  setCover(text: string | null): void;
  refuseFetch(error: AppError): void;
  /** Files that are kept over a reload, by their key. */
  readonly kept: ReadonlyMap<string, File>;
  /** The browser keeps no files from now on. */
  keepNothing(): void;
  /** The next picture cannot be shown. */
  refusePicture(): void;
  /** Stretches of files whose wave form was requested, oldest first, each with its answer. */
  readonly stretches: readonly FakeStretch[];
  /** Wave form readers that are open. */
  readonly openWaves: readonly string[];
}

/** A stretch of a file whose wave form was requested; seconds of the file. */
export interface FakeStretch {
  readonly ino: string;
  readonly begin: number;
  readonly end: number;
  answer(part: WavePart): void;
  refuse(cause: unknown): void;
}

export function createFakeFiles(): FakeFiles {
  const open: string[] = [];
  const sent: { name: string; input: unknown }[] = [];
  const fetched: { itemId: string; ino: string }[] = [];
  const aborted: string[] = [];
  const stretches: FakeStretch[] = [];
  const openWaves: string[] = [];
  let answer: Deferred<unknown> = createDeferred();
  let onProgress: ((progress: UploadProgress) => void) | undefined;
  let refusesPicture = false;
  let fetchRefusal: AppError | null = null;
  const calls: { answer: Deferred<unknown>; options: UploadOptions | undefined }[] = [];
  const kept = new Map<string, File>();
  let isBlocked = false;
  let pictures = 0;
  let cover: string | null = 'cover';
  let preparations = 0;
  return {
    get preparations() {
      return preparations;
    },
    prepareUpload: () => void (preparations += 1),
    open,
    sent,
    fetched,
    aborted,
    stretches,
    openWaves,
    kept,
    keepNothing: () => void (isBlocked = true),
    keptFiles: () =>
      Promise.resolve({
        keep: (key, file) => Promise.resolve(isBlocked ? undefined : void kept.set(key, file)),
        find: (key) => Promise.resolve(kept.get(key) ?? null),
        forget: (key) => Promise.resolve(void kept.delete(key)),
      } satisfies KeptFiles),
    progress: (progress) => onProgress?.(progress),
    sending(index) {
      const call = calls[index];
      if (!call) throw new Error(`No upload ${index}`);
      return {
        progress: (progress) => call.options?.onProgress?.(progress),
        answer: (body) => call.answer.resolve(body),
        refuse: (error) => call.answer.reject(new AppException(error)),
        isAborted: call.options?.signal?.aborted === true,
      };
    },
    answer: (body) => answer.resolve(body),
    refuse: (error) => answer.reject(new AppException(error)),
    setCover: (text) => void (cover = text),
    refuseFetch: (error) => void (fetchRefusal = error),
    refusePicture: () => void (refusesPicture = true),
    upload(endpoint, input, options) {
      sent.push({ name: endpoint.name, input });
      ({ onProgress } = options ?? {});
      options?.signal?.addEventListener('abort', () => aborted.push(endpoint.name));
      answer = createDeferred();
      calls.push({ answer, options });
      return answer.promise as never;
    },
    openPicture(source) {
      if (refusesPicture) {
        refusesPicture = false;
        return Promise.reject(new AppException({ kind: 'unexpected', message: 'The file is no picture' }));
      }
      if (typeof source === 'string')
        return Promise.resolve({ src: source, width: 600, height: 800, close: () => undefined } satisfies Picture);
      pictures += 1;
      const src = `blob:picture-${pictures}`;
      open.push(src);
      const close = () => void open.splice(open.indexOf(src), 1);
      return Promise.resolve({ src, width: 600, height: 800, close } satisfies Picture);
    },
    fetchCover: () =>
      fetchRefusal
        ? Promise.reject(new AppException(fetchRefusal))
        : cover === null
          ? Promise.reject(new AppException({ kind: 'network' }))
          : Promise.resolve(new Blob([cover], { type: 'image/png' })),
    openWave(itemId) {
      openWaves.push(itemId);
      return Promise.resolve({
        read({ ino }, begin, end) {
          const part: Deferred<WavePart> = createDeferred();
          stretches.push({ ino, begin, end, answer: part.resolve, refuse: part.reject });
          return part.promise;
        },
        close: () => void openWaves.splice(openWaves.indexOf(itemId), 1),
      } satisfies WaveReader);
    },
    fetchBackup({ id, onBytes }) {
      fetched.push({ itemId: 'backup', ino: id });
      if (fetchRefusal) return Promise.reject(new AppException(fetchRefusal));
      onBytes(1, 2);
      return Promise.resolve(new Blob(['backup']));
    },
    fetch({ itemId, ino }) {
      fetched.push({ itemId, ino });
      if (fetchRefusal) return Promise.reject(new AppException(fetchRefusal));
      return Promise.resolve(new Blob(['file']));
    },
  };
}
