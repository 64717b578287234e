import type { SnapshotFrom } from 'xstate';
import type { selectionMachine } from './selection.machine.ts';
import type { KnownItem } from './selection.protocol.ts';

type SelectionSnapshot = SnapshotFrom<typeof selectionMachine>;

const isPicked = ({ context }: SelectionSnapshot) => context.picked.size > 0;

/**
 * Whether the selection bar stands in the place of the app bar (SEL-001): something is selected, or something is done
 * with several things that nobody has selected. One thing is done with from its own menu, where it is seen.
 */
export const selectIsSelecting = (snapshot: SelectionSnapshot) =>
  !snapshot.matches('empty') &&
  (isPicked(snapshot) || snapshot.context.missing !== null || selectWorkCount(snapshot) > 1);
/** How many items are selected (SEL-002). */
export const selectCount = ({ context }: SelectionSnapshot) => context.picked.size;
export const selectPicked = ({ context }: SelectionSnapshot) => context.picked;
/** The same, or how many things are done with that nobody has selected. */
export const selectWorkCount = (snapshot: SelectionSnapshot) =>
  isPicked(snapshot) ? selectCount(snapshot) : (snapshot.context.requests[0]?.picked.length ?? 0);
/** What is being done with them; null: nothing. */
export const selectBatch = ({ context }: SelectionSnapshot) => context.batch;
/** Something is being done with them: they cannot be deselected (SEL-016). */
export const selectIsWorking = (snapshot: SelectionSnapshot) => snapshot.hasTag('busy');

/**
 * What a card that stands for these items is: `off` while nothing is selected, also while something is done with items
 * that nobody has selected, as an undo.
 */
export const cardStateOf =
  (ids: readonly string[]) =>
  (snapshot: SelectionSnapshot): 'off' | 'open' | 'selected' => {
    const { picked, missing } = snapshot.context;
    if (picked.size === 0 && missing === null) return 'off';
    return ids.length > 0 && ids.every((id) => picked.has(id)) ? 'selected' : 'open';
  };

/** What is known of the selected items; null while something of one is not. */
export function knownItems({ context }: Pick<SelectionSnapshot, 'context'>): readonly KnownItem[] | null {
  if (context.missing) return null;
  const items: KnownItem[] = [];
  for (const { item } of context.picked.values()) {
    if (!item) return null;
    items.push(item);
  }
  return items;
}
