import { fake, fromRange, joinIndir } from 'foliate-js/epubcfi.js';
import type { OpenOptions, Place } from './engine.ts';
import { isElement } from './first-in-view.ts';
import { footnoteOf } from './footnotes.ts';
import type { FoundMarks } from './found-marks.ts';
import { spotOfCfi, type MobiBook } from './mobi-book.ts';
import type { MobiFrames } from './mobi-frames.ts';
import type { PageFrame } from './page-frame.ts';
import { listenToPage } from './page-input.ts';
import { shareAt } from './shares.ts';
import { shareIn, type TextMarks } from './text-marks.ts';

export interface Heading {
  readonly label: string;
  readonly place: Range | Element | null;
}

interface Options extends Pick<OpenOptions, 'surface' | 'onPressed'> {
  readonly book: MobiBook;
  readonly frames: MobiFrames;
  readonly marks: TextMarks;
  readonly found: FoundMarks;
  readonly signal: AbortSignal;
}

/** The chapter in view, in its frame. */
export interface ShownChapter {
  /** null before the first one is open. */
  readonly frame: PageFrame | null;
  readonly index: number;
  open(wanted: number): Promise<PageFrame>;
  /** The CFI of the first text in view. */
  anchor(): string;
  /** null: not in this chapter. */
  rangeOf(target: string): Range | null;
  placeOf(frame: PageFrame, location: string): Place;
}

export function createChapter({ book, frames, marks, found, surface, onPressed, signal }: Options): ShownChapter {
  const { sizes } = book;
  const { chapters } = frames;
  const [first = 0] = chapters;
  let frame: PageFrame | null = null;
  let index = first;
  let headings: readonly Heading[] = [];

  function rangeIn(target: string, chapter: number, doc: Document): Range | null {
    const spot = spotOfCfi(target, sizes.length);
    const found = spot?.chapter === chapter ? placeIn(spot.find, doc) : null;
    return found && 'startContainer' in found ? found : null;
  }

  function addMarks(chapter: number, doc: Document) {
    const find = (target: string) => rangeIn(target, chapter, doc);
    found.add(doc, find);
    marks.add({
      root: doc.body,
      describe: (range) => ({
        target: joinIndir(fake.fromIndex(chapter), fromRange(range)),
        share: shareAt(sizes, chapter, shareIn(doc, range)),
        chapter: labelAt(headings, range) ?? titleBefore(book, chapter),
      }),
      find,
    });
  }

  /** Takes presses on links in the book, before others do. */
  function followLink(event: MouseEvent) {
    const link = isElement(event.target) ? event.target.closest('a[href]') : null;
    const target = link?.getAttribute('href') ?? '';
    if (!link || !/^(?:filepos|kindle):/i.test(target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const find = async () => {
      const spot = await book.resolve(target);
      if (!spot) return null;
      const text = async () => asPage(await book.markup(spot.chapter, '', { isShown: false }));
      const place = placeIn(spot.find, spot.chapter === index ? link.ownerDocument : await text());
      const node = place && 'startContainer' in place ? place.startContainer : place;
      return isElement(node) ? node : (node?.parentElement ?? null);
    };
    void footnoteOf(surface, link, target, find).then((note) =>
      onPressed(note ? { kind: 'footnote', ...note } : { kind: 'jump', target }),
    );
  }

  return {
    get frame() {
      return frame;
    },
    get index() {
      return index;
    },
    async open(wanted) {
      if (frame && wanted === index) return frame;
      const opened = await frames.open(wanted);
      if (signal.aborted) return opened;
      const hadFocus = surface.ownerDocument.activeElement === frame?.element;
      frame?.close();
      [frame, index] = [opened, wanted];
      const isFixed = book.page !== null;
      listenToPage(opened.document, opened.element, { surface, onPressed, box: () => opened.box, isFixed, signal });
      headings = await headingsOf(book, wanted, opened.document);
      addMarks(wanted, opened.document);
      opened.document.addEventListener('click', followLink, { capture: true, signal });
      if (hadFocus) opened.element.focus();
      return opened;
    },
    anchor() {
      const start = frame?.start();
      return joinIndir(fake.fromIndex(index), start ? fromRange(start) : 'epubcfi(/4)');
    },
    rangeOf: (target) => frame && rangeIn(target, index, frame.document),
    placeOf({ page, pages, isAtStart, isReached }, location) {
      const atEnd = index === chapters.at(-1) && page >= pages - 1;
      const heading = headings.findLast(({ place }) => place === null || isReached(place));
      return {
        location,
        share: atEnd ? 1 : shareAt(sizes, index, page / pages),
        page: page + 1,
        pages,
        chapter: heading?.label ?? titleBefore(book, index),
        atStart: index === first && isAtStart,
        atEnd,
      };
    },
  };
}

const asPage = (markup: string) => new DOMParser().parseFromString(markup, 'text/html');

export function placeIn(find: (doc: Document) => Range | Element | null, doc: Document): Range | Element | null {
  try {
    return find(doc);
  } catch {
    return null;
  }
}

export async function headingsOf(book: MobiBook, chapter: number, doc: Document): Promise<readonly Heading[]> {
  const own = book.titles.filter((title) => title.chapter === chapter);
  return Promise.all(
    own.map(async ({ label, target }) => {
      const spot = await book.resolve(target);
      return { label, place: spot && placeIn(spot.find, doc) };
    }),
  );
}

export function titleBefore({ titles }: MobiBook, chapter: number): string | null {
  return titles.findLast((title) => title.chapter >= 0 && title.chapter < chapter)?.label ?? null;
}

/** The last heading at or before the start of a range. */
export const labelAt = (headings: readonly Heading[], range: Range): string | undefined =>
  headings.findLast(({ place }) => place === null || isBefore(place, range))?.label;

function isBefore(place: Range | Element, start: Range): boolean {
  const node = 'startContainer' in place ? place.startContainer : place;
  return start.comparePoint(node, 0) <= 0;
}
