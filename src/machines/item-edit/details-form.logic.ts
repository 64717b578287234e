import type { Body } from '../../schemas/requests/index.ts';
import { updateItem } from '../../services/endpoints/item-editing.ts';
import type { FormEvent, FormProblems } from '../kit/form.machine.ts';
import { form, type FormRef } from '../kit/form.ts';
import type { MediaType } from '../router/routes.ts';
import { detailsOf, FIELDS, isSame, trimmed, type DetailName, type Details, type TokenField } from './details.logic.ts';

/** The form: the details as typed, those of the server, and what is between the two. */
export interface DetailsValues extends Details {
  readonly itemId: string;
  readonly mediaType: MediaType;
  /** As the server has them. */
  readonly base: Details;
  /** What was changed elsewhere while it was edited here, and nobody has decided about. */
  readonly clashes: readonly DetailName[];
  /** Text in a token field that is no token yet; it becomes one when the form is saved. */
  readonly typed: { readonly [Field in TokenField]?: string };
}

/** `titleMissing` (EDT-031), `sequenceSpaces` (EDT-032), `undecided`: it was changed elsewhere too. */
export type DetailsProblem = 'titleMissing' | 'sequenceSpaces' | 'undecided';

export type DetailsFormRef = FormRef<DetailsValues, DetailsProblem>;
export type DetailChange = Extract<FormEvent<DetailsValues>, { type: 'form.change' }>;

/** How a save ended; `details` as the server has them now. */
export interface DetailsSaved {
  readonly isUpdated: boolean;
  readonly details: Details;
}

/** The form of an item as it begins. */
export function valuesOf(itemId: string, mediaType: MediaType, details: Details): DetailsValues {
  return { ...details, itemId, mediaType, base: details, clashes: [], typed: {} };
}

const withTyped = (names: readonly string[], text = ''): readonly string[] => {
  const name = text.trim();
  return name === '' || names.includes(name) ? names : [...names, name];
};

/** The details with what was typed in token fields as tokens. */
export function typedDetails({ typed, ...values }: DetailsValues): Details {
  const names = withTyped(
    values.series.map(({ name }) => name),
    typed.series,
  );
  return {
    ...values,
    authors: withTyped(values.authors, typed.authors),
    narrators: withTyped(values.narrators, typed.narrators),
    genres: withTyped(values.genres, typed.genres),
    tags: withTyped(values.tags, typed.tags),
    series: names.map((name) => values.series.find((one) => one.name === name) ?? { name, sequence: '' }),
  };
}

/** What is another one than on the server. */
export function changedFields(values: DetailsValues): readonly DetailName[] {
  const details = typedDetails(values);
  return FIELDS[values.mediaType].filter((field) => !isSame(details[field], values.base[field]));
}

export const hasChanges = (values: DetailsValues): boolean => changedFields(values).length > 0;

/** An empty text clears a detail, but the title (VAL-008). Authors and series are found by name, else created. */
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

/** The body of a save: only what is changed, so that what this client does not know stays as it is. */
export function changesOf(values: DetailsValues): Body<'items.update'> {
  const details = typedDetails(values);
  const changed = changedFields(values);
  const metadata = changed.filter((field) => field !== 'tags').map((field) => [field, sent(field, details)]);
  return {
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) as Body<'items.update'>['metadata'] } : {}),
    ...(changed.includes('tags') ? { tags: [...details.tags] } : {}),
  };
}

/**
 * The form after the server told of the item. What was not touched here becomes theirs; what was, stays, and clashes
 * where theirs is new.
 */
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

/** The form after a save, with what the server made of it. */
export function afterSave({ itemId, mediaType }: DetailsValues, details: Details): DetailsValues {
  return valuesOf(itemId, mediaType, details);
}

/** The form with the value that the server has of a detail. */
export function takeTheirs(values: DetailsValues, field: DetailName): DetailsValues {
  const { [field as TokenField]: _gone, ...typed } = values.typed;
  return { ...keepMine(values, field), [field]: values.base[field], typed };
}

/** The form without the question whose value of a detail it is. */
export function keepMine(values: DetailsValues, field: DetailName): DetailsValues {
  return { ...values, clashes: values.clashes.filter((one) => one !== field) };
}

/** What keeps the details from being saved, by field. */
export function detailsProblems(values: DetailsValues): FormProblems<DetailsValues, DetailsProblem> {
  return {
    ...(values.title.trim() === '' ? { title: 'titleMissing' as const } : {}),
    ...(values.series.some(({ sequence }) => /\s/.test(sequence)) ? { series: 'sequenceSpaces' as const } : {}),
  };
}

/** What nobody has decided about yet: a save would silently undo what somebody else has saved. */
const undecided = ({ clashes }: DetailsValues): FormProblems<DetailsValues, DetailsProblem> =>
  Object.fromEntries(clashes.map((field) => [field, 'undecided' as const]));

export const detailsForm = form<DetailsValues, DetailsProblem, DetailsSaved>('edits', {
  check: (values) => ({ ...undecided(values), ...detailsProblems(values) }),
  /** Nothing is sent without changes. */
  async save(api, values, signal) {
    if (!hasChanges(values)) return { isUpdated: false, details: values.base };
    const input = { id: values.itemId, change: changesOf(values) };
    const { updated, libraryItem } = await api.call(updateItem, input, signal);
    return { isUpdated: updated ?? false, details: detailsOf(libraryItem) };
  },
});
