import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { FreshnessDue } from '../freshness.machine.ts';
import type { CellWindow, ListItem, Page, Pages, Updates } from './window.logic.ts';

export type ListEvent<Item extends ListItem = ListItem, Query = unknown> =
  /** `offset`: scrolled CSS pixels. */
  | { type: 'list.windowMoved'; first: number; last: number; offset: number }
  | { type: 'list.rested'; offset: number }
  | { type: 'list.focused'; index: number }
  /** Shows a query from its start; the same query again keeps the place. */
  | { type: 'list.show'; query: Query }
  | { type: 'list.retry' }
  | { type: 'list.retryPages' }
  /** Shows the changes that were held back. */
  | { type: 'list.showChanges' }
  | { type: 'list.outdated' }
  /** Events were missed. */
  | { type: 'list.refresh' }
  | { type: 'list.patch'; items: Updates<Item> }
  | FreshnessDue
  | { type: 'xstate.done.actor.*'; actorId: string; output: LoadedPage<Item> }
  | { type: 'xstate.error.actor.*'; actorId: string; error: unknown };

/** How a list was left; given back at start, it continues there. */
export interface ListMemory<Item extends ListItem = ListItem, Query = unknown> {
  readonly query: Query;
  readonly total: number;
  /** The pages in view; loaded when empty. */
  readonly pages: Pages<Item>;
  readonly window: CellWindow;
  /** CSS pixels. */
  readonly offset: number;
  readonly focused: number | null;
}

export interface ListInput<Item extends ListItem = ListItem, Query = unknown> {
  /** Plain data, compared by its JSON. */
  readonly query: Query;
  readonly memory: ListMemory<Item, Query> | null;
}

export interface ListPlaceChanged<Item extends ListItem = ListItem, Query = unknown> {
  type: 'list.placeChanged';
  memory: ListMemory<Item, Query>;
}

export interface LoadedPage<Item extends ListItem = ListItem> {
  readonly number: number;
  readonly page: Page<Item>;
  readonly total: number;
  /** The total is unknown and larger than `total`. */
  readonly isOpen?: boolean;
}

export interface ListContext<Item extends ListItem = ListItem, Query = unknown> {
  query: Query;
  /** The query of `pages`: the old items stay in view while another one loads. */
  shownQuery: Query | null;
  total: number;
  pages: Pages<Item>;
  /** Shown, reloaded when they enter the window. */
  outdated: ReadonlySet<number>;
  loading: readonly number[];
  /** Not retried automatically. */
  failed: readonly number[];
  window: CellWindow;
  offset: number;
  focused: number | null;
  focusedId: string | null;
  /** The new place of the focused item; a new object each time. */
  followed: { readonly index: number } | null;
  error: AppError | null;
}

export interface ListRef<Item extends ListItem = ListItem> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): ListSnapshot<Item>;
  send(
    event: Extract<
      ListEvent,
      {
        type:
          'list.windowMoved' | 'list.rested' | 'list.focused' | 'list.retry' | 'list.retryPages' | 'list.showChanges';
      }
    >,
  ): void;
}

export interface ListSnapshot<Item extends ListItem = ListItem> {
  readonly context: ListContext<Item>;
  matches(state: 'loading' | 'failed' | 'empty' | { filled: 'changed' }): boolean;
}
