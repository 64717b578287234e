/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Browser {
  /** Whether sound has somewhere to go: without, this engine plays nothing. */
  readonly hasSound: boolean;
  /** Whether its driver can touch: WebKitGTK's turns a touch into a press of the mouse. */
  readonly hasTouch: boolean;
  /**
   * A tab at this address, in front, in a window of 1440 by 900 px. Cookies of the address are gone; what else was
   * kept goes by its port.
   */
  open(url: string): Promise<Tab>;
  /** A tab beside those that are open, in front: they share what is kept. */
  beside(url: string): Promise<Tab>;
  /** Closes the tabs of a journey: a page that outlives its server writes errors. */
  leave(): Promise<void>;
  /** Errors that pages wrote to the console or did not catch, since this was last read. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What all engines can do, and nothing else: what a journey does is made of it, in `screen.ts`. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page, which sees its arguments only. They and its result pass through JSON. */
  evaluate<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** The same with a library before it, by its source, whatever the page's policy. */
  evaluateWith<A extends unknown[], R>(library: string, work: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** A key by its name (`ArrowRight`, `a`, `Space`), after those that are held meanwhile (`Shift+Tab`). */
  key(keys: string): Promise<void>;
  /** Keys of a text, one after the other. */
  type(text: string): Promise<void>;
  press(at: Point): Promise<void>;
  /** Presses at the first point, moves over the others and lets go at the last one. */
  drag(points: readonly Point[]): Promise<void>;
  /**
   * A finger per line: each touches its first point, holds (in ms), moves over the others, all at once, and lets go.
   * Needs `hasTouch`.
   */
  touch(fingers: readonly (readonly Point[])[], held?: number): Promise<void>;
  move(to: Point): Promise<void>;
  wheel(at: Point, down: number): Promise<void>;
  /** Another size of the window, for this journey; an engine may leave it somewhat larger. */
  resize(width: number, height: number): Promise<void>;
  /** Chooses files of this computer, as the dialog of an input does. */
  choose(input: string, files: readonly string[]): Promise<void>;
  /** A png of the window. */
  screenshot(): Promise<Buffer>;
  /** Closes it as a person does: the page hears of it, and the browser goes on. */
  close(): Promise<void>;
}

/** How long a press, a touch or a key is held, in ms. */
export const HELD_MS = 20;
/** How long a finger rests before it lets go, in ms: a tap after a fling only ends the fling. */
export const REST_MS = 100;

export const SIZE = { width: 1440, height: 900 };
