import type { Chapter } from '../../../schemas/api/audio-file.ts';
import { fold } from '../../kit/text.logic.ts';

/** Longer lists get a search field. */
export const MOST_UNSEARCHED = 20;

/** `index` from 0. */
export interface ChapterRow {
  readonly chapter: Chapter;
  readonly index: number;
}

const all = new WeakMap<readonly Chapter[], readonly ChapterRow[]>();

/** Matches title or number; all for an empty text. */
export function rowsOf(chapters: readonly Chapter[], query: string): readonly ChapterRow[] {
  const rows = all.get(chapters) ?? chapters.map((chapter, index) => ({ chapter, index }));
  all.set(chapters, rows);
  const wanted = fold(query.trim());
  if (wanted === '') return rows;
  return rows.filter(({ chapter, index }) => fold(chapter.title).includes(wanted) || String(index + 1) === wanted);
}

/**
 * The next row from `from` on, wrapping around, with a word that begins with `typed`. Repeating one letter steps
 * through its rows.
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
