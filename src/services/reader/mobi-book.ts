import { fake, isCFI, parse, toRange } from 'foliate-js/epubcfi.js';
import { MOBI, type FoliateEntry, type FoliateSection, type Kf8Book, type Mobi6Book } from 'foliate-js/mobi.js';
import { disarmChapter, guarded } from './chapter-safety.ts';
import type { ContentsEntry } from './engine.ts';
import { sizeFrom } from './fixed-frame.ts';
import { checkMobi, unpackFont } from './mobi-file.ts';
import type { Size } from './openings.ts';
import { tameChapter } from './page-style.ts';

export interface Spot {
  readonly chapter: number;
  readonly find: (doc: Document) => Range | Element | null;
}

export interface Title {
  readonly label: string;
  readonly target: string;
  readonly chapter: number;
}

export interface MobiBook {
  /** Bytes; 0: the chapter is missing. */
  readonly sizes: readonly number[];
  readonly contents: readonly ContentsEntry[];
  readonly titles: readonly Title[];
  readonly direction: 'ltr' | 'rtl';
  /** A BCP 47 tag; empty: the book names none. */
  readonly language: string;
  /** Each chapter is a page, by default of this size. Null: its text is set in pages. */
  readonly page: Size | null;
  /** With `style` as the last one. Pictures get addresses only if `isShown`. */
  markup(chapter: number, style: string, options: { readonly isShown: boolean }): Promise<string>;
  /** null: not in this book. */
  resolve(target: string): Promise<Spot | null>;
  close(): void;
}

const XHTML = 'http://www.w3.org/1999/xhtml';
const PART = /^kindle:(?:flow|embed):/;
const PARTS = /kindle:(?:flow|embed):/;
const PART_NAMES = ['src', 'href', 'xlink:href', 'poster'];

/** @throws BookException of `checkMobi`, and errors of foliate-js */
export async function readMobi(file: Blob): Promise<MobiBook> {
  await checkMobi(file);
  const book = await new MOBI({ unzlib: unpackFont }).open(file);
  const sections = book.sections;
  // The older kind starts with an empty chapter when nothing precedes its first page.
  const blank = await Promise.all(sections.map((section) => !isKf8(book) && isBlank(section)));
  const titles: Title[] = [];
  const contents = entriesOf(book.toc ?? [], (entry) => titles.push({ ...entry, chapter: chapterOf(book, entry) }));
  const drawn = new Map<string, Promise<{ readonly url: string; readonly drawing: Element | null }>>();

  async function read(chapter: number): Promise<Document> {
    const section = sections[chapter];
    const doc = await section?.createDocument?.();
    if (!doc) throw new RangeError(`The book has no chapter ${chapter}`);
    if (!doc.querySelector('parsererror') && doc.documentElement?.namespaceURI === XHTML) return doc;
    await section?.load?.();
    return (await section?.createDocument?.()) ?? doc;
  }

  return {
    sizes: sections.map(({ createDocument, size = 0 }, chapter) =>
      createDocument && !blank[chapter] ? Math.max(size, 1) : 0,
    ),
    contents,
    titles,
    direction: book.dir === 'rtl' ? 'rtl' : 'ltr',
    language: [book.metadata?.language].flat()[0] ?? '',
    page: isKf8(book) && book.rendition?.layout === 'pre-paginated' ? pageOf(book.rendition.viewport) : null,
    async markup(chapter, style, { isShown }) {
      const doc = await read(chapter);
      if (isShown) await (isKf8(book) ? fillKf8(doc, book, drawn) : book.replaceResources(doc));
      disarmChapter(doc);
      tameChapter(doc);
      return toHtml(doc, style);
    },
    async resolve(target) {
      try {
        if (isCFI.test(target)) return spotOfCfi(target, sections.length);
        const found = await book.resolveHref(target);
        return found && sections[found.index] ? { chapter: found.index, find: found.anchor } : null;
      } catch {
        return null;
      }
    },
    close() {
      book.destroy();
      for (const one of drawn.values())
        one.then(
          ({ url }) => URL.revokeObjectURL(url),
          () => undefined,
        );
    },
  };
}

const MOST_BLANK = 2048;

async function isBlank({ createDocument, size = 0 }: FoliateSection): Promise<boolean> {
  if (!createDocument || size > MOST_BLANK) return false;
  const { body } = await createDocument();
  return body.textContent.trim() === '' && !body.querySelector('img, svg, video, audio');
}

const USUAL: Size = { width: 600, height: 800 };

const pageOf = ({ width, height }: { readonly width?: string; readonly height?: string }): Size =>
  sizeFrom(width, height) ?? USUAL;

const isKf8 = (book: Mobi6Book | Kf8Book): book is Kf8Book => 'loadResourceBlob' in book;

export function spotOfCfi(cfi: string, chapters: number): Spot | null {
  const parsed = parse(cfi);
  const steps = Array.isArray(parsed) ? parsed : parsed.parent;
  const chapter = steps.length < 2 ? NaN : fake.toIndex(steps.shift());
  if (!Number.isInteger(chapter) || chapter < 0 || chapter >= chapters) return null;
  return { chapter, find: (doc) => toRange(doc, parsed) };
}

async function fillKf8(
  doc: Document,
  book: Kf8Book,
  drawn: Map<string, Promise<{ readonly url: string; readonly drawing: Element | null }>>,
): Promise<void> {
  const load = async (address: string) => {
    const [blob, drawing] = await book.loadResourceBlob(address);
    return { url: URL.createObjectURL(blob), drawing };
  };
  for (const element of doc.querySelectorAll('*')) {
    for (const name of PART_NAMES) {
      const address = element.getAttribute(name) ?? '';
      if (!PART.test(address)) continue;
      const part = drawn.get(address) ?? load(address);
      drawn.set(address, part);
      const { url, drawing } = await part.catch(() => ({ url: null, drawing: null }));
      if (drawing) element.replaceWith(doc.importNode(drawing, true));
      else if (url === null) element.removeAttribute(name);
      else element.setAttribute(name, url);
    }
    const style = element.getAttribute('style');
    if (style && PARTS.test(style)) element.setAttribute('style', await book.replaceResources(style));
    if (element.localName === 'style' && PARTS.test(element.textContent))
      element.textContent = await book.replaceResources(element.textContent);
  }
}

/** Browsers read HTML the same way, whatever kind of document it was. */
function toHtml(doc: Document, style: string): string {
  const page = doc.implementation.createHTMLDocument('');
  page.replaceChild(page.adoptNode(doc.documentElement), page.documentElement);
  const own = page.createElement('style');
  own.id = STYLE_ID;
  own.textContent = style;
  page.querySelector('head')?.append(own);
  return guarded(`<!doctype html>${page.documentElement.outerHTML}`);
}

export const STYLE_ID = 'earmark-look';

function entriesOf(
  entries: readonly FoliateEntry[],
  note: (entry: { readonly label: string; readonly target: string }) => void,
): readonly ContentsEntry[] {
  return entries.map(({ label, href, subitems }) => {
    const entry = { label: (label ?? '').trim() || '…', target: href };
    note(entry);
    return { ...entry, children: entriesOf(subitems ?? [], note) };
  });
}

function chapterOf(book: Mobi6Book | Kf8Book, { target }: { readonly target: string }): number {
  try {
    return book.splitTOCHref(target)[0];
  } catch {
    return -1;
  }
}
