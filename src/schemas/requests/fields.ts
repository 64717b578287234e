import type { $ZodIssue, output } from 'zod/v4/core';
import { z } from '../zod.ts';
import { LARGEST } from '../limits.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function amountIn(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

export function stringList(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((entry): entry is string => typeof entry === 'string') ? value : undefined;
}

export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** `refusal` is the text of the 400 for a wrong value; absent: the bare phrase. Outputs are what clients send. */

type Schema = z.ZodMiniType;
type Shape = Readonly<Record<string, Schema>>;

/** Longer lists are refused before they are read. */
export const MOST_ENTRIES = 20_000;
export const MOST_NAMES = 500;
export const LONGEST = 4096;
export const LONGEST_DESCRIPTION = 100_000;
/** A list of thousands of podcasts with their descriptions. */
export const LONGEST_TEXT = 4_000_000;
/** The last date, in ms since 1970. */
const LATEST = 8.64e15;
/** Bytes of a password that its hash reads. */
const PASSWORD_BYTES = 72;

/** The server names the member that is too large, whatever `refusal` says. */
const NAMED = { error: () => '' };
const maxLength = (most: number) => z.maxLength(most, NAMED);

export const text = (refusal?: string, most = LONGEST) => z.string(refusal).check(maxLength(most));
export const filledText = (refusal?: string, most = LONGEST) => text(refusal, most).check(z.minLength(1, refusal));
export const neatText = (refusal?: string, most = LONGEST) => text(refusal, most).check(z.trim());
export const trimmedText = (refusal?: string) => neatText(refusal).check(z.minLength(1, refusal));
export const written = (most: number) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value)),
    text(undefined, most),
  );
export const writtenText = written(LONGEST);
export const description = (refusal?: string) => text(refusal, LONGEST_DESCRIPTION);
/** A number becomes text. */
export const writtenDescription = written(LONGEST_DESCRIPTION);
/** Not longer than its hash reads. */
export const newPassword = (refusal?: string) =>
  text(refusal, PASSWORD_BYTES).check((payload) => {
    if (new TextEncoder().encode(payload.value).length <= PASSWORD_BYTES || payload.issues.length > 0) return;
    payload.issues.push({ code: 'too_big', origin: 'string', maximum: PASSWORD_BYTES, input: payload.value });
  });
export const number = (refusal?: string) => z.number(refusal).check(z.gte(-LARGEST, refusal), z.lte(LARGEST, NAMED));
/** A finite number from 0, also as a text of digits. */
export const amount = (refusal?: string, most = LARGEST) =>
  z.pipe(
    z.transform((value: unknown) => amountIn(value)),
    z.number(refusal).check(z.lte(most, NAMED)),
  );
/** Milliseconds since 1970 that are a date. */
export const time = (refusal?: string) => amount(refusal, LATEST);
export const flag = z.boolean();

/** Checks the length before the entries. */
export const listOf = <S extends Schema>(entry: S, refusal?: string, most = MOST_ENTRIES) =>
  z.pipe(z.array(z.unknown(), refusal).check(maxLength(most)), z.array(entry));
export const names = () => listOf(text(), undefined, MOST_NAMES);
export const texts = (refusal?: string) => listOf(text(refusal), refusal);
export const someTexts = (refusal?: string) => texts(refusal).check(z.minLength(1, refusal));
export const webAddress = (refusal?: string) => text(refusal).check(z.refine(isWebAddress, refusal));

/** A too large value must not become the fallback: it is carried past that, and refused. */
class Excess {
  readonly issue: $ZodIssue;
  constructor(issue: $ZodIssue) {
    this.issue = issue;
  }
}

/** A missing or wrong value becomes `fallback`. */
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
/** A wrong type counts as not sent, as on a real server. */
export const ifValid = <S extends Schema>(schema: S) => orElse(z.optional(schema), undefined);

/** Missing members are never undefined. */
type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function given<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<T>;
}

export const fields = <S extends Shape>(shape: S, refusal?: string) =>
  z.pipe(
    z.object(shape, refusal),
    z.transform((value) => given(value)),
  );

export const body = <S extends Shape>(shape: S) =>
  z.pipe(
    z.transform((value: unknown) => (isRecord(value) ? value : {})),
    fields(shape),
  );

/** Ignores members in `passedOver`, which clients send back unchanged; the refusal names the first other one. */
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

const UNREADABLE = Symbol('unreadable');
const entriesOf = <S extends Schema>(entry: S, refusal: string, most: number) =>
  listOf(orElse(entry, UNREADABLE as never), refusal, most);

/** Refuses all for one unreadable entry, by `entryRefusal`. */
export const everyOf = <S extends Schema>(entry: S, refusal = '', entryRefusal = refusal, most = MOST_ENTRIES) =>
  entriesOf(entry, refusal, most).check(
    z.refine((read: readonly unknown[]) => !read.includes(UNREADABLE), entryRefusal),
  );

/** Drops unreadable entries. */
export const readableOf = <S extends Schema>(entry: S, refusal = '', most = MOST_ENTRIES) =>
  z.pipe(
    entriesOf(entry, refusal, most),
    z.transform((read) => read.filter((one: unknown) => one !== UNREADABLE)),
  );

/** What a client sends: readonly output, missing members may be undefined. */
export type Sent<S extends Schema> = ToSend<output<S>>;

type ToSend<T> = T extends readonly (infer Entry)[]
  ? readonly ToSend<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: object extends Pick<T, Key> ? ToSend<T[Key]> | undefined : ToSend<T[Key]> }
    : T;
