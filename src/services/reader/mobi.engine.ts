import { collapse, fake, fromRange, joinIndir } from 'foliate-js/epubcfi.js';
import { pause } from '../idle.ts';
import { createAloud } from './aloud.ts';
import { createBookFonts } from './book-fonts.ts';
import { BookException, type Match, type OpenOptions, type ReaderEngine } from './engine.ts';
import { findText, textAt } from './find-text.ts';
import { createFoundMarks } from './found-marks.ts';
import { readMobi, STYLE_ID, type MobiBook } from './mobi-book.ts';
import { createChapter, headingsOf, labelAt, placeIn, titleBefore } from './mobi-chapter.ts';
import { createFrames } from './mobi-frames.ts';
import { listenToMargins } from './page-input.ts';
import { markFreeText } from './page-style.ts';
import { chapterStarts, shareAt, shareOfTarget, spotAt } from './shares.ts';
import { createTextMarks } from './text-marks.ts';
import { within } from './within.ts';

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
  if (book.sizes.every((size) => size === 0)) throw new BookException('empty');
  const ending = new AbortController();
  const { signal } = ending;
  const box = surface.ownerDocument.createElement('div');
  box.style.cssText = 'position:relative;width:100%;height:100%;overflow:hidden';
  surface.append(box);
  const fonts = createBookFonts();
  let { look } = options;
  await fonts.load(look.font);
  const frames = createFrames(book, {
    box,
    surface,
    fonts: fonts.urls,
    look: () => look,
    onScrolled: () => turned(),
    signal,
  });
  const { chapters } = frames;
  const marks = createTextMarks({ ...options, firstInView: () => shown.frame?.start() ?? null, signal });
  const found = createFoundMarks();
  const shown = createChapter({ book, frames, marks, found, surface, onPressed, signal });
  const run = createQueue(signal);
  /** The place of the last turn: other changes return to it. */
  let anchor = '';
  let way: 1 | -1 = 1;

  function isInView(target: string): boolean {
    try {
      const range = shown.rangeOf(target);
      return range !== null && shown.frame?.isInView(range) === true;
    } catch {
      return false;
    }
  }

  /** `target`: kept as the place, if it is one in view. */
  function turned(target = '') {
    anchor = isInView(target) ? collapse(target) : shown.anchor();
    notify();
  }

  function notify() {
    if (shown.frame) onMoved(shown.placeOf(shown.frame, anchor));
    frames.prepare(shown.frame, shown.index, way);
  }

  async function display(target: string): Promise<boolean> {
    const spot = await book.resolve(target);
    if (!spot || !chapters.includes(spot.chapter)) return false;
    const opened = await shown.open(spot.chapter);
    const place = placeIn(spot.find, opened.document);
    if (place) opened.showPlace(place);
    else opened.show(0);
    return true;
  }

  const go = (target: string) =>
    run(async () => {
      if (!(await display(target))) throw new RangeError('The book has no such place');
      turned(target);
    });

  async function layAgain() {
    const { frame } = shown;
    if (!frame) return;
    frames.forget();
    if (look.alignment !== 'book' && !book.page) markFreeText(frame.document);
    await frame.lay(look);
    await display(anchor);
    notify();
  }

  const turn = (by: 1 | -1) =>
    run(async () => {
      if (!shown.frame) return;
      way = by;
      if (!shown.frame.turn(by)) {
        const next = chapters[chapters.indexOf(shown.index) + by];
        if (next === undefined) return;
        const opened = await shown.open(next);
        opened.show(by > 0 ? 0 : opened.pages - 1);
      }
      turned();
    });

  function close() {
    if (signal.aborted) return;
    ending.abort();
    resizing.disconnect();
    box.remove();
    fonts.close();
    book.close();
  }

  const resizing = new ResizeObserver(() => {
    if (shown.frame) run(layAgain).catch(() => undefined);
  });
  listenToMargins({ surface, onPressed, box: () => shown.frame?.box ?? null, signal });
  try {
    await run(async () => {
      const isThere = options.location !== null && (await display(options.location));
      if (!isThere) (await shown.open(shown.index)).show(0);
      turned(options.location ?? '');
    });
  } catch (cause) {
    close();
    throw cause;
  }
  resizing.observe(box);

  return {
    contents: book.contents,
    chapters: Promise.resolve(
      chapterStarts(
        book.sizes,
        book.titles.map(({ chapter, label }) => [chapter, label]),
      ),
    ),
    direction: book.direction,
    next: () => turn(1),
    previous: () => turn(-1),
    async go(target) {
      const share = shareOfTarget(target);
      if (share === null) {
        found.choose(target);
        return go(target);
      }
      const wanted = await targetAt(book, share);
      if (!isInView(wanted)) await go(wanted);
    },
    async show(next) {
      // The colours of the surface arrive in its next frame.
      await new Promise((done) => requestAnimationFrame(done));
      await run(async () => {
        await fonts.load(next.font);
        look = next;
        const style = shown.frame?.document.getElementById(STYLE_ID);
        if (style) style.textContent = frames.style();
        await layAgain();
      });
    },
    async search(query, stop) {
      const matches = await search(book, chapters, query, stop);
      if (!stop.aborted) found.begin(query, stop);
      return matches;
    },
    isInView,
    marking: marks,
    aloud:
      book.page === null
        ? createAloud({
            shown: () => (shown.frame ? [{ index: shown.index, document: shown.frame.document }] : []),
            firstInView: () => shown.frame?.start() ?? null,
            targetOf: (range) => joinIndir(fake.fromIndex(shown.index), fromRange(range)),
            isInView,
            go,
            next(index) {
              const chapter = chapters[chapters.indexOf(index) + 1];
              if (chapter === undefined) return null;
              return { index: chapter, target: joinIndir(fake.fromIndex(chapter), 'epubcfi(/4)') };
            },
            language: book.language,
          })
        : null,
    close,
  };
}

/** Runs one work after the other, as long as the book is open. */
function createQueue(signal: AbortSignal) {
  let last: Promise<unknown> = Promise.resolve();
  return (work: () => Promise<void>): Promise<void> => {
    const done = last.then(() => (signal.aborted ? undefined : within(work())));
    last = done.catch(() => undefined);
    return done;
  };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
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
    const doc = await textOf(book, chapter);
    const found = findText(doc, query);
    if (found.length === 0) continue;
    const headings = await headingsOf(book, chapter, doc);
    const base = fake.fromIndex(chapter);
    for (const { start, excerpt, share } of found) {
      const label = labelAt(headings, start) ?? titleBefore(book, chapter);
      const target = joinIndir(base, fromRange(start));
      matches.push({ target, share: shareAt(book.sizes, chapter, share), excerpt, chapter: label });
    }
  }
  return matches;
}

const textOf = async (book: MobiBook, chapter: number) =>
  new DOMParser().parseFromString(await book.markup(chapter, '', { isShown: false }), 'text/html');

/** A target at a share (0..1) of the book. */
async function targetAt(book: MobiBook, share: number): Promise<string> {
  const { index, inside } = spotAt(book.sizes, share);
  const word = inside > 0 ? textAt(await textOf(book, index), inside) : null;
  return joinIndir(fake.fromIndex(index), word ? fromRange(word) : 'epubcfi(/4)');
}
