import type { Http } from '../http.ts';
import type { BookFileInput } from './book-file.ts';
import { databasesOrNull } from '../storage.ts';
import { openChannel } from '../channel.ts';
import { once } from '../once.ts';
import type { MarksStore } from '../marks-store.ts';
import type { Speech } from '../speech.ts';
import type { EngineName, OpenBook } from './engine.ts';

/** Fetches ebook files and opens them. The code of each loads on first use. */
export interface Readers {
  /** @throws AppException as `Api.call` */
  fetch(input: BookFileInput): Promise<Blob>;
  load(name: EngineName): Promise<OpenBook>;
  marks(): Promise<MarksStore>;
  speech(): Promise<Speech>;
  /** Valid for a minute, to save the file. */
  urlOf(file: Blob): string;
}

/** How long a browser has to save a file, in ms. */
const KEPT_MS = 60_000;

export function createReaders(http: Http): Readers {
  let store: MarksStore | null = null;
  let speech: Speech | null = null;
  return {
    fetch: async (input) => (await files()).fetchBookFile(http, input),
    load(name) {
      files().catch(() => undefined);
      return ENGINES[name]();
    },
    async marks() {
      const { createMarksStore, MARKS_CHANNEL } = await import('../marks-store.ts');
      return (store ??= createMarksStore(databasesOrNull(), openChannel(MARKS_CHANNEL)));
    },
    async speech() {
      const { createSpeech } = await import('../speech.ts');
      return (speech ??= createSpeech(window.speechSynthesis as SpeechSynthesis | undefined, new Audio()));
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
    import('./zip.comic.ts').catch(() => undefined);
    return (await import('./comic.engine.ts')).openComic;
  }),
  pdf: once(async () => (await import('./pdf.engine.ts')).openPdf),
};

function loadSerif(): void {
  import('./book-fonts.ts').then(({ loadSerif }) => loadSerif()).catch(() => undefined);
}
