import type { Body } from '../../../schemas/requests/index.ts';
import { updateItem } from '../../../services/endpoints/item-editing.ts';
import { type FormEvent, type FormProblems, form, type FormRef } from '../../kit/form.machine.ts';
import { typedNames } from '../../kit/text.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { detailsOf, FIELDS, isSame, trimmed, type DetailName, type Details, type TokenField } from './details.logic.ts';

/** Typed details with the server's. */
export interface DetailsValues extends Details {
  readonly itemId: string;
  readonly mediaType: MediaType;
  readonly base: Details;
  readonly clashes: readonly DetailName[];
  /** Text in a token field; becomes a token on save. */
  readonly typed: { readonly [Field in TokenField]?: string };
}

export type DetailsProblem = 'titleMissing' | 'sequenceSpaces' | 'undecided';

export type DetailsFormRef = FormRef<DetailsValues, DetailsProblem>;
export type DetailChange = Extract<FormEvent<DetailsValues>, { type: 'form.change' }>;

export interface DetailsSaved {
  readonly isUpdated: boolean;
  /** Brings back the values before the save. */
  readonly undo: Body<'items.update'>;
  readonly details: Details;
}

export function valuesOf(itemId: string, mediaType: MediaType, details: Details): DetailsValues {
  return { ...details, itemId, mediaType, base: details, clashes: [], typed: {} };
}

const withTyped = (names: readonly string[], typed: readonly string[]): readonly string[] =>
  typed.every((name) => names.includes(name)) ? names : [...new Set([...names, ...typed])];

export function typedDetails({ typed, ...values }: DetailsValues): Details {
  const names = withTyped(
    values.series.map(({ name }) => name),
    [typed.series?.trim() ?? ''].filter(Boolean),
  );
  return {
    ...values,
    authors: withTyped(values.authors, typedNames(typed.authors)),
    narrators: withTyped(values.narrators, typedNames(typed.narrators)),
    genres: withTyped(values.genres, typedNames(typed.genres)),
    tags: withTyped(values.tags, typedNames(typed.tags)),
    series: names.map((name) => values.series.find((one) => one.name === name) ?? { name, sequence: '' }),
  };
}

export function changedFields(values: DetailsValues): readonly DetailName[] {
  const details = typedDetails(values);
  return FIELDS[values.mediaType].filter((field) => !isSame(details[field], values.base[field]));
}

export const hasChanges = (values: DetailsValues): boolean => changedFields(values).length > 0;

/** Empty texts clear a detail, except the title. The server finds authors and series by name, or creates them. */
function sent(field: DetailName, details: Details): unknown {
  if (field === 'authors') return details.authors.map((name, index) => ({ id: `new-${index + 1}`, name }));
  if (field === 'series') {
    return details.series.map(({ name, sequence }, index) => ({
      id: `new-${index + 1}`,
      name,
      sequence: sequence === '' ? null : sequence,
    }));
  }
  const value = trimmed(details[field]);
  return value === '' ? null : value;
}

/** Only changed fields, so that unknown ones stay. */
export function changesOf(values: DetailsValues): Body<'items.update'> {
  const details = typedDetails(values);
  const changed = changedFields(values);
  const metadata = changed.filter((field) => field !== 'tags').map((field) => [field, sent(field, details)]);
  return {
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) as Body<'items.update'>['metadata'] } : {}),
    ...(changed.includes('tags') ? { tags: [...details.tags] } : {}),
  };
}

/** Only fields of this save: others may have changed elsewhere meanwhile. */
function undoOf(values: DetailsValues, saved: Details): Body<'items.update'> {
  const before = changedFields(values).map((field) => [field, values.base[field]]);
  return changesOf({ ...afterSave(values, saved), ...Object.fromEntries(before) });
}

/** Applies a server update: untouched fields follow, touched ones stay and clash if theirs changed. */
export function withTheirs(values: DetailsValues, theirs: Details): DetailsValues {
  const touched = changedFields(values);
  const mine = typedDetails(values);
  const clashes = touched.filter(
    (field) =>
      !isSame(theirs[field], mine[field]) &&
      (values.clashes.includes(field) || !isSame(theirs[field], values.base[field])),
  );
  const taken = FIELDS[values.mediaType].filter((field) => !touched.includes(field));
  return { ...values, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])), base: theirs, clashes };
}

export function afterSave({ itemId, mediaType }: DetailsValues, details: Details): DetailsValues {
  return valuesOf(itemId, mediaType, details);
}

export function takeTheirs(values: DetailsValues, field: DetailName): DetailsValues {
  const { [field as TokenField]: _gone, ...typed } = values.typed;
  return { ...keepMine(values, field), [field]: values.base[field], typed };
}

export function keepMine(values: DetailsValues, field: DetailName): DetailsValues {
  return { ...values, clashes: values.clashes.filter((one) => one !== field) };
}

export function detailsProblems(values: DetailsValues): FormProblems<DetailsValues, DetailsProblem> {
  return {
    ...(values.title.trim() === '' ? { title: 'titleMissing' as const } : {}),
    ...(values.series.some(({ sequence }) => /\s/.test(sequence)) ? { series: 'sequenceSpaces' as const } : {}),
  };
}

/** Saving would silently undo the other change. */
const undecided = ({ clashes }: DetailsValues): FormProblems<DetailsValues, DetailsProblem> =>
  Object.fromEntries(clashes.map((field) => [field, 'undecided' as const]));

export const detailsForm = form<DetailsValues, DetailsProblem, DetailsSaved>('edits', {
  check: (values) => ({ ...undecided(values), ...detailsProblems(values) }),
  async save(api, values, signal) {
    if (!hasChanges(values)) return { isUpdated: false, undo: {}, details: values.base };
    const input = { id: values.itemId, change: changesOf(values) };
    const { updated, libraryItem } = await api.call(updateItem, input, signal);
    const details = detailsOf(libraryItem);
    return { isUpdated: updated ?? false, undo: undoOf(values, details), details };
  },
});
