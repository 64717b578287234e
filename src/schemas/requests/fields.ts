import type { output } from 'zod/v4/core';
import { z } from '../zod.ts';
import { amountIn, isRecord, isWebAddress, stringList } from './values.ts';

/**
 * What bodies are made of. `refusal` is the text of the 400 that follows from a wrong value; without one the answer is
 * the bare phrase. What a schema gives can be sent again: its output is what a client sends, its input is anything.
 */

type Schema = z.ZodMiniType;
type Shape = Readonly<Record<string, Schema>>;

/** Most entries of a list of objects: more are refused before they are read. */
export const MOST_ENTRIES = 20_000;

/** The last date there is, in ms since 1970. */
const LATEST = 8.64e15;

/** A text. */
export const text = (refusal?: string) => z.string(refusal);
/** A text that is not empty. */
export const filledText = (refusal?: string) => z.string(refusal).check(z.minLength(1, refusal));
/** A text without spaces around it, not empty. */
export const trimmedText = (refusal?: string) => z.string(refusal).check(z.trim(), z.minLength(1, refusal));
/** A text; a number becomes one, as in what some clients send of a form. */
export const writtenText = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value)),
  z.string(),
);
/** A finite number from 0, also as a text of digits. */
export const amount = (refusal?: string) =>
  z.pipe(
    z.transform((value: unknown) => amountIn(value)),
    z.number(refusal),
  );
/** Milliseconds since 1970 that are a date. */
export const time = (refusal?: string) => amount(refusal).check(z.refine((ms) => ms <= LATEST, refusal));
/** true or false, nothing else. */
export const flag = z.boolean();
/** A list of texts. */
export const texts = (refusal?: string) => z.custom<string[]>((value) => stringList(value) !== undefined, refusal);
/** A list of texts with one at least. */
export const someTexts = (refusal?: string) =>
  z.custom<string[]>((value) => (stringList(value)?.length ?? 0) > 0, refusal);
/** An http or https address. */
export const webAddress = (refusal?: string) => z.custom<string>(isWebAddress, refusal);

/** A value of a wrong type counts as not sent, as on a real server. */
export const ifValid = <S extends Schema>(schema: S) => z.catch(z.optional(schema), undefined);
/** A value that is missing or of a wrong type counts as `fallback`; clients send it always. */
export const orElse = <S extends Schema>(schema: S, fallback: output<S>) => z.catch(schema, fallback as never);

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

/** A list whose entries are all readable; otherwise all is refused, for one entry by `entryRefusal`. */
export const everyOf = <S extends Schema>(entry: S, refusal = '', entryRefusal = refusal) =>
  z.transform((value: unknown, context): output<S>[] => {
    const refuse = (message: string): output<S>[] => {
      context.issues.push({ code: 'custom', message, input: value });
      return [];
    };
    if (!Array.isArray(value) || value.length > MOST_ENTRIES) return refuse(refusal);
    const read: output<S>[] = [];
    for (const member of value) {
      const result = entry.safeParse(member);
      if (!result.success) return refuse(entryRefusal);
      read.push(result.data as output<S>);
    }
    return read;
  });

/** A list of which the readable entries count. */
export const readableOf = <S extends Schema>(entry: S, refusal = '') =>
  z.transform((value: unknown, context): output<S>[] => {
    if (!Array.isArray(value) || value.length > MOST_ENTRIES) {
      context.issues.push({ code: 'custom', message: refusal, input: value });
      return [];
    }
    return value.flatMap((member: unknown) => {
      const result = entry.safeParse(member);
      return result.success ? [result.data as output<S>] : [];
    });
  });

/** What a client sends: what the schema gives, to read only; a member that may be missing may be undefined. */
export type Sent<S extends Schema> = ToSend<output<S>>;

type ToSend<T> = T extends readonly (infer Entry)[]
  ? readonly ToSend<Entry>[]
  : T extends object
    ? { readonly [Key in keyof T]: object extends Pick<T, Key> ? ToSend<T[Key]> | undefined : ToSend<T[Key]> }
    : T;
