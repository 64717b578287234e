import type { Archive } from './archive.ts';
import { nameOf } from './epub-archive.ts';

/** A file as the manifest of a book names it. */
interface Asset {
  readonly href: string;
  readonly type: string;
}

/** What epubjs knows of a book's files; addresses are those in the archive ('/OEBPS/c1.xhtml'). */
interface OpenBook {
  readonly resources: {
    /** Pictures, fonts, styles and sounds. */
    readonly assets: readonly Asset[];
    /** The same files as the file with this address would name them. */
    relativeTo(address: string): readonly string[];
  };
  resolve(name: string): string;
}

const STYLE = 'text/css';

/** The files of an open epub that chapters show. */
export interface EpubAssets {
  /**
   * The text of a chapter or style with addresses that a frame can load, in place of the names of files. Each file is
   * unpacked when it is named first: a book of a thousand pictures opens as fast as one without. A name that leads
   * nowhere stays.
   */
  fill(text: string, address: string): Promise<string>;
  /** Gives back the addresses. */
  close(): void;
}

export function createAssets(held: object, archive: Archive): EpubAssets {
  const book = held as OpenBook;
  // epubjs forgets them when it closes.
  const { resources } = book;
  const known = new Map<Asset, Promise<string | null>>();
  const given = new Set<string>();
  let isClosed = false;

  /** `inside`: the styles whose imports are followed just now. */
  async function fill(text: string, address: string, inside: readonly Asset[]): Promise<string> {
    const names = new Map<string, Asset>();
    resources.relativeTo(address).forEach((name, at) => {
      const asset = resources.assets[at];
      if (name && asset && !inside.includes(asset) && text.includes(name)) names.set(name, asset);
    });
    if (names.size === 0) return text;
    const found = new Map<string, string | null>();
    await Promise.all([...names].map(async ([name, asset]) => found.set(name, await addressOf(asset, inside))));
    // The longest first: a name may be the end of another one.
    const longestFirst = [...names.keys()].toSorted((one, other) => other.length - one.length);
    return text.replace(new RegExp(longestFirst.map(escaped).join('|'), 'g'), (name) => found.get(name) ?? name);
  }

  function addressOf(asset: Asset, inside: readonly Asset[]): Promise<string | null> {
    // Two styles that import each other would wait for each other.
    if (asset.type === STYLE && inside.length > 0) return unpack(asset, inside);
    const address = known.get(asset) ?? unpack(asset, inside);
    known.set(asset, address);
    return address;
  }

  async function unpack(asset: Asset, inside: readonly Asset[]): Promise<string | null> {
    try {
      const address = book.resolve(asset.href);
      const bytes = await archive.read(nameOf(address));
      const isStyle = bytes !== null && asset.type === STYLE;
      const content = isStyle ? await fill(new TextDecoder().decode(bytes), address, [...inside, asset]) : bytes;
      if (content === null || isClosed) return null;
      const url = URL.createObjectURL(new Blob([content], { type: asset.type }));
      given.add(url);
      return url;
    } catch {
      return null;
    }
  }

  return {
    fill: (text, address) => fill(text, address, []),
    close() {
      isClosed = true;
      for (const url of given) URL.revokeObjectURL(url);
      given.clear();
    },
  };
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|-]/g, String.raw`\$&`);
