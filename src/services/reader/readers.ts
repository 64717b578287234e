import type { Http } from '../http.ts';
import type { BookFileInput } from './book-file.ts';
import { databasesOrNull } from '../storage.ts';
import { openChannel } from '../channel.ts';
import { once } from '../once.ts';
import type { MarksStore } from '../marks-store.ts';
import type { EngineName, OpenBook } from './engine.ts';

/** Fetches ebook files and opens them. The code of each comes with its first use. */
export interface Readers {
  /** The file of an ebook, by the authorised call. @throws AppException as `Api.call` */
  fetch(input: BookFileInput): Promise<Blob>;
  /** The engine that opens books of this kind. Rejects when its code failed to load. */
  load(name: EngineName): Promise<OpenBook>;
  /** Where marks are kept. Rejects when its code failed to load. */
  marks(): Promise<MarksStore>;
  /** An address of a file in this browser, to save it within a minute. */
  urlOf(file: Blob): string;
}

/** How long a browser has to save a file, in ms. */
const KEPT_MS = 60_000;

export function createReaders(http: Http): Readers {
  let store: MarksStore | null = null;
  return {
    fetch: async (input) => (await files()).fetchBookFile(http, input),
    load(name) {
      // What fetches a file is wanted next; a failure is told when it is.
      files().catch(() => undefined);
      return ENGINES[name]();
    },
    async marks() {
      const { createMarksStore, MARKS_CHANNEL } = await import('../marks-store.ts');
      return (store ??= createMarksStore(databasesOrNull(), openChannel(MARKS_CHANNEL)));
    },
    urlOf(file) {
      const url = URL.createObjectURL(file);
      setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
      return url;
    },
  };
}

const files = once(() => import('./book-file.ts'));

const ENGINES: { readonly [Name in EngineName]: () => Promise<OpenBook> } = {
  epub: once(async () => {
    loadSerif();
    return (await import('./epub.engine.ts')).openEpub;
  }),
  mobi: once(async () => {
    loadSerif();
    return (await import('./mobi.engine.ts')).openMobi;
  }),
  comic: once(async () => {
    // Most comics are zips: what unpacks them comes with the engine.
    import('./zip.comic.ts').catch(() => undefined);
    return (await import('./comic.engine.ts')).openComic;
  }),
  pdf: once(async () => (await import('./pdf.engine.ts')).openPdf),
};

/** The first page of a text waits for its font. */
function loadSerif(): void {
  import('./serif-font.ts').then(({ loadSerif }) => loadSerif()).catch(() => undefined);
}
