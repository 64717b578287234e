import type { AppError } from '../../schemas/app-error.ts';

/** What a field of a settings form holds; null for an empty number. */
export type FieldValue = string | number | boolean | null | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

/**
 * The controls that can show a value of this type; `rich` is HTML as formatted text. `min` and `max` bound the buttons
 * of a number; `check` decides.
 */
type ControlOf<Value> = [Value] extends [boolean]
  ? { readonly kind: 'switch' }
  : [Value] extends [number | null]
    ? { readonly kind: 'number'; readonly min?: number; readonly max?: number }
    : [Value] extends [readonly string[]]
      ? { readonly kind: 'list' }
      : | { readonly kind: 'text' | 'url' | 'email' | 'secret' | 'lines' | 'rich' }
        | { readonly kind: 'choice'; readonly choices: readonly string[] };

/**
 * A field of a settings form. Its texts stand in the area's locale file under its key: `label`, and where there are
 * some `help`, `placeholder` and `choice`.
 */
export type FieldRow<Values, Problem extends string = string> = {
  readonly [Key in keyof Values & string]: ControlOf<Values[Key]> & {
    readonly key: Key;
    /** What is wrong with the value; null when it can be saved. */
    readonly check?: (value: Values[Key], values: Values) => Problem | null;
    /** Whether it shows, and is checked. Default: always. */
    readonly isShown?: (values: Values) => boolean;
  };
}[keyof Values & string];

/** A row as the form and its view see it. */
export interface AnyFieldRow {
  readonly key: string;
  readonly kind: 'switch' | 'number' | 'list' | 'text' | 'url' | 'email' | 'secret' | 'lines' | 'rich' | 'choice';
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly check?: (value: never, values: never) => string | null;
  readonly isShown?: (values: never) => boolean;
}

/** `notTaken`: the server answered without an error, and kept another value. */
export type FieldProblems = Readonly<Record<string, string>>;

export interface SettingsFormContext<Values = FieldValues> {
  /** As the server has them. */
  readonly base: Values;
  readonly values: Values;
  /** What is being saved. */
  readonly sent: Values | null;
  /** What was wrong at the last save, by field; each goes when its field changes. */
  readonly problems: FieldProblems;
  /** Fields that somebody else changed while they were edited here, and nobody has decided about. */
  readonly clashes: readonly string[];
  /** Secrets are shown as text. */
  readonly isRevealed: boolean;
  /** The last thing that happened was a save that worked. */
  readonly isSaved: boolean;
  /** Why the last save failed, and the field that it is about, if the server's words tell. */
  readonly error: AppError | null;
  readonly refused: string | null;
}

type Form = Pick<SettingsFormContext, 'base' | 'values'>;
type Change = Partial<SettingsFormContext>;

export const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object' ? JSON.stringify(one) === JSON.stringify(other) : one === other;

/** The fields whose value is another one than on the server. */
export const changedKeys = ({ base, values }: Form): readonly string[] =>
  Object.keys(values).filter((key) => !isSameValue(values[key], base[key]));

/** Something is to be saved, and whose value it is has been said wherever that can be seen. */
export function isDue(form: SettingsFormContext, rows: readonly AnyFieldRow[]): boolean {
  const hidden = hiddenKeys(rows, form.values);
  return isDirty(form) && form.clashes.every((key) => hidden.includes(key));
}

export const isDirty = (form: Form): boolean => changedKeys(form).length > 0;

export function formOf<Values>(values: Values): SettingsFormContext<Values> {
  return {
    base: values,
    values,
    sent: null,
    problems: {},
    clashes: [],
    isRevealed: false,
    isSaved: false,
    error: null,
    refused: null,
  };
}

const without = (problems: FieldProblems, gone: string): FieldProblems =>
  Object.fromEntries(Object.entries(problems).filter(([key]) => key !== gone));

/** A field was changed by hand. */
export function withChange(form: SettingsFormContext, key: string, value: FieldValue): Change {
  return {
    values: { ...form.values, [key]: value },
    problems: without(form.problems, key),
    isSaved: false,
    ...(form.refused === key ? { refused: null, error: null } : {}),
  };
}

/**
 * The server has these now. What was not touched here becomes theirs; what was stays, and clashes where theirs is new.
 * A field that does not show gives way: nobody could decide about it.
 */
export function following(form: SettingsFormContext, theirs: FieldValues, rows: readonly AnyFieldRow[]): Change {
  const isNews = (key: string) => form.clashes.includes(key) || !isSameValue(theirs[key], form.base[key]);
  const hidden = hiddenKeys(rows, form.values).filter(isNews);
  const touched = changedKeys(form).filter((key) => !hidden.includes(key));
  const values = Object.fromEntries(
    Object.keys(form.values).map((key) => [key, (touched.includes(key) ? form.values[key] : theirs[key]) ?? null]),
  );
  const clashes = touched.filter((key) => !isSameValue(theirs[key], values[key]) && isNews(key));
  return { base: theirs, values, clashes };
}

/**
 * The save is done, and the server has these now. What it did not take stays, with a problem at its field; a field that
 * does not show becomes what the server has.
 */
export function afterSave(
  { base, values, sent }: SettingsFormContext,
  answer: FieldValues,
  rows: readonly AnyFieldRow[],
): Change {
  const hidden = sent ? hiddenKeys(rows, sent) : [];
  const refused = sent
    ? changedKeys({ base, values: sent }).filter((key) => !hidden.includes(key) && !isSameValue(sent[key], answer[key]))
    : [];
  const isTaken = (key: string) => isSameValue(values[key], sent?.[key]) && !refused.includes(key);
  return {
    base: answer,
    values: Object.fromEntries(
      Object.keys(values).map((key) => [key, (isTaken(key) ? answer[key] : values[key]) ?? null]),
    ),
    sent: null,
    clashes: [],
    problems: Object.fromEntries(refused.map((key) => [key, 'notTaken'])),
    isSaved: refused.length === 0,
    error: null,
    refused: null,
  };
}

/** Mine or theirs: the clash is decided. */
export function decided(form: SettingsFormContext, key: string, whose: 'mine' | 'theirs'): Change {
  const clashes = form.clashes.filter((one) => one !== key);
  return whose === 'mine'
    ? { clashes }
    : { clashes, values: { ...form.values, [key]: form.base[key] ?? null }, problems: without(form.problems, key) };
}

/** Back to what the server has. */
export const afterReset = ({ base }: SettingsFormContext): Change => ({
  values: base,
  problems: {},
  clashes: [],
  error: null,
  refused: null,
  isSaved: false,
});

/** The rows that show with these values. */
export const shownRows = <Row extends AnyFieldRow>(rows: readonly Row[], values: FieldValues): readonly Row[] =>
  rows.filter((row) => (row.isShown as ((values: FieldValues) => boolean) | undefined)?.(values) ?? true);

const hiddenKeys = (rows: readonly AnyFieldRow[], values: FieldValues): readonly string[] => {
  const shown = shownRows(rows, values);
  return rows.filter((row) => !shown.includes(row)).map(({ key }) => key);
};

/** What keeps the values from being saved, by field. */
export function problemsOf(rows: readonly AnyFieldRow[], values: FieldValues): FieldProblems {
  const found = shownRows(rows, values).map((row) => [row.key, problemOf(row, values)]);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null)) as FieldProblems;
}

function problemOf({ key, check }: AnyFieldRow, values: FieldValues): string | null {
  const found = check as ((value: FieldValue | undefined, values: FieldValues) => string | null) | undefined;
  return found?.(values[key], values) ?? null;
}

/** The values with what nobody sees and could not be saved as it is on the server. */
export function withoutHidden(rows: readonly AnyFieldRow[], { base, values }: Form): FieldValues {
  const hidden = hiddenKeys(rows, values);
  const bad = rows.filter((row) => hidden.includes(row.key) && problemOf(row, values) !== null);
  return { ...values, ...Object.fromEntries(bad.map(({ key }) => [key, base[key] ?? null])) };
}

/** Texts without spaces around them, but secrets and longer texts; lists without empty entries. */
export function tidied(rows: readonly AnyFieldRow[], values: FieldValues): FieldValues {
  const isKept = (key: string) => rows.some((row) => row.key === key && ['secret', 'lines', 'rich'].includes(row.kind));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, isKept(key) ? value : tidiedValue(value)]),
  );
}

function tidiedValue(value: FieldValue): FieldValue {
  if (typeof value === 'string') return value.trim();
  return value !== null && typeof value === 'object'
    ? value.map((entry) => entry.trim()).filter((entry) => entry !== '')
    : value;
}

/** What a save sends: the fields that are another than on the server. */
export function changeOf(base: FieldValues, sent: FieldValues): FieldValues {
  return Object.fromEntries(changedKeys({ base, values: sent }).map((key) => [key, sent[key] ?? null]));
}
