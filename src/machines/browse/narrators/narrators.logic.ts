import { collationLanguage, compareTexts } from '../../../locales/collation.ts';
import type { SnapshotFrom } from 'xstate';
import type { Narrator } from '../../../schemas/api/author.ts';
import { memoizeLast } from '../../kit/memo.ts';
import { fold } from '../../kit/text.logic.ts';
import type { narratorsMachine } from './narrators.machine.ts';

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
  const byName = (one: Narrator, other: Narrator) => compareTexts(one.name, other.name);
  const sign = isDescending ? -1 : 1;
  const found = wanted === '' ? [...narrators] : narrators.filter(({ name }) => fold(name).includes(wanted));
  return found.sort((one, other) =>
    sort === 'name'
      ? sign * byName(one, other)
      : sign * ((one.numBooks ?? 0) - (other.numBooks ?? 0)) || byName(one, other),
  );
}

type NarratorsSnapshot = SnapshotFrom<typeof narratorsMachine>;

export const selectHasNoNarrators = ({ context: { narrators } }: NarratorsSnapshot): boolean =>
  narrators.items.length + narrators.dropped.length === 0;

const shown = memoizeLast((narrators: readonly Narrator[], order: NarratorOrder, text: string, _language: string) =>
  shownNarrators(narrators, order, text),
);
export const selectShownNarrators = ({ context: { narrators, order, text } }: NarratorsSnapshot): readonly Narrator[] =>
  shown(narrators.items, order, text, collationLanguage());
export const selectUnreadableNarrators = ({ context }: NarratorsSnapshot) => context.narrators.dropped.length;
export const selectNarratorOrder = ({ context }: NarratorsSnapshot) => context.order;
export const selectNarratorText = ({ context }: NarratorsSnapshot) => context.text;
export const selectNarratorsLibrary = ({ context }: NarratorsSnapshot) => context.libraryId;
export const selectRemoved = (snapshot: NarratorsSnapshot) =>
  snapshot.matches({ shown: 'removing' }) ? (snapshot.context.subject?.id ?? null) : null;
