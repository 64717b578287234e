import { parseSeriesName } from '../items/names.ts';
import type { SeriesEntry } from './types.ts';

const plain = (number: string): string => String(Number(number));

/**
 * The number of a book in its series as files write it: `03`, `3.0`, `Book 3`, `3/7` and `3 of 7` are 3. Null for
 * none; other texts stay.
 */
export function sequenceOf(text: string): string | null {
  const number = text
    .trim()
    .replace(/^(?:book|vol\.?|volume|part|no\.?)?\s*#?\s*(?=\d)/i, '')
    .replace(/\s*(?:\/|\bof\b)\s*\d+\s*$/i, '');
  const [, first, last] = /^(\d+(?:\.\d+)?)(?:\s?[-–]\s?(\d+(?:\.\d+)?))?(?:[,\s].*)?$/.exec(number) ?? [];
  if (first === undefined) return number || null;
  return last === undefined ? plain(first) : `${plain(first)}-${plain(last)}`;
}

/** A series with its number behind it: `Name #3`, `Name, Book 3` or `Name (Vol. 3)`. */
function seriesIn(text: string): SeriesEntry {
  const [, named, number] = /^(.+?),?\s+\(?(?:book|vol\.?|volume)\s*#?(\d[\d.]*)\)?$/i.exec(text.trim()) ?? [];
  const { name, sequence } = named && number ? { name: named, sequence: number } : parseSeriesName(text);
  return { name, sequence: sequence && sequenceOf(sequence) };
}

/** Merges series that are named twice: with the number that one of them has. */
export function distinctSeries(series: readonly SeriesEntry[]): SeriesEntry[] {
  const byName = new Map<string, SeriesEntry>();
  for (const { name, sequence } of series) {
    const known = byName.get(name.toLowerCase());
    byName.set(name.toLowerCase(), { name: known?.name ?? name, sequence: known?.sequence ?? sequence });
  }
  return [...byName.values()];
}

/** Series of a text, `;` between several; a second text may have their numbers. */
export function seriesOfTexts(names = '', places = ''): SeriesEntry[] {
  const sequences = places.split(';').map(sequenceOf);
  const entries = names.split(';').flatMap((name, i) => {
    const entry = seriesIn(name);
    return name.trim() ? [{ ...entry, sequence: sequences[i] ?? entry.sequence }] : [];
  });
  return distinctSeries(entries);
}
