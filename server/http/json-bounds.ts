import { failPlain } from './errors.ts';

/** How deep lists and objects lie in each other, how many members one object has, how many values a body has. */
const DEEPEST = 64;
const MOST_MEMBERS = 500;
const MOST_VALUES = 100_000;
/** For a route that takes long lists, and reads them in parts (`readEntries`). */
export const LONG_LISTS = { config: { mostValues: 400_000 } };

const [QUOTE, ESCAPE, COMMA, COLON] = ['"', '\\', ',', ':'].map((char) => char.charCodeAt(0));
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = ['[', '{', ']', '}'].map((char) => char.charCodeAt(0));

/**
 * Throws 413 for a JSON text that would take long to parse or much memory: time and memory go by its values and their
 * nesting, hardly by its characters.
 */
export function refuseHeavyJson(text: string, mostValues = MOST_VALUES): void {
  const members = new Uint16Array(DEEPEST + 1);
  let [depth, values] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfText(text, index + 1);
        break;
      case COMMA:
        values += 1;
        break;
      case COLON:
        if ((members[depth] ?? 0) + 1 > MOST_MEMBERS) throw tooHeavy(`more than ${MOST_MEMBERS} members`);
        members[depth] = (members[depth] ?? 0) + 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > DEEPEST) throw tooHeavy(`more than ${DEEPEST} levels`);
        members[depth] = 0;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1);
    }
    if (values > mostValues) throw tooHeavy(`more than ${mostValues} values`);
  }
}

/** The index of the quote that ends a text. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end > 0 && isEscaped(text, from, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** A quote behind an odd number of backslashes is a part of the text. */
function isEscaped(text: string, from: number, quote: number): boolean {
  let start = quote;
  while (start > from && text.charCodeAt(start - 1) === ESCAPE) start -= 1;
  return (quote - start) % 2 === 1;
}

const tooHeavy = (what: string) => failPlain(413, `The body has ${what}`);
