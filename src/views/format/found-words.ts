export interface Stretch {
  readonly text: string;
  readonly isFound: boolean;
}

/** Splits an excerpt into matches and the rest, ignoring case and white space. */
export function splitByWords(excerpt: string, query: string): readonly Stretch[] {
  const words = query
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  if (words[0] === '') return [{ text: excerpt, isFound: false }];
  return excerpt
    .split(new RegExp(`(${words.join('\\s+')})`, 'iu'))
    .map((text, at) => ({ text, isFound: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
