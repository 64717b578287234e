import type { ContentsEntry, Match, PrintedPage } from './engine.ts';
import type { Parts } from './epub-archive.ts';
import type { EpubBook, Section } from './epub-internals.ts';
import { resolve } from './epub-names.ts';
import { findText, textAt } from './find-text.ts';
import { shareAt, spotAt } from './shares.ts';

/** Titles by number of the file in which their chapter begins. */
export type Chapters = ReadonlyMap<number, string>;

export interface Navigation {
  readonly contents: readonly ContentsEntry[];
  readonly printedPages: readonly PrintedPage[];
}

const PRINTED_MOST = 20_000;

/** Table of contents and page list of EPUB 3, or of EPUB 2 where they are missing or empty. */
export async function readNavigation({ packaging, spine }: EpubBook, parts: Parts): Promise<Navigation> {
  let contents: Navigation['contents'] = [];
  let printedPages: Navigation['printedPages'] = [];
  for (const path of [packaging.navPath, packaging.ncxPath]) {
    const doc = path && (contents.length === 0 || printedPages.length === 0) ? await parts.contents(path) : null;
    if (!path || !doc) continue;
    const nav = (type: RegExp) => [...doc.querySelectorAll('nav')].find((one) => hasType(one, type));
    const list = nav(/\btoc\b/)?.querySelector('ol') ?? doc.querySelector('navMap, navmap');
    if (list && contents.length === 0) contents = entriesIn(list, path, spine);
    const pages = nav(/\bpage-?list\b/) ?? doc.querySelector('pageList, pagelist');
    if (pages && printedPages.length === 0) printedPages = printedIn(pages, path, spine);
  }
  return { contents, printedPages };
}

/** By its `epub:type`, or the role that stands for it. */
export const hasType = ({ attributes }: Element, type: RegExp) =>
  [...attributes].some(({ name, value }) => /^role$|\btype$/.test(name) && type.test(value));

function printedIn(list: Element, path: string, spine: EpubBook['spine']): readonly PrintedPage[] {
  return [...list.querySelectorAll('a, pageTarget, pagetarget')].slice(0, PRINTED_MOST).flatMap((entry) => {
    const href = entry.getAttribute('href') ?? entry.querySelector('content')?.getAttribute('src') ?? '';
    const text = (entry.querySelector('navLabel, navlabel') ?? entry).textContent.trim().replace(/\s+/g, ' ');
    const label = text.replace(/^(?:page|pg?\.?)\s+(?=\S)/i, '') || (entry.getAttribute('value') ?? '');
    const target = href === '' ? null : resolve(href, path);
    return label !== '' && target !== null && spine.get(target) ? [{ label, target }] : [];
  });
}

function entriesIn(list: Element, path: string, spine: EpubBook['spine']): readonly ContentsEntry[] {
  const items = [...list.children].filter(({ localName }) => /^(?:li|navpoint)$/i.test(localName));
  return items.flatMap((item) => {
    const part = (name: RegExp) => [...item.children].find(({ localName }) => name.test(localName));
    const label =
      part(/^(?:a|span|navlabel)$/i)
        ?.textContent.trim()
        .replace(/\s+/g, ' ') ?? '';
    const href = part(/^a$/i)?.getAttribute('href') ?? part(/^content$/i)?.getAttribute('src') ?? '';
    const children = entriesIn(part(/^ol$/i) ?? item, path, spine);
    const own = href === '' ? null : resolve(href, path);
    const target = own && spine.get(own) ? own : (children[0]?.target ?? href);
    return label === '' && children.length === 0 ? [] : [{ label, target, children }];
  });
}

export function chaptersOf(contents: readonly ContentsEntry[], { spine }: EpubBook): Chapters {
  const titles = new Map<number, string>();
  const add = ({ target, label, children }: ContentsEntry) => {
    const index = spine.get(target)?.index;
    if (index !== undefined && !titles.has(index)) titles.set(index, label);
    children.forEach(add);
  };
  contents.forEach(add);
  return titles;
}

export function chapterAt(chapters: Chapters, index: number): string | null {
  for (let at = index; at >= 0; at--) if (chapters.has(at)) return chapters.get(at) ?? null;
  return null;
}

export async function search(
  book: EpubBook,
  { chapters, sizes }: { readonly chapters: Chapters; readonly sizes: readonly number[] },
  query: string,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const found: Match[] = [];
  for (const section of book.spine.spineItems) {
    if (signal.aborted) return found;
    const { index } = section;
    await readIn(book, section, (text) => {
      for (const { start, excerpt, share } of findText(text, query))
        found.push({
          target: section.cfiFromRange(start),
          share: shareAt(sizes, index, share),
          excerpt,
          chapter: chapterAt(chapters, index),
        });
    });
  }
  return found;
}

/** A target at a share (0..1) of the book. */
export async function targetAt(book: EpubBook, sizes: readonly number[], share: number): Promise<string | undefined> {
  const { index, inside } = spotAt(sizes, share);
  const section = book.spine.spineItems[index];
  if (!section || inside === 0) return section?.href;
  return readIn(book, section, (text) => {
    const word = textAt(text, inside);
    return word ? section.cfiFromRange(word) : section.href;
  });
}

/** Reads a file of the book that need not be in view. */
export async function readIn<Result>(
  book: EpubBook,
  section: Section,
  read: (text: Document) => Result,
): Promise<Result> {
  const isLoaded = Boolean(section.document);
  await section.load(book.load.bind(book));
  const result = read(section.document);
  if (!isLoaded) section.unload();
  return result;
}
