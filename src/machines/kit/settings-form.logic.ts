import type { AppError } from '../../schemas/app-error.ts';

/** Null for an empty number. */
export type FieldValue = string | number | boolean | null | readonly string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Controls that can show this type; `rich` is HTML. `min` and `max` bound a number's buttons only; `check` decides. */
type ControlOf<Value> = [Value] extends [boolean]
  ? { readonly kind: 'switch' }
  : [Value] extends [number | null]
    ? { readonly kind: 'number'; readonly min?: number; readonly max?: number }
    : [Value] extends [readonly string[]]
      ? { readonly kind: 'list' }
      : | { readonly kind: 'text' | 'url' | 'email' | 'secret' | 'lines' | 'rich' }
        | { readonly kind: 'choice'; readonly choices: readonly string[] };

/**
 * A field of a settings form. Its locale texts are under its key: `label`, optional `help`, `placeholder`, `choice`.
 */
export type FieldRow<Values, Problem extends string = string> = {
  readonly [Key in keyof Values & string]: ControlOf<Values[Key]> & {
    readonly key: Key;
    readonly check?: (value: Values[Key], values: Values) => Problem | null;
    readonly isShown?: (values: Values) => boolean;
  };
}[keyof Values & string];

export interface AnyFieldRow {
  readonly key: string;
  readonly kind: 'switch' | 'number' | 'list' | 'text' | 'url' | 'email' | 'secret' | 'lines' | 'rich' | 'choice';
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  check?(value: FieldValue, values: FieldValues): string | null;
  isShown?(values: FieldValues): boolean;
}

/** `notTaken`: the server accepted the request but kept another value. */
export type FieldProblems = Readonly<Record<string, string>>;

export interface SettingsFormContext<Values = FieldValues> {
  readonly base: Values;
  readonly values: Values;
  readonly sent: Values | null;
  readonly problems: FieldProblems;
  readonly clashes: readonly string[];
  readonly isRevealed: boolean;
  readonly isSaved: boolean;
  /** `refused`: the field that caused the error, if the answer names it. */
  readonly error: AppError | null;
  readonly refused: string | null;
}

type Form = Pick<SettingsFormContext, 'base' | 'values'>;
type Change = Partial<SettingsFormContext>;

export const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object' ? JSON.stringify(one) === JSON.stringify(other) : one === other;

export const changedKeys = ({ base, values }: Form): readonly string[] =>
  Object.keys(values).filter((key) => !isSameValue(values[key], base[key]));

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

export function withChange(form: SettingsFormContext, key: string, value: FieldValue): Change {
  return {
    values: { ...form.values, [key]: value },
    problems: without(form.problems, key),
    isSaved: false,
    ...(form.refused === key ? { refused: null, error: null } : {}),
  };
}

/** Applies new server values. Edited fields stay, and clash if theirs changed; hidden ones give way. */
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

/** Applies a save's answer: visible values that the server did not take stay, with a problem. */
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

export function decided(form: SettingsFormContext, key: string, whose: 'mine' | 'theirs'): Change {
  const clashes = form.clashes.filter((one) => one !== key);
  return whose === 'mine'
    ? { clashes }
    : { clashes, values: { ...form.values, [key]: form.base[key] ?? null }, problems: without(form.problems, key) };
}

export const afterReset = ({ base }: SettingsFormContext): Change => ({
  values: base,
  problems: {},
  clashes: [],
  error: null,
  refused: null,
  isSaved: false,
});

export const shownRows = <Row extends AnyFieldRow>(rows: readonly Row[], values: FieldValues): readonly Row[] =>
  rows.filter((row) => row.isShown?.(values) ?? true);

const hiddenKeys = (rows: readonly AnyFieldRow[], values: FieldValues): readonly string[] => {
  const shown = shownRows(rows, values);
  return rows.filter((row) => !shown.includes(row)).map(({ key }) => key);
};

export function problemsOf(rows: readonly AnyFieldRow[], values: FieldValues): FieldProblems {
  return Object.fromEntries(
    shownRows(rows, values).flatMap((row) => {
      const problem = problemOf(row, values);
      return problem === null ? [] : [[row.key, problem]];
    }),
  );
}

const problemOf = (row: AnyFieldRow, values: FieldValues): string | null =>
  row.check?.(values[row.key] ?? null, values) ?? null;

/** Invalid hidden values are replaced by the server's. */
export function withoutHidden(rows: readonly AnyFieldRow[], { base, values }: Form): FieldValues {
  const hidden = hiddenKeys(rows, values);
  const bad = rows.filter((row) => hidden.includes(row.key) && problemOf(row, values) !== null);
  return { ...values, ...Object.fromEntries(bad.map(({ key }) => [key, base[key] ?? null])) };
}

/** Trims texts, except secrets and long ones; drops empty list entries. */
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

export function changeOf(base: FieldValues, sent: FieldValues): FieldValues {
  return Object.fromEntries(changedKeys({ base, values: sent }).map((key) => [key, sent[key] ?? null]));
}

interface SettingsSnapshot<Values = FieldValues> {
  readonly context: SettingsFormContext<Values>;
  hasTag(tag: 'busy'): boolean;
}

export const selectIsSavingSettings = (snapshot: SettingsSnapshot): boolean => snapshot.hasTag('busy');
export const selectHasUnsaved = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => isDirty(context);
export const selectFormValues = <Values>({ context }: Pick<SettingsSnapshot<Values>, 'context'>): Values =>
  context.values;
export const selectFormProblems = ({ context }: Pick<SettingsSnapshot, 'context'>) => context.problems;
export const selectIsSaved = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.isSaved;
export const selectHasClashes = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.clashes.length > 0;
export const selectIsRevealed = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.isRevealed;
export const selectSaveError = ({ context: { error, refused } }: Pick<SettingsSnapshot, 'context'>) =>
  refused === null ? error : null;
