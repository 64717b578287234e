import { isElement, isText } from './first-in-view.ts';
import { findIn, foldWithPlaces } from './fold.ts';
import { BLOCKS } from './text-marks.ts';

export interface Found {
  readonly start: Range;
  /** All of its words. */
  readonly range: Range;
  readonly excerpt: string;
  /** Of the text of the document, 0..1. */
  readonly share: number;
}

const AROUND = 60;
/** A block ends a text: words of two blocks are not adjacent. */
const BLOCK = /^(?:p|div|h[1-6]|li|dd|dt|blockquote|td|th|pre|section|article|br|hr|figcaption)$/i;

/** As `foldWithPlaces` compares texts. */
export function findText(doc: Document, query: string): readonly Found[] {
  const texts = textsOf(doc);
  const whole = texts.map(({ text }) => text).join('');
  const found: Found[] = [];
  for (const { start: from, end } of findIn(foldWithPlaces(whole), query)) {
    const start = rangeAt(doc, texts, from);
    const last = rangeAt(doc, texts, end - 1);
    if (!start || !last) continue;
    const range = start.cloneRange();
    range.setEnd(last.endContainer, last.endOffset + 1);
    found.push({ start, range, excerpt: excerptOf(whole, from, end), share: from / whole.length });
  }
  return found;
}

/** The letter at this share (0..1) of the text of a document; null: it has no text. */
export function textAt(doc: Document, share: number): Range | null {
  const texts = textsOf(doc);
  const last = texts.at(-1);
  const at = last ? Math.floor(share * (last.at + last.text.length)) : 0;
  const words = texts.filter(({ node, text }) => node !== null && text.trim() !== '');
  const piece = words.findLast((one) => one.at <= at) ?? words[0];
  if (!piece?.node) return null;
  const inside = Math.min(Math.max(at - piece.at, 0), piece.text.trimEnd().length - 1);
  const range = doc.createRange();
  range.setStart(piece.node, inside + piece.text.slice(inside).search(/\S/));
  range.collapse(true);
  return range;
}

export function excerptOf(text: string, start: number, end: number): string {
  const [from, to] = [Math.max(0, start - AROUND), end + AROUND];
  const plain = (part: string) => part.replaceAll(BLOCK_END, ' ').replace(/\s+/g, ' ');
  const before = text.slice(from, start).replace(from > 0 ? /^\S*\s+(?=\S)/ : '', '');
  const after = text.slice(end, to).replace(to < text.length ? /(?<=\S)\s+\S*$/ : '', '');
  const excerpt = plain(before + text.slice(start, end) + after).trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`;
}

const BLOCK_END = '\n\uFFFF\n';

interface Piece {
  /** Null: the end of a block. */
  readonly node: Text | null;
  readonly text: string;
  readonly at: number;
}

export type TextPiece = Piece & { readonly node: Text };

/** The text of a document by its blocks: paragraphs, headings, lines of verse. */
export function blocksOf(doc: Document): readonly (readonly TextPiece[])[] {
  const blocks: TextPiece[][] = [];
  let block: Element | null = null;
  let isNew = true;
  for (const { node, text, at } of textsOf(doc)) {
    const own: Element | null = node?.parentElement?.closest(BLOCKS) ?? null;
    if (node && (isNew || own !== block)) blocks.push([]);
    if (node) blocks.at(-1)?.push({ node, text, at });
    [block, isNew] = [own, node === null];
  }
  return blocks;
}

function textsOf(doc: Document): readonly Piece[] {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (node: Text | null, text: string) => {
    pieces.push({ node, text, at });
    at += text.length;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isElement(node)) {
      if (BLOCK.test(node.localName)) add(null, BLOCK_END);
    } else if (isText(node) && !/^(?:style|script|title)$/i.test(node.parentElement?.localName ?? ''))
      add(node, node.data);
  return pieces;
}

function rangeAt(doc: Document, pieces: readonly Piece[], index: number): Range | null {
  const piece = pieces.findLast(({ at }) => at <= index);
  if (!piece?.node) return null;
  const range = doc.createRange();
  range.setStart(piece.node, index - piece.at);
  range.collapse(true);
  return range;
}
