import type { SnapshotFrom } from 'xstate';
import type { selectionMachine } from './selection.machine.ts';
import type { KnownItem } from './selection.protocol.ts';

type SelectionSnapshot = SnapshotFrom<typeof selectionMachine>;

const isPicked = ({ context }: SelectionSnapshot) => context.picked.size > 0;

/** Whether the selection bar replaces the app bar. A job on one item from its own menu does not show it. */
export const selectIsSelecting = (snapshot: SelectionSnapshot) =>
  !snapshot.matches('empty') &&
  (isPicked(snapshot) || snapshot.context.missing !== null || selectWorkCount(snapshot) > 1);
export const selectCount = ({ context }: SelectionSnapshot) => context.picked.size;
export const selectPicked = ({ context }: SelectionSnapshot) => context.picked;
export const selectWorkCount = (snapshot: SelectionSnapshot) =>
  isPicked(snapshot) ? selectCount(snapshot) : (snapshot.context.requests[0]?.picked.length ?? 0);
export const selectBatch = ({ context }: SelectionSnapshot) => context.batch;
export const selectIsWorking = (snapshot: SelectionSnapshot) => snapshot.hasTag('busy');

/** `off` while nothing is selected, also during a job that needs no selection. */
export const cardStateOf =
  (ids: readonly string[]) =>
  (snapshot: SelectionSnapshot): 'off' | 'open' | 'selected' => {
    const { picked, missing } = snapshot.context;
    if (picked.size === 0 && missing === null) return 'off';
    return ids.length > 0 && ids.every((id) => picked.has(id)) ? 'selected' : 'open';
  };

/** Null while one is not loaded. */
export function knownItems({ context }: Pick<SelectionSnapshot, 'context'>): readonly KnownItem[] | null {
  if (context.missing) return null;
  const items: KnownItem[] = [];
  for (const { item } of context.picked.values()) {
    if (!item) return null;
    items.push(item);
  }
  return items;
}
