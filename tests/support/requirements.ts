/** An id of a requirement with the last one of a range, if it is one: `CON-031 to CON-035`, `STO-001 to 017`. */
const IDS = /\b([A-Z][A-Z0-9]{2})-(\d{2,3})(?:\s+to\s+(?:\1-)?(\d{2,3}))?/g;

/** The ids of a group of so many requirements; those of the readings of ambiguities have two digits. */
export function idsOf(group: string, count: number): readonly string[] {
  const digits = group === 'AMB' ? 2 : 3;
  return Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(digits, '0')}`);
}

/** All ids in a text, those of ranges too. */
export function idsIn(text: string): readonly string[] {
  return [...text.matchAll(IDS)].flatMap(([, group = '', first = '', last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${group}-${String(Number(first) + index).padStart(first.length, '0')}`,
    ),
  );
}

/** How many ids a title may name: a test shows few rows, and each id stands with a test that shows it. */
const MOST_IDS = 3;

/** Texts of a source, each on one line, that name more ids; a range counts as all that it names. */
export const crowdedTexts = (source: string): readonly string[] =>
  textsOf(source).filter((text) => idsIn(text).length > MOST_IDS);

/** The ids in titles of tests, and in texts of their tables. */
export const idsInTitles = (source: string): readonly string[] => textsOf(source).flatMap(idsIn);

const textsOf = (source: string): readonly string[] =>
  withoutComments(source).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g) ?? [];

/** A source without its comments: an id in one shows nothing. */
export function withoutComments(source: string): string {
  return source.replace(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
}
