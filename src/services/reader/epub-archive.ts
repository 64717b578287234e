import type { Archive } from './archive.ts';
import { readBy } from './epub-internals.ts';

/** How epubjs parses files, by the end of their names. Others it gets as text. */
const PARSED: Readonly<Record<string, DOMParserSupportedType>> = {
  xml: 'text/xml',
  opf: 'text/xml',
  ncx: 'text/xml',
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
};

const EMPTY_PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body/></html>';

/** Makes a book of epubjs read its files from this archive: faster than its own, without a copy of the file. */
export function readFrom(archive: Archive, book: object): void {
  readBy(book, async (address: string) => {
    const name = nameOf(address);
    const text = await archive.readText(name);
    if (text === null) throw new Error(`The epub has no file ${name}`);
    const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    if (ending === 'svg') return pageOf(new DOMParser().parseFromString(text, 'image/svg+xml'));
    const type = PARSED[ending];
    return type ? new DOMParser().parseFromString(text, type) : text;
  });
}

function pageOf({ documentElement }: Document): Document {
  const page = new DOMParser().parseFromString(EMPTY_PAGE, 'application/xhtml+xml');
  page.querySelector('body')?.append(page.adoptNode(documentElement));
  return page;
}

/** The name in the archive of an address ('/OEBPS/a%20b.jpg'). */
export function nameOf(address: string): string {
  const name = address.replace(/^\//, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
