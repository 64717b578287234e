import type { MarkColour } from '../../schemas/marks.ts';
import type { Clip } from '../clips.ts';

export type EngineName = 'epub' | 'mobi' | 'comic' | 'pdf';

export interface ContentsEntry {
  readonly label: string;
  readonly target: string;
  readonly children: readonly ContentsEntry[];
}

/** A page of the printed edition, as the book lists it: '12', 'xii'. */
export interface PrintedPage {
  readonly label: string;
  readonly target: string;
}

/** Where a chapter begins: share of the whole book, 0..1. */
export interface ChapterStart {
  readonly share: number;
  readonly label: string;
}

export interface Place {
  /** A CFI, or a page from 1 as text. */
  readonly location: string;
  /** Of the whole book, 0..1. */
  readonly share: number;
  /** From 1, of the book, or of the chapter where the book has no pages. */
  readonly page: number;
  readonly pages: number;
  /** The first and the last page in view, where they are two. */
  readonly opening?: readonly [first: number, last: number];
  readonly chapter: string | null;
  /** Label of the printed page that it is on; missing before the first one. */
  readonly printed?: string;
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

export interface PageLook {
  /** `whole`: the page is completely in view; `original`: its own size. */
  readonly fit: 'width' | 'height' | 'whole' | 'original';
  /** `double`: two side by side where they fit, the cover alone; `strip`: one below the other. */
  readonly layout: 'single' | 'double' | 'strip';
  /** Null: from the book. */
  readonly direction: 'ltr' | 'rtl' | null;
  /** In percent of the fitted size. */
  readonly zoom: number;
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/**
 * `scale`, `lineSpacing`, `weight` and `margins` in percent of the usual, `stroke` in CSS pixels. Line spacing and
 * weight by default are those of the book. `letterSpacing` and `wordSpacing` in percent of the letter size,
 * `paragraphSpacing` of a line; 0: as in the book.
 */
export interface Look {
  /** `book`: that of the book, or the serif. */
  readonly font: 'book' | 'sans-serif' | 'serif' | 'opendyslexic';
  readonly scale: number;
  readonly lineSpacing: number;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly paragraphSpacing: number;
  readonly weight: number;
  readonly stroke: number;
  readonly spread: 'none' | 'auto';
  readonly margins: number;
  /** Of text that the book does not centre or align at the end. */
  readonly alignment: 'book' | 'justified' | 'start';
  /** `scrolled`: a chapter is as high as its text. Vertical text is always in pages. */
  readonly flow: 'paged' | 'scrolled';
  /** For engines of fixed pages only. */
  readonly pages?: PageLook;
}

/** Lengths in CSS pixels, times in ms of the page's clock. */
export type Press =
  /** Alt and the left arrow are the key 'BrowserBack'. */
  | { readonly kind: 'key'; readonly key: string; readonly shift: boolean }
  /** `x`: 0 at the left edge of the surface, 1 at its right one. */
  | { readonly kind: 'tap'; readonly x: number }
  | { readonly kind: 'swipe'; readonly dx: number; readonly dy: number; readonly duration: number; readonly at: number }
  | { readonly kind: 'wheel'; readonly delta: number; readonly at: number }
  /** `factor`: above 1 is larger. `isOver`: the fingers are lifted. */
  | { readonly kind: 'pinch'; readonly factor: number; readonly isOver: boolean }
  | { readonly kind: 'link'; readonly url: string }
  /** A link to another place of the book, for `go`. */
  | { readonly kind: 'jump'; readonly target: string }
  /** A link to a footnote or endnote. */
  | ({ readonly kind: 'footnote' } & Footnote)
  /** `fillsPage`: there is hardly a place beside it for taps, which have the same `x`. */
  | ({ readonly kind: 'picture'; readonly x: number; readonly fillsPage: boolean } & Picture);

export interface Match {
  readonly target: string;
  /** Of the whole book, 0..1. */
  readonly share: number;
  readonly excerpt: string;
  readonly chapter: string | null;
}

/** Where a menu stands beside words: from the middle and the top of the surface, in CSS pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** Above them: they end in the lower half of the surface. */
  readonly isLow: boolean;
}

/** A note of the book, beside its link. `html` is as the book has it: not sanitised. */
export interface Footnote extends Spot {
  /** For `go`. */
  readonly target: string;
  readonly html: string;
}

/** A picture of the book, to open large. */
export interface Picture {
  /** Of a blob or its data, never a remote one. */
  readonly address: string;
  /** Empty: it has none. */
  readonly name: string;
  /** Its own size in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export interface TextSelection extends Spot {
  /** For `go` and `mark`. */
  readonly target: string;
  readonly text: string;
  /** Where it begins, of the whole book, 0..1. */
  readonly share: number;
  readonly chapter: string | null;
}

/** With `text` it is drawn over its words, if they still match; others are only placed. */
export interface PageMark {
  readonly id: string;
  readonly target: string;
  readonly text: string;
  readonly colour: MarkColour;
  readonly hasNote?: boolean;
}

export interface Marking {
  mark(marks: readonly PageMark[]): void;
  deselect(): void;
  /** Selects the first word in view: arrows move it, with Shift they extend it. */
  selectFirst(): void;
  followLink(): void;
}

/** `language`: a BCP 47 tag; empty: the book names none. */
export interface Sentence {
  readonly text: string;
  readonly language: string;
  /** The narration of the book, where it has one. */
  readonly clip?: Clip;
}

/** What is being read aloud: letters of a sentence, by its number among those that were read last. */
export interface Spoken {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

export interface Aloud {
  /** The book brings its narration along. */
  readonly isNarrated: boolean;
  /** Sentences from the page in view on, or those after the last ones; turns to their chapter. Empty at the end. */
  read(from: 'view' | 'next'): Promise<readonly Sentence[]>;
  /** Highlights these letters and turns to them; null: none. */
  follow(spoken: Spoken | null): Promise<void>;
  /** Whether the highlighted letters are in view. */
  isInView(): boolean;
}

export interface OpenOptions {
  /** The engine draws in it. It is in the document, has a size, and the colours of the page. */
  readonly surface: HTMLElement;
  /** `Place.location` to begin at; null, or an unknown one: the beginning. */
  readonly location: string | null;
  readonly look: Look;
  /** Empty before one was typed. */
  readonly password: string;
  readonly onMoved: (place: Place) => void;
  readonly onPressed: (press: Press) => void;
  readonly onSelected?: (selection: TextSelection | null) => void;
  /** `isInLink`: its words are in a link. */
  readonly onMarkPressed?: (id: string, spot: Spot, isInLink: boolean) => void;
}

export interface Thumbnails {
  /** Draws a page into an element while it is in view. A broken page leaves it empty. */
  show(page: number, into: HTMLElement): void;
}

/** An open book: one protocol for all engines. They know neither machines nor views. */
export interface ReaderEngine {
  readonly contents: readonly ContentsEntry[];
  /** In order; never rejects. */
  readonly chapters?: Promise<readonly ChapterStart[]>;
  /** In the order of the book's list. */
  readonly printedPages?: readonly PrintedPage[];
  readonly direction: 'ltr' | 'rtl';
  /** Resolves when the page is shown. At the end of the book it does nothing. */
  next(): Promise<void>;
  previous(): Promise<void>;
  /** `target` of the contents or a match, a `Place.location` or a `shareTarget`. */
  go(target: string): Promise<void>;
  /** Keeps the place: the text at the top stays on the shown page, and at the top where it is scrolled. */
  show(look: Look): Promise<void>;
  /** Null where the engine cannot search. */
  readonly search: ((query: string, signal: AbortSignal) => Promise<readonly Match[]>) | null;
  /** Whether a reported place, or a selection, begins on the pages in view. */
  isInView(target: string): boolean;
  readonly marking: Marking | null;
  /** Null where the engine has no text. */
  readonly aloud: Aloud | null;
  readonly thumbnails?: Thumbnails;
  close(): void;
}

export type OpenBook = (file: Blob, options: OpenOptions) => Promise<ReaderEngine>;

/**
 * Why a book cannot open: `message` of the `unexpected` error that `open` rejects with. `protected`: by its publisher;
 * `locked`: by a password.
 */
export type BookFault = 'corrupt' | 'empty' | 'protected' | 'tooLarge' | 'locked' | 'wrongPassword';

export class BookException extends Error {
  readonly fault: BookFault;

  constructor(fault: BookFault, options?: ErrorOptions) {
    super(fault, options);
    this.name = 'BookException';
    this.fault = fault;
  }
}
