import {
  BookException,
  type EngineName,
  type Look,
  type Match,
  type Place,
  type Press,
  type ReaderEngine,
} from '../../../../src/services/reader/engine.ts';
import { createReaders } from '../../../../src/services/reader/readers.ts';

/** An engine in a page of its own, as a test moves it. */
export interface Bench {
  /** Opens the file at `/book`. Gives what is wrong with it, or null. */
  open(name: EngineName, location: string | null, look: Look): Promise<string | null>;
  readonly engine: ReaderEngine;
  /** The last place that it told; null: none. */
  place(): Place | null;
  search(query: string): Promise<readonly Match[]>;
  readonly presses: Press[];
  /** What is not given back: addresses of files, elements in the surface. */
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
const presses: Press[] = [];

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
        onMoved: (moved) => void (place = moved),
        onPressed: (press) => void presses.push(press),
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
  search: async (query) => (await engine?.search?.(query, new AbortController().signal)) ?? [],
  presses,
  held: () => ({ urls: urls.size, elements: surface.childElementCount }),
};
