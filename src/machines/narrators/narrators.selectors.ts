import type { SnapshotFrom } from 'xstate';
import type { Narrator } from '../../schemas/api/narrator.ts';
import { shownNarrators, type NarratorOrder } from './narrators.logic.ts';
import type { narratorsMachine } from './narrators.machine.ts';

type NarratorsSnapshot = SnapshotFrom<typeof narratorsMachine>;

export const selectHasNoNarrators = ({ context: { narrators } }: NarratorsSnapshot): boolean =>
  narrators.items.length + narrators.dropped.length === 0;

interface Shown {
  readonly order: NarratorOrder;
  readonly text: string;
  readonly found: readonly Narrator[];
}
const shown = new WeakMap<readonly Narrator[], Shown>();

export function selectShownNarrators({ context: { narrators, order, text } }: NarratorsSnapshot): readonly Narrator[] {
  const known = shown.get(narrators.items);
  if (known?.order === order && known.text === text) return known.found;
  const found = shownNarrators(narrators.items, order, text);
  shown.set(narrators.items, { order, text, found });
  return found;
}
export const selectUnreadableNarrators = ({ context }: NarratorsSnapshot) => context.narrators.dropped.length;
export const selectNarratorOrder = ({ context }: NarratorsSnapshot) => context.order;
export const selectNarratorText = ({ context }: NarratorsSnapshot) => context.text;
export const selectNarratorsLibrary = ({ context }: NarratorsSnapshot) => context.libraryId;
export const selectRemoved = (snapshot: NarratorsSnapshot) =>
  snapshot.matches({ shown: 'removing' }) ? (snapshot.context.subject?.id ?? null) : null;
