interface Known {
  readonly lower: readonly string[];
  readonly all: ReadonlySet<string>;
}

const indexes = new WeakMap<readonly string[], Known>();

function indexOf(values: readonly string[]): Known {
  const made = indexes.get(values);
  if (made) return made;
  const index = { lower: values.map((value) => value.toLocaleLowerCase()), all: new Set(values) };
  indexes.set(values, index);
  return index;
}

/** Exact match. Keep the list the same array: its index is cached. */
export const isKnown = (value: string, values: readonly string[]): boolean => indexOf(values).all.has(value);

/** Case-insensitive; those that begin with the text come first. */
export function valuesWith(text: string, values: readonly string[]): readonly string[] {
  const lower = text.trim().toLocaleLowerCase();
  if (lower === '') return values;
  const { lower: all } = indexOf(values);
  const begin: string[] = [];
  const contain: string[] = [];
  for (const [at, value] of values.entries()) {
    const place = all[at]?.indexOf(lower) ?? -1;
    if (place !== -1) (place === 0 ? begin : contain).push(value);
  }
  return [...begin, ...contain];
}

export function offersFor(text: string, suggestions: readonly string[], canCreate: boolean): readonly string[] {
  const wanted = text.trim();
  const found = valuesWith(wanted, suggestions);
  const lower = wanted.toLocaleLowerCase();
  const isNew = canCreate && wanted !== '' && !found.some((word) => word.toLocaleLowerCase() === lower);
  return isNew ? [...found, wanted] : found;
}
