import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Match } from './engine.ts';

/** More is not looked for. */
const MOST_MATCHES = 500;
/** Letters around what was found. */
const AROUND = 60;

/** Where words stand in the text of a pdf, whatever their case. `chapterOf` names the place of a page. */
export async function searchPdf(
  doc: PDFDocumentProxy,
  query: string,
  signal: AbortSignal,
  chapterOf: (page: number) => string,
): Promise<readonly Match[]> {
  const found: Match[] = [];
  for (let page = 1; page <= doc.numPages && found.length < MOST_MATCHES; page++) {
    if (signal.aborted) break;
    for (const excerpt of excerptsOf(await textOf(doc, page), query))
      found.push({ target: String(page), excerpt, chapter: chapterOf(page) });
  }
  return found;
}

async function textOf(doc: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await doc.getPage(page)).getTextContent();
  const parts = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : ''));
  return parts.join('');
}

/** The words around each place where a text has the query. */
export function excerptsOf(text: string, query: string): readonly string[] {
  const plain = text.replace(/\s+/g, ' ');
  const [all, wanted] = [plain.toLowerCase(), query.toLowerCase().replace(/\s+/g, ' ')];
  if (wanted === '') return [];
  const excerpts: string[] = [];
  let at = all.indexOf(wanted);
  while (at >= 0) {
    const [start, end] = [Math.max(0, at - AROUND), at + wanted.length + AROUND];
    excerpts.push(`${start > 0 ? '…' : ''}${plain.slice(start, end).trim()}${end < plain.length ? '…' : ''}`);
    at = all.indexOf(wanted, at + wanted.length);
  }
  return excerpts;
}
