import { slotAt, type ListItem, type Slot, isShown } from './window.logic.ts';
import type { ListContext, ListSnapshot } from './windowed-list.protocol.ts';

/** Items of the last query stay in view while another one loads. */
export function selectListState(snapshot: ListSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('empty') || isStillEmpty(snapshot)) return 'empty';
  return snapshot.context.total > 0 ? 'filled' : 'loading';
}

function isStillEmpty(snapshot: ListSnapshot): boolean {
  return snapshot.matches('loading') && snapshot.context.total === 0 && isShown(snapshot.context);
}

/** The view still shows an earlier query. */
export const selectIsLoading = (snapshot: ListSnapshot) => snapshot.matches('loading');
/** Changes are held back because they would move the view. */
export const selectHasChanges = (snapshot: ListSnapshot) => snapshot.matches({ filled: 'changed' });
export const selectTotal = (snapshot: ListSnapshot) =>
  (snapshot.matches('loading') && !isStillEmpty(snapshot)) || snapshot.matches('failed')
    ? null
    : snapshot.context.total;
export const selectLength = ({ context }: ListSnapshot) => context.total;
export const selectListError = ({ context }: ListSnapshot) => context.error;
export const selectHasFailedPages = ({ context }: ListSnapshot) => context.failed.length > 0;
/** Identifies the list in view. */
export const selectListKey = ({ context }: ListSnapshot) => JSON.stringify(context.shownQuery);
/** Pixels and focused cell that the list was left with; read on its first drawing only. */
export const selectStart = ({ context }: ListSnapshot) => ({ offset: context.offset, focused: context.focused });

export const selectFollowed = ({ context }: ListSnapshot) => context.followed;

/** Undefined while missing, null for an entry that could not be parsed. */
export const slotSelector =
  (index: number) =>
  <Item extends ListItem>({ context }: { context: Pick<ListContext<Item>, 'pages'> }): Slot<Item> | undefined =>
    slotAt(context.pages, index);

export function selectUnreadable({ context }: ListSnapshot): number {
  let count = 0;
  for (const page of context.pages.values()) for (const slot of page) if (slot === null) count += 1;
  return count;
}
