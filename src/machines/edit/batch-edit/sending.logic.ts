import type { BatchItems, Drafts, MediaChange } from './drafts.logic.ts';
import { valuesOf } from './drafts.logic.ts';
import { changedFields, typedDetails } from '../item-edit/details-form.logic.ts';
import type { DetailName, Details } from '../item-edit/details.logic.ts';

export interface ChangeRow {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly field: DetailName;
  readonly before: Details[DetailName];
  readonly after: Details[DetailName];
}

export function changeRows(items: BatchItems, drafts: Drafts): readonly ChangeRow[] {
  return [...items.values()].flatMap((item) => {
    if (!drafts.has(item.id)) return [];
    const values = valuesOf(item, drafts);
    const details = typedDetails(values);
    return changedFields(values).map((field) => ({
      key: `${item.id} ${field}`,
      id: item.id,
      title: item.base.title,
      field,
      before: item.base[field],
      after: details[field],
    }));
  });
}

export function changeCounts(rows: readonly ChangeRow[]): readonly { field: DetailName; count: number }[] {
  const counts = new Map<DetailName, number>();
  for (const { field } of rows) counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...counts].map(([field, count]) => ({ field, count })).sort((one, other) => other.count - one.count);
}

/** Limits per call: the server refuses bodies over 10 MB (server fact 24). */
const MOST_ENTRIES = 50;
const MOST_CHARACTERS = 1_000_000;

/** Splits payloads into calls, in order. A payload over the limit is a call of its own. */
export function updateParts(payloads: ReadonlyMap<string, MediaChange>): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let size = 0;
  for (const [id, payload] of payloads) {
    const own = JSON.stringify(payload).length;
    const last = parts.at(-1);
    if (last && last.length < MOST_ENTRIES && size + own <= MOST_CHARACTERS) {
      last.push(id);
      size += own;
    } else {
      parts.push([id]);
      size = own;
    }
  }
  return parts;
}
