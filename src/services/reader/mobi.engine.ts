import { isElement } from './first-in-view.ts';
import { fake, fromRange, joinIndir } from 'foliate-js/epubcfi.js';
import { pause } from '../idle.ts';
import { BookException, type Match, type OpenOptions, type Place, type ReaderEngine } from './engine.ts';
import { findText } from './find-text.ts';
import { readMobi, spotOfCfi, STYLE_ID, type MobiBook } from './mobi-book.ts';
import { createFrames } from './mobi-frames.ts';
import type { PageFrame } from './page-frame.ts';
import { listenToMargins, listenToPage } from './page-input.ts';
import { markFreeText } from './page-style.ts';
import { serifFont } from './serif-font.ts';
import { createTextMarks, shareIn } from './text-marks.ts';
import { within } from './within.ts';

interface Heading {
  readonly label: string;
  readonly place: Range | Element | null;
}

/** Opens a mobi or azw3. Its chapters are in frames without scripts or remote content. */
export async function openMobi(file: Blob, options: OpenOptions): Promise<ReaderEngine> {
  const book = await attempt(() => within(readMobi(file)));
  try {
    const engine = await openBook(book, options);
    return engine;
  } catch (cause) {
    book.close();
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

async function openBook(book: MobiBook, options: OpenOptions): Promise<ReaderEngine> {
  const { surface, onMoved, onPressed } = options;
  const { sizes } = book;
  if (sizes.every((size) => size === 0)) throw new BookException('empty');
  const ending = new AbortController();
  const { signal } = ending;
  const box = surface.ownerDocument.createElement('div');
  box.style.cssText = 'position:relative;width:100%;height:100%;overflow:hidden';
  surface.append(box);
  const serif = await serifFont();
  let { look } = options;
  const frames = createFrames(book, { box, surface, serif, look: () => look, onScrolled: turned, signal });
  const { chapters } = frames;
  const [first = 0] = chapters;
  let frame: PageFrame | null = null;
  let chapter = first;
  let headings: readonly Heading[] = [];
  /** The place of the last turn: other changes return to it. */
  let anchor = '';
  let last: Promise<unknown> = Promise.resolve();
  let way: 1 | -1 = 1;

  const marks = createTextMarks({ ...options, firstInView: () => frame?.start() ?? null, signal });
  const sum = (list: readonly number[]) => list.reduce((total, size) => total + size, 0);

  const run = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(() => (signal.aborted ? undefined : within(work())));
    last = done.catch(() => undefined);
    return done;
  };

  async function open(wanted: number): Promise<PageFrame> {
    if (frame && wanted === chapter) return frame;
    const opened = await frames.open(wanted);
    if (signal.aborted) return opened;
    const hadFocus = surface.ownerDocument.activeElement === frame?.element;
    frame?.close();
    [frame, chapter] = [opened, wanted];
    const isFixed = book.page !== null;
    listenToPage(opened.document, opened.element, { surface, onPressed, box: () => opened.box, isFixed, signal });
    headings = await headingsOf(book, wanted, opened.document);
    marks.add({
      root: opened.document.body,
      describe: (range) => ({
        target: joinIndir(fake.fromIndex(wanted), fromRange(range)),
        share: Math.min(
          (sum(sizes.slice(0, wanted)) + (sizes[wanted] ?? 0) * shareIn(opened.document, range)) / sum(sizes),
          1,
        ),
        chapter:
          headings.findLast(({ place }) => place === null || isBefore(place, range))?.label ??
          titleBefore(book, wanted),
      }),
      find: (target) => rangeOf(target, wanted, opened.document),
    });
    opened.document.addEventListener('click', followLink, { capture: true, signal });
    if (hadFocus) opened.element.focus();
    return opened;
  }

  function followLink(event: MouseEvent) {
    const link = isElement(event.target) ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!/^(?:filepos|kindle):/i.test(href)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    go(href).catch(() => undefined);
  }

  function turned() {
    const start = frame?.start();
    const base = fake.fromIndex(chapter);
    anchor = start ? joinIndir(base, fromRange(start)) : joinIndir(base, 'epubcfi(/4)');
    notify();
    frames.prepare(frame, chapter, way);
  }

  function notify() {
    if (frame) onMoved(placeOf(frame));
  }

  function rangeOf(target: string, wanted: number, doc: Document): Range | null {
    const spot = spotOfCfi(target, sizes.length);
    const found = spot?.chapter === wanted ? placeIn(spot.find, doc) : null;
    return found && 'startContainer' in found ? found : null;
  }

  function placeOf({ page, pages, isAtStart, isReached }: PageFrame): Place {
    const before = sum(sizes.slice(0, chapter)) + (sizes[chapter] ?? 0) * (page / pages);
    const atEnd = chapter === chapters.at(-1) && page >= pages - 1;
    const heading = headings.findLast(({ place }) => place === null || isReached(place));
    return {
      location: anchor,
      share: atEnd ? 1 : before / sum(sizes),
      page: page + 1,
      pages,
      chapter: heading?.label ?? titleBefore(book, chapter),
      atStart: chapter === first && isAtStart,
      atEnd,
    };
  }

  async function display(target: string): Promise<boolean> {
    const spot = await book.resolve(target);
    if (!spot || !chapters.includes(spot.chapter)) return false;
    const opened = await open(spot.chapter);
    const place = placeIn(spot.find, opened.document);
    if (place) opened.showPlace(place);
    else opened.show(0);
    return true;
  }

  const go = (target: string) =>
    run(async () => {
      if (!(await display(target))) throw new RangeError('The book has no such place');
      turned();
    });

  async function layAgain() {
    if (!frame) return;
    frames.forget();
    if (look.alignment !== 'book' && !book.page) markFreeText(frame.document);
    await frame.lay(look);
    await display(anchor);
    notify();
    frames.prepare(frame, chapter, way);
  }

  const turn = (by: 1 | -1) =>
    run(async () => {
      if (!frame) return;
      way = by;
      if (!frame.turn(by)) {
        const next = chapters[chapters.indexOf(chapter) + by];
        if (next === undefined) return;
        const opened = await open(next);
        opened.show(by > 0 ? 0 : opened.pages - 1);
      }
      turned();
    });

  function close() {
    if (signal.aborted) return;
    ending.abort();
    resizing.disconnect();
    box.remove();
    if (serif !== null) URL.revokeObjectURL(serif);
    book.close();
  }

  const resizing = new ResizeObserver(() => {
    if (frame) run(layAgain).catch(() => undefined);
  });
  listenToMargins({ surface, onPressed, box: () => frame?.box ?? null, signal });
  try {
    await run(async () => {
      const isThere = options.location !== null && (await display(options.location));
      if (!isThere) (await open(first)).show(0);
      turned();
    });
  } catch (cause) {
    close();
    throw cause;
  }
  resizing.observe(box);

  return {
    contents: book.contents,
    direction: book.direction,
    next: () => turn(1),
    previous: () => turn(-1),
    go,
    async show(next) {
      // The colours of the surface arrive in its next frame.
      await new Promise((done) => requestAnimationFrame(done));
      await run(async () => {
        look = next;
        const shown = frame?.document.getElementById(STYLE_ID);
        if (shown) shown.textContent = frames.style();
        await layAgain();
      });
    },
    search: (query, stop) => search(book, chapters, query, stop),
    isInView(target) {
      try {
        const range = frame && rangeOf(target, chapter, frame.document);
        return frame !== null && range !== null && frame.isInView(range);
      } catch {
        return false;
      }
    },
    marking: marks,
    close,
  };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

function placeIn(find: (doc: Document) => Range | Element | null, doc: Document): Range | Element | null {
  try {
    return find(doc);
  } catch {
    return null;
  }
}

async function headingsOf(book: MobiBook, chapter: number, doc: Document): Promise<readonly Heading[]> {
  const own = book.titles.filter((title) => title.chapter === chapter);
  return Promise.all(
    own.map(async ({ label, target }) => {
      const spot = await book.resolve(target);
      return { label, place: spot && placeIn(spot.find, doc) };
    }),
  );
}

function titleBefore({ titles }: MobiBook, chapter: number): string | null {
  return titles.findLast((title) => title.chapter >= 0 && title.chapter < chapter)?.label ?? null;
}

async function search(
  book: MobiBook,
  chapters: readonly number[],
  query: string,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (const chapter of chapters) {
    await pause(0);
    if (signal.aborted) return matches;
    const doc = new DOMParser().parseFromString(await book.markup(chapter, '', { isShown: false }), 'text/html');
    const found = findText(doc, query);
    if (found.length === 0) continue;
    const headings = await headingsOf(book, chapter, doc);
    const base = fake.fromIndex(chapter);
    for (const { start, excerpt } of found) {
      const heading = headings.findLast(({ place }) => place === null || isBefore(place, start));
      const label = heading?.label ?? titleBefore(book, chapter);
      matches.push({ target: joinIndir(base, fromRange(start)), excerpt, chapter: label });
    }
  }
  return matches;
}

function isBefore(place: Range | Element, start: Range): boolean {
  const node = 'startContainer' in place ? place.startContainer : place;
  return start.comparePoint(node, 0) <= 0;
}
