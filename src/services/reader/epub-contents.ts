import type { NavItem } from 'epubjs/types/navigation';
import type { ContentsEntry, Match } from './engine.ts';
import type { EpubBook } from './epub-internals.ts';
import { findText } from './find-text.ts';

/** Titles by number of the file in which their chapter begins. */
export type Chapters = ReadonlyMap<number, string>;

export function entriesOf({ navigation, packaging, spine }: EpubBook): readonly ContentsEntry[] {
  const base = packaging.navPath || packaging.ncxPath || '';
  const entries = (items: readonly NavItem[]): readonly ContentsEntry[] =>
    items.map(({ label, href, subitems }) => {
      const target = resolve(href, base);
      return {
        label: label.trim(),
        target: spine.get(target) ? target : href,
        children: entries(subitems ?? []),
      };
    });
  return entries(navigation.toc);
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
  chapters: Chapters,
  query: string,
  signal: AbortSignal,
): Promise<readonly Match[]> {
  const found: Match[] = [];
  for (const section of book.spine.spineItems) {
    if (signal.aborted) return found;
    const isLoaded = Boolean(section.document);
    await section.load(book.load.bind(book));
    for (const { start, excerpt } of findText(section.document, query))
      found.push({ target: section.cfiFromRange(start), excerpt, chapter: chapterAt(chapters, section.index) });
    if (!isLoaded) section.unload();
  }
  return found;
}

/** Resolves an address relative to its file, as the spine names it. */
export function resolve(href: string, base: string): string {
  const { pathname, hash } = new URL(href, new URL(base, 'http://book/'));
  return `${decode(pathname).slice(1)}${hash}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
