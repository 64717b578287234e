import { typedDetails, valuesOf, type DetailChange, type DetailsValues } from '../item-edit/details-form.logic.ts';
import { NO_DETAILS, type DetailName, type Details } from '../item-edit/details.logic.ts';
import type { MediaType } from '../../kit/router/routes.ts';

export type MapMode = 'overwrite' | 'append';

export interface MapDetails {
  readonly mode: MapMode;
  /** Details that Apply uses. */
  readonly uses: readonly DetailName[];
  readonly values: DetailsValues;
}

const MAPPED: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: [
    'subtitle',
    'authors',
    'narrators',
    'series',
    'genres',
    'tags',
    'publishedYear',
    'publisher',
    'language',
    'explicit',
    'abridged',
  ],
  podcast: ['author', 'genres', 'tags', 'language', 'explicit'],
};
const LISTS: readonly DetailName[] = ['authors', 'narrators', 'series', 'genres', 'tags'];

export function mapDetailsOf(mediaType: MediaType, mode: MapMode = 'overwrite'): MapDetails {
  return { mode, uses: [], values: valuesOf('', mediaType, NO_DETAILS) };
}

/** Append mode: lists only. */
export function mappedFields(mediaType: MediaType, mode: MapMode): readonly DetailName[] {
  return mode === 'append' ? MAPPED[mediaType].filter((field) => LISTS.includes(field)) : MAPPED[mediaType];
}

export function usedFields({ mode, uses, values }: MapDetails): readonly DetailName[] {
  return mappedFields(values.mediaType, mode).filter((field) => uses.includes(field));
}

export function toggledUse(map: MapDetails, field: DetailName): MapDetails {
  const uses = map.uses.includes(field) ? map.uses.filter((one) => one !== field) : [...map.uses, field];
  return { ...map, uses };
}

export function mapTyped(map: MapDetails, { field, value }: DetailChange): MapDetails {
  return { ...map, values: { ...map.values, [field]: value } };
}

const lower = (text: string) => text.trim().toLocaleLowerCase();

const nameOf = (entry: string | { readonly name: string }) => lower(typeof entry === 'string' ? entry : entry.name);

export function merged<Entry extends string | { readonly name: string }>(
  own: readonly Entry[],
  more: readonly Entry[],
): readonly Entry[] {
  const known = new Set(own.map(nameOf));
  const added = more.filter((entry) => {
    const name = nameOf(entry);
    if (name === '' || known.has(name)) return false;
    known.add(name);
    return true;
  });
  return added.length === 0 ? own : [...own, ...added];
}

type Value = Details[DetailName];
const isFilled = (value: Value) => (typeof value === 'string' ? value.trim() !== '' : value !== false);

/** Lists merged, else the first value that is not empty. */
function outOf(values: readonly Value[]): Value | undefined {
  const [first] = values;
  if (!Array.isArray(first)) return values.find(isFilled) ?? first;
  return (values as (readonly string[])[]).reduce((all, more) => merged(all, more), []);
}

export function populated(map: MapDetails, forms: readonly DetailsValues[]): MapDetails {
  const details = forms.map(typedDetails);
  const used = usedFields(map);
  const found = used.flatMap((field) => {
    const value = outOf(details.map((one) => one[field]));
    return value === undefined ? [] : [[field, value] as const];
  });
  const typed = Object.fromEntries(
    Object.entries(map.values.typed).filter(([field]) => !used.includes(field as DetailName)),
  );
  return { ...map, values: { ...map.values, ...Object.fromEntries(found), typed } };
}

/** All details of one item; those with a value become used. */
export function populatedFrom(map: MapDetails, form: DetailsValues): MapDetails {
  const details = typedDetails(form);
  const uses = mappedFields(form.mediaType, map.mode).filter((field) => {
    const value = details[field];
    return Array.isArray(value) ? value.length > 0 : isFilled(value);
  });
  return populated({ ...map, uses }, [form]);
}

/** A form with the used details: they replace its own, or extend its lists. */
export function mapped(map: MapDetails, form: DetailsValues): DetailsValues {
  const given = typedDetails(map.values);
  const own = typedDetails(form);
  const used = usedFields(map);
  const next = used.map((field) => {
    if (map.mode === 'overwrite') return [field, given[field]];
    return [field, merged(own[field] as readonly string[], given[field] as readonly string[])];
  });
  const typed = Object.fromEntries(Object.entries(form.typed).filter(([field]) => !used.includes(field as DetailName)));
  return { ...form, ...Object.fromEntries(next), typed };
}
