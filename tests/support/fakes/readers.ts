import { AppException, type AppError } from '../../../src/schemas/app-error.ts';
import { pageAt, shareOfTarget } from '../../../src/services/reader/shares.ts';
import type { BookFileInput } from '../../../src/services/reader/book-file.ts';
import type {
  EngineName,
  Match,
  OpenOptions,
  Place,
  PrintedPage,
  ReaderEngine,
} from '../../../src/services/reader/engine.ts';
import type { Readers } from '../../../src/services/reader/readers.ts';
import { createFakeSpeech, type FakeSpeech } from './speech.ts';
import { createFakeMarksStore, type FakeMarksStore } from './marks-store.ts';
import { createDeferred, type Deferred } from './deferred.ts';

/** Files and an engine that the test scripts: a book of five pages whose places are their numbers. */
export interface FakeReaders extends Readers {
  /** The files that were requested, oldest first. */
  readonly fetched: readonly Pick<BookFileInput, 'itemId' | 'ino' | 'signal' | 'onBytes'>[];
  /** The engine's commands, oldest first: `next`, `go 3`, `show 120`, `close`. */
  readonly requested: readonly string[];
  /** The engines whose code was requested, oldest first. */
  readonly loaded: readonly EngineName[];
  /** Pages requested as thumbnails, in order. */
  readonly thumbnails: readonly number[];
  /** How the book was opened; null before. */
  readonly options: OpenOptions | null;
  /** Files wait until the test delivers them. */
  holdFile(): Deferred<Blob>;
  refuseFile(error: AppError): void;
  /** The next book rejects with this. */
  refuseBook(cause: unknown): void;
  /** Books open again after refusals. */
  openBook(): void;
  /** Books open on the test's command. */
  holdBook(): Deferred<void>;
  /** The next book has no contents and cannot be searched, as a comic; its text cannot be marked. */
  leaveOutContents(): void;
  /** The next book lists its printed pages: 'xii' is page 2, '1' is page 4. */
  listPrintedPages(): void;
  /** The results of a search, on the test's command. */
  holdSearch(): Deferred<readonly Match[]>;
  /** The store of marks: of all tabs that share these readers. */
  readonly shelf: FakeMarksStore;
  readonly voice: FakeSpeech;
  /** What it reads is on another page, as after larger letters. */
  hideVoice(): void;
  /** The page moves by itself, as by a link in the book. */
  move(page: number): void;
}

export const FAKE_PAGES = 5;

export const fakePlace = (page: number): Place => ({
  location: String(page),
  share: page / FAKE_PAGES,
  page,
  pages: FAKE_PAGES,
  chapter: page < 3 ? 'One' : 'Two',
  atStart: page === 1,
  atEnd: page === FAKE_PAGES,
});

export function createFakeReaders(): FakeReaders {
  const fetched: BookFileInput[] = [];
  const requested: string[] = [];
  const loaded: EngineName[] = [];
  const thumbnails: number[] = [];
  let options: OpenOptions | null = null;
  let file: Promise<Blob> = Promise.resolve(new Blob(['book']));
  let ready: Promise<void> = Promise.resolve();
  let found: Promise<readonly Match[]> = Promise.resolve([]);
  let refusal: { readonly cause: unknown } | null = null;
  let hasContents = true;
  let printedPages: readonly PrintedPage[] = [];
  let page = 1;
  const go = async (to: number) => {
    page = Math.min(Math.max(to, 1), FAKE_PAGES);
    options?.onMoved(fakePlace(page));
  };
  const shelf = createFakeMarksStore();
  const voice = createFakeSpeech();
  let spokenOn: number | null = null;
  const note = (what: string) => void requested.push(what);
  const engine: ReaderEngine = {
    contents: [
      { label: 'One', target: '1', children: [{ label: 'One, second part', target: '2', children: [] }] },
      { label: 'Two', target: '3', children: [] },
    ],
    chapters: Promise.resolve([
      { label: 'One', share: 0 },
      { label: 'Two', share: 0.4 },
    ]),
    direction: 'ltr',
    next: () => (note('next'), go(page + 1)),
    previous: () => (note('previous'), go(page - 1)),
    go: (target) => {
      note(`go ${target}`);
      const share = shareOfTarget(target);
      return go(share === null ? Number(target) : pageAt(share, FAKE_PAGES));
    },
    show: (look) => (note(`show ${look.scale}`), go(page)),
    search: (query) => (note(`search ${query}`), found),
    isInView: (target) => target === String(page),
    marking: {
      mark: (marks) => note(`mark ${marks.map(({ target, colour }) => `${target} ${colour}`).join()}`),
      followLink: () => void requested.push('follow link'),
      deselect: () => note('deselect'),
      selectFirst: () => note('selectFirst'),
    },
    aloud: {
      isNarrated: false,
      async read(from) {
        note(`read aloud from ${from}`);
        if (from === 'next' && page === FAKE_PAGES) return [];
        if (from === 'next') await go(page + 1);
        return [1, 2].map((number) => ({ text: `Sentence ${number} of page ${page}.`, language: 'en' }));
      },
      async follow(spoken) {
        note(spoken ? `follow ${spoken.sentence} ${spoken.start}-${spoken.end}` : 'follow nothing');
        spokenOn = spoken && page;
      },
      isInView: () => spokenOn === page,
    },
    thumbnails: { show: (at) => void thumbnails.push(at) },
    close: () => note('close'),
  };
  return {
    fetched,
    shelf,
    voice,
    hideVoice: () => void (spokenOn = null),
    speech: () => Promise.resolve(voice),
    marks: () => Promise.resolve(shelf),
    requested,
    loaded,
    thumbnails,
    get options() {
      return options;
    },
    fetch(input) {
      fetched.push(input);
      return file;
    },
    async load(name) {
      loaded.push(name);
      return async (_file, given) => {
        await ready;
        if (refusal) throw refusal.cause;
        options = given;
        await go(Number(given.location ?? 1));
        return hasContents
          ? { ...engine, printedPages }
          : { ...engine, contents: [], chapters: Promise.resolve([]), search: null, marking: null, aloud: null };
      };
    },
    urlOf: () => 'blob:book',
    holdFile() {
      const deferred = createDeferred<Blob>();
      file = deferred.promise;
      return deferred;
    },
    refuseFile(error) {
      file = Promise.reject(new AppException(error));
      file.catch(() => undefined);
    },
    openBook() {
      refusal = null;
    },
    refuseBook: (cause) => void (refusal = { cause }),
    holdBook() {
      const deferred = createDeferred<void>();
      ready = deferred.promise;
      return deferred;
    },
    leaveOutContents: () => void (hasContents = false),
    listPrintedPages: () =>
      void (printedPages = [
        { label: 'xii', target: '2' },
        { label: '1', target: '4' },
      ]),
    holdSearch() {
      const deferred = createDeferred<readonly Match[]>();
      found = deferred.promise;
      return deferred;
    },
    move: (to) => void go(to),
  };
}
