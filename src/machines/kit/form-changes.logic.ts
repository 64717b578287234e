import type { FormEvent } from './form.machine.ts';

/** `form.change` events for each value that differs. */
export function formChanges<Values extends object, By>(
  before: Values | undefined,
  rule: (values: Values, by: By) => Values,
  by: By,
): readonly FormEvent<Values>[] {
  if (!before) return [];
  const after = rule(before, by);
  const names = Object.keys(after) as (keyof Values)[];
  return names
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ type: 'form.change', field, value: after[field] }) as FormEvent<Values>);
}
