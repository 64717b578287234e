import { isShown } from './query.logic.ts';
import { slotAt, type ListItem, type Slot } from './window.logic.ts';
import type { ListContext, ListSnapshot } from './windowed-list.protocol.ts';

/** What fills the place of the list. While another query is loading the items of the last one stay in view. */
export function selectListState(snapshot: ListSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('empty') || isStillEmpty(snapshot)) return 'empty';
  return snapshot.context.total > 0 ? 'filled' : 'loading';
}

/** It is loaded again, and had nothing the last time. */
function isStillEmpty(snapshot: ListSnapshot): boolean {
  return snapshot.matches('loading') && snapshot.context.total === 0 && isShown(snapshot.context);
}

/** What is in view is of an earlier query. */
export const selectIsLoading = (snapshot: ListSnapshot) => snapshot.matches('loading');
/** Items came or went, and showing them would move what is in view. */
export const selectHasChanges = (snapshot: ListSnapshot) => snapshot.matches({ filled: 'changed' });
/** How many items the list has; null while that is not known. */
export const selectTotal = (snapshot: ListSnapshot) =>
  (snapshot.matches('loading') && !isStillEmpty(snapshot)) || snapshot.matches('failed')
    ? null
    : snapshot.context.total;
/** How many items the list in view has. */
export const selectLength = ({ context }: ListSnapshot) => context.total;
export const selectListError = ({ context }: ListSnapshot) => context.error;
export const selectHasFailedPages = ({ context }: ListSnapshot) => context.failed.length > 0;
/** Names the list that is in view: another one begins at its own start. */
export const selectListKey = ({ context }: ListSnapshot) => JSON.stringify(context.shownQuery);
/** Where the list was left: pixels, and the cell that had the focus. Counts when it is drawn first. */
export const selectStart = ({ context }: ListSnapshot) => ({ offset: context.offset, focused: context.focused });

/** Where the item with the focus stands now; null while it has not moved. */
export const selectFollowed = ({ context }: ListSnapshot) => context.followed;

/** A selector of what stands at a place: undefined while it is not there, null for what could not be read. */
export const slotSelector =
  (index: number) =>
  <Item extends ListItem>({ context }: { context: Pick<ListContext<Item>, 'pages'> }): Slot<Item> | undefined =>
    slotAt(context.pages, index);

/** How many of the loaded entries could not be read. */
export function selectUnreadable({ context }: ListSnapshot): number {
  let count = 0;
  for (const page of context.pages.values()) for (const slot of page) if (slot === null) count += 1;
  return count;
}
