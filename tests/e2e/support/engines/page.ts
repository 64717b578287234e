import {
  BookException,
  type EngineName,
  type Look,
  type Match,
  type Place,
  type Press,
  type ReaderEngine,
  type TextSelection,
} from '../../../../src/services/reader/engine.ts';
import { createReaders } from '../../../../src/services/reader/readers.ts';

/** An engine in a page of its own, controlled by a test. */
export interface Bench {
  /** Opens the file at `/book`. Gives its fault, or null. */
  open(name: EngineName, location: string | null, look: Look): Promise<string | null>;
  readonly engine: ReaderEngine;
  /** The last place that it reported, or null. */
  place(): Place | null;
  search(query: string): Promise<readonly Match[]>;
  endSearch(): void;
  readonly presses: Press[];
  /** Reported selections, oldest first; null: its end. */
  readonly selections: (TextSelection | null)[];
  /** The drawn marks that were pressed. */
  readonly pressedMarks: string[];
  /** What is not released: addresses of files, elements in the surface. */
  held(): { readonly urls: number; readonly elements: number };
}

declare global {
  interface Window {
    bench: Bench;
  }
}

const surface = document.querySelector<HTMLElement>('#surface') ?? document.body;
const readers = createReaders({} as Parameters<typeof createReaders>[0]);
const urls = new Set<string>();
const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
URL.createObjectURL = (one) => {
  const url = create.call(URL, one);
  urls.add(url);
  return url;
};
URL.revokeObjectURL = (url) => {
  urls.delete(url);
  revoke.call(URL, url);
};

let engine: ReaderEngine | null = null;
let place: Place | null = null;
let searching = new AbortController();
const presses: Press[] = [];
const selections: (TextSelection | null)[] = [];
const pressedMarks: string[] = [];

window.bench = {
  async open(name, location, look) {
    place = null;
    const file = await (await fetch('book')).blob();
    try {
      const open = await readers.load(name);
      engine = await open(file, {
        surface,
        location,
        look,
        password: '',
        onMoved: (moved) => void (place = moved),
        onPressed(press) {
          if (press.kind === 'jump') void engine?.go(press.target).catch(() => undefined);
          else presses.push(press);
        },
        onSelected: (selection) => void selections.push(selection),
        onMarkPressed: (id) => void pressedMarks.push(id),
      });
      return null;
    } catch (cause) {
      return cause instanceof BookException ? cause.fault : String(cause);
    }
  },
  get engine() {
    if (!engine) throw new Error('No book is open');
    return engine;
  },
  place: () => place,
  async search(query) {
    searching = new AbortController();
    return (await engine?.search?.(query, searching.signal)) ?? [];
  },
  endSearch: () => searching.abort(),
  presses,
  selections,
  pressedMarks,
  held: () => ({ urls: urls.size, elements: surface.childElementCount }),
};
