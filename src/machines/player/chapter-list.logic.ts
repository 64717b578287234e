import type { Chapter } from '../../schemas/api/chapter.ts';
import { fold } from '../kit/fold.ts';

/** Longer lists have a field to search them. */
export const MOST_UNSEARCHED = 20;

/** A chapter and its place in the book, counted from 0. */
export interface ChapterRow {
  readonly chapter: Chapter;
  readonly index: number;
}

const all = new WeakMap<readonly Chapter[], readonly ChapterRow[]>();

/** The chapters whose title has the text in it, or whose number it is; all of them for an empty text. */
export function rowsOf(chapters: readonly Chapter[], query: string): readonly ChapterRow[] {
  const rows = all.get(chapters) ?? chapters.map((chapter, index) => ({ chapter, index }));
  all.set(chapters, rows);
  const wanted = fold(query.trim());
  if (wanted === '') return rows;
  return rows.filter(({ chapter, index }) => fold(chapter.title).includes(wanted) || String(index + 1) === wanted);
}

/**
 * The row that typing leads to: the next one from `from` on with a word that begins with what was typed, around the
 * end; null without one. The same letter again and again goes through all of its rows.
 */
export function typedRow(rows: readonly ChapterRow[], typed: string, from: number): number | null {
  const [first = ''] = typed;
  const isRepeated = typed === first.repeat(typed.length);
  const word = fold(isRepeated ? first : typed);
  if (word.trim() === '') return null;
  const start = isRepeated ? from + 1 : from;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (start + step) % rows.length;
    if (hasWord(rows[at]?.chapter.title ?? '', word)) return at;
  }
  return null;
}

function hasWord(title: string, word: string): boolean {
  const text = ` ${fold(title).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  return text.includes(` ${word}`);
}
