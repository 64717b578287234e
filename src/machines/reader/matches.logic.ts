import { findIn, foldWithPlaces } from '../../services/reader/fold.ts';

interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** Splits an excerpt into what the query finds there and the rest. */
export function splitByWords(excerpt: string, query: string): readonly Part[] {
  let at = 0;
  const parts = findIn(foldWithPlaces(excerpt), query).flatMap(({ start, end }): readonly Part[] => {
    const before = excerpt.slice(at, start);
    at = end;
    return [
      { text: before, isFound: false },
      { text: excerpt.slice(start, end), isFound: true },
    ];
  });
  return [...parts, { text: excerpt.slice(at), isFound: false }].filter(({ text }) => text !== '');
}
