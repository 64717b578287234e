import type { Archive } from './archive.ts';
import { nameOf } from './epub-archive.ts';
import { unfixed } from './page-style.ts';

interface Asset {
  readonly href: string;
  readonly type: string;
}

interface OpenBook {
  readonly resources: {
    readonly assets: readonly Asset[];
    relativeTo(address: string): readonly string[];
  };
  resolve(name: string): string;
}

const STYLE = 'text/css';

export interface EpubAssets {
  /** Replaces names of files in a chapter or style by loadable addresses. Unpacks files on first use. */
  fill(text: string, address: string): Promise<string>;
  close(): void;
}

export function createAssets(held: object, archive: Archive): EpubAssets {
  const book = held as OpenBook;
  // epubjs forgets them when it closes.
  const { resources } = book;
  const known = new Map<Asset, Promise<string | null>>();
  const given = new Set<string>();
  let isClosed = false;

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
    // Two styles that import each other would deadlock.
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
      const content = isStyle
        ? await fill(unfixed(new TextDecoder().decode(bytes)), address, [...inside, asset])
        : bytes;
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
