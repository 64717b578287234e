import type { SqlPart } from '../../items/content-rule.ts';
import type { Database } from '../../store/database.ts';
import { wordsLike } from './slips.ts';

/** Words that the index is first searched for; further ones cost more than they narrow. */
const MOST_TELLING = 4;

/** Words of a text that are searched; further ones would only narrow it. */
const MOST_WORDS = 16;

/** The index has runs of three characters, and two spaces before each word. */
const isLong = (text: string): boolean => [...text].length >= 3;
const quoted = (text: string): string => `"${text.replaceAll('"', '""').replaceAll(' ', '  ')}"`;
const ALL = "(' ' || t.own || ' ' || t.rest)";
/** One or two letters of these scripts match only the start of words, unless they are the whole search. */
const isBeginning = (word: string): boolean =>
  !isLong(word) && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(word);
const isIndexed = (word: string): boolean => isLong(word) || isBeginning(word);
/** A word as the index has it: a short one with the space before it. */
const run = (word: string): string => quoted(isBeginning(word) ? ` ${word}` : word);

export interface Stage {
  readonly condition: SqlPart;
  /** Queries of the index, from a quick one to the narrowest; none when it cannot answer. */
  readonly matches: readonly string[];
  /** Whether these are words like the searched ones. */
  readonly isNear?: boolean;
}

const every = (words: readonly string[]): SqlPart => ({
  sql: words.map(() => `instr(${ALL}, ?)`).join(' AND '),
  values: words.map((word) => (isBeginning(word) ? ` ${word}` : word)),
});
const someOwn = (words: readonly string[]): SqlPart => ({
  sql: `(${words.map(() => 'instr(t.own, ?)').join(' OR ')})`,
  values: words,
});
export const both = (one: SqlPart, other: SqlPart): SqlPart => ({
  sql: [one.sql, other.sql].filter(Boolean).join(' AND '),
  values: [...one.values, ...other.values],
});
export const not = ({ sql, values }: SqlPart): SqlPart => ({ sql: `NOT (${sql})`, values });
const anyOf = (words: readonly string[]): string => `(${words.map(quoted).join(' OR ')})`;

/** The words that narrow a search most for their cost: numbers and longer ones. */
const telling = (words: readonly string[]): string[] =>
  words
    .filter((word) => isIndexed(word) && (word.length > 3 || /^\d/.test(word)))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_TELLING);
const allOf = (columns: string, words: readonly string[]): string[] =>
  words.length > 0 ? [words.map((word) => `${columns} : ${run(word)}`).join(' AND ')] : [];

/** The steps of a search, the best hits first: as written, its words in any order, words with slips. */
export function stagesOf(database: Database, phrase: string): Stage[] {
  const words = [...new Set(phrase.split(' '))].slice(0, MOST_WORDS);
  const holds = { sql: 'instr(t.own, ?)', values: [phrase] };
  const stages: Stage[] = [{ condition: holds, matches: isLong(phrase) ? matchesOfPhrase(phrase) : [] }];
  const inAnyOrder = both(someOwn(words), every(words));
  if (words.length > 1)
    stages.push({ condition: both(inAnyOrder, not(holds)), matches: matchesOfWords(words, phrase) });
  const alike = words.filter(isLong).map((word) => [word, ...wordsLike(database, word)]);
  const slipped = alike.filter((list) => list.length > 1);
  if (slipped.length > 0) {
    const exact = words.filter((word) => !slipped.some(([first]) => first === word));
    const near = (lists: readonly string[][]) => lists.map((list) => `{own rest} : ${anyOf(list)}`).join(' AND ');
    const own = `own : ${anyOf(alike.flat())}`;
    stages.push({
      condition: [every(exact), someOwn(alike.flat())].reduce(both, not(inAnyOrder)),
      matches: alike.length === 1 ? [own] : [near(slipped), `${near(alike)} AND ${own}`],
      isNear: true,
    });
  }
  return stages;
}

/** Texts that hold a phrase, but do not begin with it: those come first. */
function matchesOfPhrase(phrase: string): string[] {
  const words = phrase.split(' ');
  // The first and the last word may be parts of one.
  const inner = words.length > 1 ? telling(words.filter((word, index) => index > 0 || isLong(word))) : [];
  return [...allOf('own', inner), `own : ${quoted(phrase)} NOT own : ^${quoted(` ${phrase}`)}`];
}

function matchesOfWords(words: readonly string[], phrase: string): string[] {
  const [all] = allOf('{own rest}', words.filter(isIndexed));
  if (all === undefined) return [];
  const narrow = words.every(isLong) ? `${all} AND own : ${anyOf(words)}` : all;
  return [...allOf('{own rest}', telling(words)), isLong(phrase) ? `(${narrow}) NOT own : ${quoted(phrase)}` : narrow];
}
