import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Match } from './engine.ts';
import { excerptOf } from './find-text.ts';

const MOST_MATCHES = 500;

export interface TextPiece {
  readonly str: string;
  readonly hasEOL: boolean;
}

interface Letter {
  readonly piece: number;
  readonly offset: number;
}

export interface Found {
  readonly start: Letter;
  readonly end: Letter;
  readonly excerpt: string;
}

const TARGET = /^(\d+)\/(\d+)$/;

/** null for other targets. */
export function spotOf(target: string): { readonly page: number; readonly number: number } | null {
  const [, page, number] = TARGET.exec(target) ?? [];
  return page === undefined ? null : { page: Number(page), number: Number(number) };
}

/** Ignores case. `chapterOf` names the place of a page. */
export async function searchPdf(
  doc: PDFDocumentProxy,
  query: string,
  signal: AbortSignal,
  chapterOf: (page: number) => string,
): Promise<readonly Match[]> {
  const found: Match[] = [];
  for (let page = 1; page <= doc.numPages && found.length < MOST_MATCHES; page++) {
    if (signal.aborted) break;
    for (const [number, { excerpt }] of findIn(await piecesOf(doc, page), query).entries())
      found.push({ target: `${page}/${number}`, excerpt, chapter: chapterOf(page) });
  }
  return found;
}

export async function piecesOf(doc: PDFDocumentProxy, page: number): Promise<readonly TextPiece[]> {
  const { items } = await (await doc.getPage(page)).getTextContent();
  return items.filter((item) => 'str' in item);
}

/** Ignores case and white space between the words. */
export function findIn(pieces: readonly TextPiece[], query: string): readonly Found[] {
  const wanted = query.toLowerCase().replace(/\s+/g, ' ');
  if (wanted === '') return [];
  const { plain, folded, letters, places } = lettersOf(pieces);
  const found: Found[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [places[at] ?? 0, places[at + wanted.length - 1] ?? 0];
    const [start, end] = [letters[first], letters[last]];
    if (!start || !end) continue;
    found.push({ start, end, excerpt: excerptOf(plain, first, last + 1) });
  }
  return found;
}

function lettersOf(pieces: readonly TextPiece[]) {
  const letters: Letter[] = [];
  const places: number[] = [];
  let [plain, folded] = ['', ''];
  const add = (text: string, letter: Letter) => {
    const isSpace = /\s/.test(text);
    if (isSpace && plain.endsWith(' ')) return;
    const lower = isSpace ? ' ' : text.toLowerCase();
    for (const _ of lower.split('')) places.push(plain.length);
    for (let unit = 0; unit < (isSpace ? 1 : text.length); unit++)
      letters.push({ ...letter, offset: letter.offset + unit });
    plain += isSpace ? ' ' : text;
    folded += lower;
  };
  for (const [piece, { str, hasEOL }] of pieces.entries()) {
    let offset = 0;
    for (const text of str) {
      add(text, { piece, offset });
      offset += text.length;
    }
    if (hasEOL) add(' ', { piece, offset });
  }
  return { plain, folded, letters, places };
}
