import type { Archive } from './archive.ts';
import type { Parts } from './epub-archive.ts';
import { addressOf, nameOf } from './epub-names.ts';
import { textOf } from './epub-part.ts';
import { unfixed } from './page-style.ts';

const STYLE = 'text/css';
/** Types of files that the archive has and the book does not name. Browsers know pictures by their content. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['css', STYLE],
  ['svg', 'image/svg+xml'],
]);

export interface EpubAssets {
  /** Replaces addresses of files in the markup of a chapter by loadable ones. Unpacks files on first use. */
  fill(markup: string, address: string): Promise<string>;
  /** A loadable address of a file; null: it is missing or damaged. */
  urlOf(name: string): Promise<string | null>;
  close(): void;
}

export function createAssets({ types }: Parts, { sizes, read }: Archive): EpubAssets {
  const known = new Map<string, Promise<string | null>>();
  const given = new Set<string>();
  let isClosed = false;

  async function fill(text: string, rewrite: Rewrite, base: string, inside: readonly string[]): Promise<string> {
    const names = new Map<string, string>();
    rewrite(text, (address) => {
      const name = /^\s*(?:#|$)/.test(address) ? null : nameOf(address, base);
      if (name !== null && sizes.has(name) && !inside.includes(name)) names.set(address, name);
      return address;
    });
    const found = new Map<string, string | null>();
    await Promise.all([...names].map(async ([address, name]) => found.set(address, await addressIn(name, inside))));
    return rewrite(text, (address) => {
      const url = found.get(address);
      return url ? url + (/#.*$/.exec(address)?.[0] ?? '') : address;
    });
  }

  function addressIn(name: string, inside: readonly string[]): Promise<string | null> {
    const type = types.get(name) || (ENDINGS.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '');
    // Two styles that import each other would deadlock.
    if (type === STYLE && inside.length > 0) return unpack(name, type, inside);
    const address = known.get(name) ?? unpack(name, type, inside);
    known.set(name, address);
    return address;
  }

  async function unpack(name: string, type: string, inside: readonly string[]): Promise<string | null> {
    try {
      const bytes = await read(name);
      const isStyle = bytes !== null && type === STYLE;
      const content = isStyle ? await fill(unfixed(textOf(bytes)), inStyle, addressOf(name), [...inside, name]) : bytes;
      if (content === null || isClosed) return null;
      const url = URL.createObjectURL(new Blob([content], { type }));
      given.add(url);
      return url;
    } catch {
      return null;
    }
  }

  return {
    fill: (markup, address) => fill(markup, inMarkup, address, []),
    urlOf: (name) => addressIn(name, []),
    close() {
      isClosed = true;
      for (const url of given) URL.revokeObjectURL(url);
      given.clear();
    },
  };
}

/** Replaces the addresses in a text: in one round they are read, in the next one written. */
type Rewrite = (text: string, write: (address: string) => string) => string;

const TAGS = /<style\b[^>]*>[^<]*|<(?!a\s|area\s|\/|!|\?)[^>]+>/gi;
const ATTRIBUTES = /(\s(?:src|href|xlink:href|poster|background|altimg|srcset|style)=")([^"]*)(?=")/gi;
const SOURCES = /([^\s,]\S*[^\s,])(?=\s|,|$)(\s+[\d.]+[wx])?/g;
const STYLES = /(url\(\s*|@import\s+)(?:"([^"]*)"|'([^']*)'|([^\s"'()]+)(?=\s*\)))/gi;

/** In markup as XMLSerializer writes it: a tag has no '>' in its values, and no text has a '<'. */
const inMarkup: Rewrite = (markup, write) =>
  markup.replace(TAGS, (tag) => {
    // A style of html has its text as it is.
    if (/^<style\b/i.test(tag))
      return tag.replace(/(>)([^]*)$/, (_, end: string, css: string) => end + inStyle(plain(css), write));
    return tag.replace(ATTRIBUTES, (_, start: string, value: string) => {
      const text = plain(value).replaceAll('&lt;', '<').replaceAll('&quot;', '"');
      if (/style="$/i.test(start)) return start + quoted(inStyle(text, write));
      if (/srcset="$/i.test(start))
        return start + quoted(text.replace(SOURCES, (_all, source: string, size = '') => write(source) + size));
      return start + quoted(write(text));
    });
  });

const inStyle: Rewrite = (css, write) =>
  css.replace(STYLES, (whole, start: string, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare ?? '';
    const written = write(address);
    return written === address ? whole : `${start}"${written}"`;
  });

/** Keeps '&lt;': a text of the book never becomes a tag. */
const plain = (text: string) => text.replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const quoted = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
