import type { MarkColour } from '../../schemas/marks.ts';

/** The kinds of books that an engine reads. */
export type EngineName = 'epub' | 'mobi' | 'comic' | 'pdf';

/** A line of the table of contents. `target` is for `go`. */
export interface ContentsEntry {
  readonly label: string;
  readonly target: string;
  readonly children: readonly ContentsEntry[];
}

/** Where the reader is. */
export interface Place {
  /** What is kept of it: a CFI, or a page from 1 as text. */
  readonly location: string;
  /** Of the whole book, 0..1. */
  readonly share: number;
  /** From 1, of the book, or of the chapter where the book has no pages of its own. */
  readonly page: number;
  readonly pages: number;
  readonly chapter: string | null;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** How books look whose pages are fixed: comics and pdf. */
export interface PageLook {
  /** What a page fills: the width, the height, or as much as is whole in view; `original`: it has its own size. */
  readonly fit: 'width' | 'height' | 'whole' | 'original';
  /** `double`: two side by side where there is room for them, the cover alone; `strip`: one below the other. */
  readonly layout: 'single' | 'double' | 'strip';
  /** Null: as the book says. */
  readonly direction: 'ltr' | 'rtl' | null;
  /** In percent of the size that it fits in. */
  readonly zoom: number;
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/**
 * How a page looks. `scale`, `lineSpacing` and `weight` in percent of what the book says, `stroke` in CSS pixels,
 * `margins` in percent of what a page of this width has. Colours are those of the surface.
 */
export interface Look {
  readonly font: 'sans-serif' | 'serif';
  readonly scale: number;
  readonly lineSpacing: number;
  readonly weight: number;
  readonly stroke: number;
  readonly spread: 'none' | 'auto';
  readonly margins: number;
  /** Of text that the book does not set in the middle or at the end. */
  readonly alignment: 'book' | 'justified' | 'start';
  /** `scrolled`: a chapter is as high as its text. Vertical text is in pages all the same. */
  readonly flow: 'paged' | 'scrolled';
  /** Read by the engines of fixed pages only. */
  readonly pages?: PageLook;
}

/** What a person did on a page. Lengths in CSS pixels, times in ms of the page's clock. */
export type Press =
  | { readonly kind: 'key'; readonly key: string; readonly shift: boolean }
  /** `x`: 0 at the left edge of the surface, 1 at its right one. */
  | { readonly kind: 'tap'; readonly x: number }
  | { readonly kind: 'swipe'; readonly dx: number; readonly dy: number; readonly duration: number; readonly at: number }
  | { readonly kind: 'wheel'; readonly delta: number; readonly at: number }
  /** `factor`: what is larger is above 1. `isOver`: the fingers are lifted. */
  | { readonly kind: 'pinch'; readonly factor: number; readonly isOver: boolean }
  /** A link out of the book. */
  | { readonly kind: 'link'; readonly url: string };

/** A place where the searched words stand. */
export interface Match {
  readonly target: string;
  readonly excerpt: string;
  readonly chapter: string | null;
}

/** Words that are selected on the pages. */
export interface TextSelection {
  /** For `go` and `mark`. */
  readonly target: string;
  readonly text: string;
  /** Where it begins, of the whole book, 0..1. */
  readonly share: number;
  readonly chapter: string | null;
  /** Whether it ends in the lower half of the surface. */
  readonly isLow: boolean;
}

/** A mark on the pages. One with `text` is drawn over its words where they are still these; others are only placed. */
export interface PageMark {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  readonly colour: MarkColour;
}

/** What an engine whose text can be marked tells and does. */
export interface Marking {
  /** These are drawn, instead of those before. */
  mark(marks: readonly PageMark[]): void;
  /** Nothing is selected any more. */
  deselect(): void;
  /** Selects the first word in view: arrows move it, with Shift they extend it. */
  selectFirst(): void;
  /** Follows the link that the mark which was pressed last is in. */
  followLink(): void;
}

export interface OpenOptions {
  /** The engine draws in it. It is in the document, has a size, and its colours are those of the page. */
  readonly surface: HTMLElement;
  /** `Place.location` to begin at; null, or one that the book has not: its beginning. */
  readonly location: string | null;
  readonly look: Look;
  readonly onMoved: (place: Place) => void;
  readonly onPressed: (press: Press) => void;
  /** Null: nothing is selected any more. */
  readonly onSelected?: (selection: TextSelection | null) => void;
  /** A drawn mark was pressed. `isLow` as of a selection; `isInLink`: its words lead somewhere. */
  readonly onMarkPressed?: (id: string, isLow: boolean, isInLink: boolean) => void;
}

/** Small pictures of fixed pages. */
export interface Thumbnails {
  /** Draws a page into an element while it is in view. A page that cannot be drawn leaves it empty. */
  show(page: number, into: HTMLElement): void;
}

/** An open book. All engines do the same by these; none of them knows machines or views. */
export interface ReaderEngine {
  readonly contents: readonly ContentsEntry[];
  /** In which direction its pages follow each other. */
  readonly direction: 'ltr' | 'rtl';
  /** Resolves when the page is shown. At the end of the book nothing happens. */
  next(): Promise<void>;
  previous(): Promise<void>;
  /** To a `target` of the contents or a match, or a `Place.location`. */
  go(target: string): Promise<void>;
  /** The place stays: what was at the top is on the shown page, and at the top of it where text is scrolled. */
  show(look: Look): Promise<void>;
  /** Null where the engine cannot search. */
  readonly search: ((query: string, signal: AbortSignal) => Promise<readonly Match[]>) | null;
  /** Whether a place that it told, or a selection, begins on the pages in view. */
  isInView(target: string): boolean;
  /** Null where text cannot be marked. */
  readonly marking: Marking | null;
  /** Absent where pages are not fixed. */
  readonly thumbnails?: Thumbnails;
  close(): void;
}

export type OpenBook = (file: Blob, options: OpenOptions) => Promise<ReaderEngine>;

/** Why a book cannot be opened: `message` of the `unexpected` error that `open` rejects with. */
export type BookFault = 'corrupt' | 'empty' | 'protected' | 'tooLarge';

export class BookException extends Error {
  readonly fault: BookFault;

  constructor(fault: BookFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'BookException';
    this.fault = fault;
  }
}
