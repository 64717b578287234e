import type { Narrator } from '../../schemas/api/narrator.ts';
import { fold } from '../kit/text.logic.ts';

export const NARRATOR_SORTS = ['name', 'numBooks'] as const;
export type NarratorSort = (typeof NARRATOR_SORTS)[number];

export interface NarratorOrder {
  readonly sort: NarratorSort;
  readonly isDescending: boolean;
}

/** Book counts begin descending, names ascending. */
export function orderAfter(order: NarratorOrder, sort: NarratorSort): NarratorOrder {
  return { sort, isDescending: sort === order.sort ? !order.isDescending : sort === 'numBooks' };
}

export function shownNarrators(
  narrators: readonly Narrator[],
  { sort, isDescending }: NarratorOrder,
  text: string,
): readonly Narrator[] {
  const wanted = fold(text.trim());
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const byName = (one: Narrator, other: Narrator) => collator.compare(one.name, other.name);
  const sign = isDescending ? -1 : 1;
  const found = wanted === '' ? [...narrators] : narrators.filter(({ name }) => fold(name).includes(wanted));
  return found.sort((one, other) =>
    sort === 'name'
      ? sign * byName(one, other)
      : sign * ((one.numBooks ?? 0) - (other.numBooks ?? 0)) || byName(one, other),
  );
}
