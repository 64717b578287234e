/** What epubjs knows of a book's files; addresses are those in the archive ('/OEBPS/c1.xhtml'). */
interface OpenBook {
  readonly archive: {
    createUrl(address: string): Promise<string>;
    getText(address: string): Promise<string> | undefined;
  };
  readonly resources: {
    /** Pictures, fonts, styles and sounds, as the manifest names them. */
    readonly urls: readonly string[];
    readonly cssUrls: readonly string[];
    /** The same files as the file with this address would name them. */
    relativeTo(address: string): readonly string[];
  };
  resolve(name: string): string;
}

/** The files of an open epub that chapters show. */
export interface EpubAssets {
  /**
   * The text of a chapter or style with addresses that a frame can load, in place of the names of files. Each file is
   * unpacked when it is named first: a book of a thousand pictures opens as fast as one without. A name that leads
   * nowhere stays.
   */
  fill(text: string, address: string): Promise<string>;
  /** Gives back the addresses. Those of pictures go with the archive. */
  close(): void;
}

export function createAssets(held: object): EpubAssets {
  const { archive, resources, resolve } = bound(held as OpenBook);
  const known = new Map<string, Promise<string | null>>();
  const styles = new Set<string>();
  let isClosed = false;

  /** `inside`: the styles whose imports are followed just now. */
  async function fill(text: string, address: string, inside: readonly string[]): Promise<string> {
    const names = new Map<string, string>();
    resources.relativeTo(address).forEach((name, at) => {
      const asset = resources.urls[at];
      if (name && asset !== undefined && !inside.includes(asset) && text.includes(name)) names.set(name, asset);
    });
    if (names.size === 0) return text;
    const found = new Map<string, string | null>();
    await Promise.all([...names].map(async ([name, asset]) => found.set(name, await addressOf(asset, inside))));
    // The longest first: a name may be the end of another one.
    const longestFirst = [...names.keys()].toSorted((one, other) => other.length - one.length);
    return text.replace(new RegExp(longestFirst.map(escaped).join('|'), 'g'), (name) => found.get(name) ?? name);
  }

  function addressOf(asset: string, inside: readonly string[]): Promise<string | null> {
    const isStyle = resources.cssUrls.includes(asset);
    // Two styles that import each other would wait for each other.
    if (isStyle && inside.length > 0) return unpack(asset, true, inside);
    const address = known.get(asset) ?? unpack(asset, isStyle, inside);
    known.set(asset, address);
    return address;
  }

  async function unpack(asset: string, isStyle: boolean, inside: readonly string[]): Promise<string | null> {
    try {
      const address = resolve(asset);
      if (!isStyle) return await archive.createUrl(address);
      const text = await archive.getText(address);
      if (text === undefined) return null;
      const style = await fill(text, address, [...inside, asset]);
      if (isClosed) return null;
      const url = URL.createObjectURL(new Blob([style], { type: 'text/css' }));
      styles.add(url);
      return url;
    } catch {
      return null;
    }
  }

  return {
    fill: (text, address) => fill(text, address, []),
    close() {
      isClosed = true;
      for (const url of styles) URL.revokeObjectURL(url);
      styles.clear();
    },
  };
}

/** epubjs forgets its parts when it closes, and its `resolve` needs the book. */
function bound(book: OpenBook): OpenBook {
  return { archive: book.archive, resources: book.resources, resolve: (name) => book.resolve(name) };
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|-]/g, String.raw`\$&`);
