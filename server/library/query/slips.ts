import type { Database } from '../../store/database.ts';
import { mirror } from '../../store/search-index.ts';

/** Sorts after any text that it is appended to. */
export const LAST_LETTER = '\u{10FFFF}';

/** The nearest words that are tried for a mistyped one. */
const MOST_WORDS = 8;

/** Most slips of a word: none in a short one, or in a number. */
const slipsOf = (word: string): number => (word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2);

/** Letters that differ, are missing, extra, or swapped with the next one, between two words. */
export function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/**
 * Words of the libraries that a mistyped one may stand for, the nearest first. They share its beginning or end: with
 * one slip, one of the halves is right.
 */
export function wordsLike(database: Database, word: string): string[] {
  const most = slipsOf(word);
  if (most === 0) return [];
  const part = Math.max(1, Math.floor((word.length - 1) / (most + 1)));
  const candidates = (column: 'word' | 'mirrored', start: string): string[] =>
    database
      .all<{ word: string }>(
        `SELECT word FROM searchWords WHERE ${column} >= ? AND ${column} < ? AND length(word) BETWEEN ? AND ?`,
        start,
        `${start}${LAST_LETTER}`,
        word.length - most,
        word.length + most,
      )
      .map((row) => row.word);
  const near = new Map<string, number>();
  for (const candidate of [
    ...candidates('word', word.slice(0, part)),
    ...candidates('mirrored', mirror(word).slice(0, part)),
  ]) {
    const slips = near.get(candidate) ?? slipsBetween(word, candidate);
    if (slips > 0 && slips <= most) near.set(candidate, slips);
  }
  return [...near]
    .toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([text]) => text);
}
