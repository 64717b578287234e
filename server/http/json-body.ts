import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LONGEST_TEXT } from '../../src/schemas/requests/fields.ts';
import { breathe } from '../breathe.ts';
import { fail, failPage, failPlain, HttpError } from './errors.ts';

/** Most levels of nesting, members of an object, and values of a body. */
const DEEPEST = 64;
const MOST_MEMBERS = 500;
const MOST_VALUES = 100_000;
/** For a route that takes long lists and reads them in parts (`readEntries`). */
export const LONG_LISTS = { config: { mostValues: 400_000 } };

/** Characters of a list that are parsed at once, and those of one entry or of all beside the lists. */
const PART = 64 * 1024;
const LARGEST_PART = 5_000_000;
/** Bytes that are read at once: other requests run in between. */
const READ_AT_ONCE = 256 * 1024;

const [QUOTE, ESCAPE, COMMA, COLON, UNICODE] = ['"', '\\', ',', ':', 'u'].map((char) => char.charCodeAt(0));
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = ['[', '{', ']', '}'].map((char) => char.charCodeAt(0));

export interface JsonBounds {
  /** Limit of the body, and its declared length, in bytes. */
  readonly mostBytes: number;
  readonly declaredBytes?: number;
  readonly mostValues?: number | undefined;
}
type Parse = (text: string) => unknown;

/**
 * The list or object of a JSON body, `{}` for none, read while it arrives. Rejects with 413 for bodies that would take
 * long or much memory, which grow with the number of values and their nesting.
 */
export async function readJson(
  body: Readable,
  parse: Parse,
  { mostBytes, declaredBytes = 0, mostValues }: JsonBounds,
): Promise<unknown> {
  if (declaredBytes > mostBytes) throw failPage(413);
  const reader = createJsonReader(parse, mostValues);
  const decoder = new TextDecoder();
  let [bytes, breathedAt] = [0, 0];
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) break;
      reader.add(decoder.decode(chunk, { stream: true }));
      if (bytes - breathedAt < READ_AT_ONCE) continue;
      breathedAt = bytes;
      await breathe();
    }
  } catch {
    // It broke off.
    throw fail(400);
  }
  if (bytes > mostBytes) {
    // The rest is discarded, so that the sender receives the answer.
    body.resume();
    throw failPage(413);
  }
  reader.add(decoder.decode());
  return reader.end();
}

/**
 * Takes a JSON text in pieces. Entries of a list (the body or a member) are parsed as they arrive; of a text longer
 * than any schema allows only enough is kept for its schema to refuse it by name.
 */
export function createJsonReader(parse: Parse, mostValues = MOST_VALUES) {
  const members = new Uint16Array(DEEPEST + 1);
  const isList: boolean[] = [];
  let [depth, values] = [0, 0];
  let [isText, isEscape, isDropped] = [false, false, false];
  /** Characters of the current string, and digits that its escape still needs. */
  let [length, digits] = [0, 0];
  /** Read but not yet parsed, and where the current list's first entry begins in it. */
  let kept = '';
  let entriesAt = 0;
  /** Parsed entries: the first one of the rest of their list is the mark of their index. */
  const mark = randomUUID();
  const cut: unknown[][] = [];
  let isCut = false;
  let refusal: HttpError | null = null;

  const keep = (text: string): void => {
    kept += text;
    if (kept.length > LARGEST_PART) throw tooHeavy(`more than ${LARGEST_PART} characters in one entry`);
  };
  /** Parses the entries before a comma and leaves a mark in their place. */
  const cutEntries = (): void => {
    const entries = parse(`[${kept.slice(entriesAt)}]`) as unknown[];
    if (entries.length === 0) throw malformed();
    if (isCut) cut.at(-1)?.push(...entries.slice(1));
    else cut.push(entries);
    isCut = true;
    kept = `${kept.slice(0, entriesAt)}"${mark}${cut.length - 1}"`;
  };
  const isLongList = (): boolean => isList[depth] === true && (depth === 1 || (depth === 2 && isList[1] === false));
  const open = (asList: boolean): void => {
    depth += 1;
    values += 1;
    if (depth > DEEPEST) throw tooHeavy(`more than ${DEEPEST} levels`);
    members[depth] = 0;
    isList[depth] = asList;
  };

  const scan = (text: string): void => {
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const char = text.charCodeAt(index);
      if (isText) {
        if (digits > 0) digits -= 1;
        else if (isEscape) {
          isEscape = false;
          length += 1;
          if (char === UNICODE) digits = 4;
        } else if (char === QUOTE) {
          isText = false;
          if (isDropped) from = index;
          isDropped = false;
        } else if (length > LONGEST_TEXT && !isDropped) {
          keep(text.slice(from, index));
          isDropped = true;
        } else if (char === ESCAPE) isEscape = true;
        else length += 1;
        continue;
      }
      switch (char) {
        case QUOTE:
          [isText, length] = [true, 0];
          break;
        case COMMA:
          values += 1;
          if (!isLongList() || kept.length - entriesAt + index - from < PART) break;
          keep(text.slice(from, index));
          from = index;
          cutEntries();
          break;
        case COLON:
          members[depth] = (members[depth] ?? 0) + 1;
          if ((members[depth] ?? 0) > MOST_MEMBERS) throw tooHeavy(`more than ${MOST_MEMBERS} members`);
          break;
        case OPEN_LIST:
        case OPEN_OBJECT:
          open(char === OPEN_LIST);
          if (!isLongList()) break;
          isCut = false;
          keep(text.slice(from, index + 1));
          from = index + 1;
          entriesAt = kept.length;
          break;
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          depth = Math.max(0, depth - 1);
      }
      if (values > mostValues) throw tooHeavy(`more than ${mostValues} values`);
    }
    if (!isDropped) keep(text.slice(from));
  };

  const whole = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [first, ...rest] = value as unknown[];
    const entries = typeof first === 'string' && first.startsWith(mark) && cut[Number(first.slice(mark.length))];
    return entries ? entries.concat(rest) : value;
  };

  return {
    /** After an error the rest is discarded, so that the sender receives the answer. */
    add(text: string): void {
      if (refusal) return;
      try {
        scan(text);
      } catch (cause) {
        refusal = cause instanceof HttpError ? cause : malformed();
        kept = '';
      }
    },
    /** The list or object; throws the error. */
    end(): unknown {
      if (refusal) throw refusal;
      const text = kept.trim();
      if (text === '') return {};
      if (text[0] !== '{' && text[0] !== '[') throw malformed();
      let value: unknown;
      try {
        value = parse(text);
      } catch {
        throw malformed();
      }
      if (cut.length === 0) return value;
      if (Array.isArray(value)) return whole(value);
      return Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, whole(member)]));
    },
  };
}

const malformed = () => new HttpError(400, { kind: 'page', text: 'Bad Request' });
const tooHeavy = (what: string) => failPlain(413, `The body has ${what}`);
