import type { SnapshotFrom } from 'xstate';
import { formatFilter, type Filter } from '../../services/filter-value.ts';
import type { bookshelfMachine } from './bookshelf.machine.ts';
import { filterOf, sortsOf } from './query.logic.ts';
import { choicesOf, filterGroupsOf, findChoices } from './filters.logic.ts';
import { slotAt } from './window.logic.ts';

type BookshelfSnapshot = SnapshotFrom<typeof bookshelfMachine>;

/** What fills the page. While another query is counted the shelf of the last one stays in view. */
export function selectShelfState(snapshot: BookshelfSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('failed')) return 'failed';
  if (snapshot.matches('empty')) return 'empty';
  return snapshot.context.pages.size > 0 ? 'filled' : 'loading';
}

/** The shelf in view is that of an earlier query. */
export const selectIsCounting = (snapshot: BookshelfSnapshot) => snapshot.matches('counting');
/** Things came or went, and showing them would move what is in view. */
export const selectHasChanges = (snapshot: BookshelfSnapshot) => snapshot.matches({ ready: 'changed' });
/** How many items the shelf has; null while that is not known. */
export const selectTotal = (snapshot: BookshelfSnapshot) => (snapshot.matches('counting') || snapshot.matches('failed') ? null : snapshot.context.total);
export const selectLength = ({ context }: BookshelfSnapshot) => context.total;
export const selectShelfError = ({ context }: BookshelfSnapshot) => context.error;
export const selectHasFailedPages = ({ context }: BookshelfSnapshot) => context.failed.length > 0;
export const selectQuery = ({ context }: BookshelfSnapshot) => context.query;
export const selectFilterMenu = ({ context }: BookshelfSnapshot) => context.filterMenu;
/** Names the shelf that is in view: another one begins at its own start. */
export const selectShelfKey = ({ context }: BookshelfSnapshot) => JSON.stringify(context.shownQuery);
/** Where the shelf was left: pixels, and the card that had the focus. Counts when it is drawn first. */
export const selectStart = ({ context }: BookshelfSnapshot) => ({ offset: context.offset, focused: context.focused });

/** A selector of what stands at a place: undefined while it is not there, null for what could not be read. */
export const slotSelector = (index: number) => ({ context }: BookshelfSnapshot) => slotAt(context.pages, index);

/** How many of the loaded entries could not be read. */
export function selectUnreadable({ context }: BookshelfSnapshot): number {
  let count = 0;
  for (const page of context.pages.values()) for (const slot of page) if (slot === null) count += 1;
  return count;
}

export { choicesOf, filterGroupsOf, filterOf, findChoices, sortsOf };

/** A filter as the server takes it. */
export const toFilterText = (filter: Filter): string => formatFilter(filter);
