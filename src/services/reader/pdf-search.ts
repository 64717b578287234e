import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Match } from './engine.ts';
import { excerptOf } from './find-text.ts';
import { findIn as findStretches, foldWithPlaces } from './fold.ts';

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

/** `chapterOf` names the place of a page. */
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
      found.push({
        target: `${page}/${number}`,
        share: (page - 1) / doc.numPages,
        excerpt,
        chapter: chapterOf(page),
      });
  }
  return found;
}

export async function piecesOf(doc: PDFDocumentProxy, page: number): Promise<readonly TextPiece[]> {
  const { items } = await (await doc.getPage(page)).getTextContent();
  return items.filter((item) => 'str' in item);
}

/** As `foldWithPlaces` compares texts. */
export function findIn(pieces: readonly TextPiece[], query: string): readonly Found[] {
  const letters = pieces.flatMap(({ str, hasEOL }, piece) =>
    Array.from({ length: str.length + (hasEOL ? 1 : 0) }, (_, offset): Letter => ({ piece, offset })),
  );
  const plain = pieces.map(({ str, hasEOL }) => str + (hasEOL ? ' ' : '')).join('');
  return findStretches(foldWithPlaces(plain), query).flatMap(({ start: from, end: to }) => {
    const [start, end] = [letters[from], letters[to - 1]];
    return start && end ? [{ start, end, excerpt: excerptOf(plain, from, to) }] : [];
  });
}
