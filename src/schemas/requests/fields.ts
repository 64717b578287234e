import type { $ZodIssue, output } from 'zod/v4/core';
import { LARGEST } from '../limits.ts';
import { z } from '../zod.ts';
import { amountIn, isRecord, isWebAddress } from './values.ts';

/**
 * What bodies are made of. `refusal` is the text of the 400 that follows from a wrong value; without one the answer is
 * the bare phrase. What a schema gives can be sent again: its output is what a client sends, its input is anything.
 */

type Schema = z.ZodMiniType;
type Shape = Readonly<Record<string, Schema>>;

/** Most entries of a list: more are refused before they are read. */
export const MOST_ENTRIES = 20_000;
/** Most names of an item: its authors, tags and the like. */
export const MOST_NAMES = 500;
/** Most characters of a name, an id, an address or a path, and of a description. */
export const LONGEST = 4096;
export const LONGEST_DESCRIPTION = 100_000;
/** Most characters of any text: a list of thousands of podcasts with their descriptions. */
export const LONGEST_TEXT = 4_000_000;
/** The last date there is, in ms since 1970. */
const LATEST = 8.64e15;
/** What a hash of a password reads of it, in bytes. */
const PASSWORD_BYTES = 72;

/** The server names the member that is too large, whatever `refusal` says. */
const NAMED = { error: () => '' };
const maxLength = (most: number) => z.maxLength(most, NAMED);

/** A text. */
export const text = (refusal?: string, most = LONGEST) => z.string(refusal).check(maxLength(most));
/** A text that is not empty. */
export const filledText = (refusal?: string, most = LONGEST) => text(refusal, most).check(z.minLength(1, refusal));
/** A text without spaces around it. */
export const neatText = (refusal?: string, most = LONGEST) => text(refusal, most).check(z.trim());
/** A text without spaces around it, not empty. */
export const trimmedText = (refusal?: string) => neatText(refusal).check(z.minLength(1, refusal));
/** A text of so many characters; a number becomes one, as in what some clients send of a form. */
export const written = (most: number) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value)),
    text(undefined, most),
  );
export const writtenText = written(LONGEST);
/** A description: HTML or many lines. */
export const description = (refusal?: string) => text(refusal, LONGEST_DESCRIPTION);
/** The same; a number becomes text. */
export const writtenDescription = written(LONGEST_DESCRIPTION);
/** A password that is set: what is longer than its hash reads would count for nothing. */
export const newPassword = (refusal?: string) =>
  text(refusal, PASSWORD_BYTES).check((payload) => {
    if (new TextEncoder().encode(payload.value).length <= PASSWORD_BYTES || payload.issues.length > 0) return;
    payload.issues.push({ code: 'too_big', origin: 'string', maximum: PASSWORD_BYTES, input: payload.value });
  });
/** A number, also below 0. */
export const number = (refusal?: string) => z.number(refusal).check(z.gte(-LARGEST, refusal), z.lte(LARGEST, NAMED));
/** A finite number from 0, also as a text of digits. */
export const amount = (refusal?: string, most = LARGEST) =>
  z.pipe(
    z.transform((value: unknown) => amountIn(value)),
    z.number(refusal).check(z.lte(most, NAMED)),
  );
/** Milliseconds since 1970 that are a date. */
export const time = (refusal?: string) => amount(refusal, LATEST);
/** true or false, nothing else. */
export const flag = z.boolean();

/** A list with so many entries at most; what they are is looked at only then. */
export const listOf = <S extends Schema>(entry: S, refusal?: string, most = MOST_ENTRIES) =>
  z.pipe(z.array(z.unknown(), refusal).check(maxLength(most)), z.array(entry));
/** A list of names. */
export const names = () => listOf(text(), undefined, MOST_NAMES);
/** A list of texts, ids mostly. */
export const texts = (refusal?: string) => listOf(text(refusal), refusal);
/** A list of texts with one at least. */
export const someTexts = (refusal?: string) => texts(refusal).check(z.minLength(1, refusal));
/** An http or https address. */
export const webAddress = (refusal?: string) => text(refusal).check(z.refine(isWebAddress, refusal));

/** What is too large is never passed over: it is carried past the fallback, and refused. */
class Excess {
  readonly issue: $ZodIssue;
  constructor(issue: $ZodIssue) {
    this.issue = issue;
  }
}

/** A value that is missing or of a wrong type counts as `fallback`; clients send it always. */
export const orElse = <S extends Schema>(schema: S, fallback: output<S>) =>
  z
    .catch(schema, ({ error: { issues } }) => {
      const excess = issues.find(({ code }) => code === 'too_big');
      return (excess ? new Excess(excess) : fallback) as never;
    })
    .check((payload) => {
      const value: unknown = payload.value;
      if (value instanceof Excess) payload.issues.push({ ...value.issue, path: [...value.issue.path] } as never);
    });
/** A value of a wrong type counts as not sent, as on a real server. */
export const ifValid = <S extends Schema>(schema: S) => orElse(z.optional(schema), undefined);

/** Members that may be missing are never there with undefined. */
type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<T>;
}

/** An object with these members; others are dropped. */
export const fields = <S extends Shape>(shape: S, refusal?: string) =>
  z.pipe(
    z.object(shape, refusal),
    z.transform((value) => given(value)),
  );

/** A whole body: one that is no object counts as empty. */
export const body = <S extends Shape>(shape: S) =>
  z.pipe(
    z.transform((value: unknown) => (isRecord(value) ? value : {})),
    fields(shape),
  );

/**
 * A whole body that may hold no other members but `passedOver`, which clients send back unchanged and nobody reads; the
 * first other one is named in the refusal.
 */
export const closedBody = <S extends Shape>(
  shape: S,
  passedOver: readonly string[],
  refusal: (member: string) => string,
) =>
  z.pipe(
    z.transform((value: unknown, context) => {
      const members = isRecord(value) ? value : {};
      const other = Object.keys(members).find((key) => !Object.hasOwn(shape, key) && !passedOver.includes(key));
      if (other !== undefined) context.issues.push({ code: 'custom', message: refusal(other), input: value });
      return members;
    }),
    fields(shape),
  );

/** Stands in a list for an entry that cannot be read. */
const UNREADABLE = Symbol('unreadable');
const entriesOf = <S extends Schema>(entry: S, refusal: string, most: number) =>
  listOf(orElse(entry, UNREADABLE as never), refusal, most);

/** A list whose entries are all readable; otherwise all is refused, for one entry by `entryRefusal`. */
export const everyOf = <S extends Schema>(entry: S, refusal = '', entryRefusal = refusal, most = MOST_ENTRIES) =>
  entriesOf(entry, refusal, most).check(
    z.refine((read: readonly unknown[]) => !read.includes(UNREADABLE), entryRefusal),
  );

/** A list of which the readable entries count. */
export const readableOf = <S extends Schema>(entry: S, refusal = '', most = MOST_ENTRIES) =>
  z.pipe(
    entriesOf(entry, refusal, most),
    z.transform((read) => read.filter((one: unknown) => one !== UNREADABLE)),
  );

/** What a client sends: what the schema gives, to read only; a member that may be missing may be undefined. */
export type Sent<S extends Schema> = ToSend<output<S>>;

type ToSend<T> = T extends readonly (infer Entry)[]
  ? readonly ToSend<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: object extends Pick<T, Key> ? ToSend<T[Key]> | undefined : ToSend<T[Key]> }
    : T;
