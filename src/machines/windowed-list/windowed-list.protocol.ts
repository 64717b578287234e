import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { FreshnessDue } from '../kit/freshness.machine.ts';
import type { CellWindow, ListItem, Page, Pages, Updates } from './window.logic.ts';

export type ListEvent<Item extends ListItem = ListItem, Query = unknown> =
  /** Other cells are on the page; `offset` is the scrolled distance in CSS pixels. */
  | { type: 'list.windowMoved'; first: number; last: number; offset: number }
  /** Scrolling came to rest. */
  | { type: 'list.rested'; offset: number }
  /** The focus is on this cell. */
  | { type: 'list.focused'; index: number }
  /** Show what another query gives, from its start; the same query again: from where the list is. */
  | { type: 'list.show'; query: Query }
  /** Load the list again that failed to load. */
  | { type: 'list.retry' }
  /** Load the pages again that failed to load. */
  | { type: 'list.retryPages' }
  /** Show what came or went while the list stood still. */
  | { type: 'list.showChanges' }
  /** Items came or went: the list may not be what the server would say now. */
  | { type: 'list.outdated' }
  /** Events were missed. */
  | { type: 'list.refresh' }
  /** Items changed: those that are shown are replaced in their places. */
  | { type: 'list.patch'; items: Updates<Item> }
  | FreshnessDue
  | { type: 'xstate.done.actor.*'; actorId: string; output: LoadedPage<Item> }
  | { type: 'xstate.error.actor.*'; actorId: string; error: unknown };

/** How a list was left: given back at its start, it is found as it was. */
export interface ListMemory<Item extends ListItem = ListItem, Query = unknown> {
  readonly query: Query;
  readonly total: number;
  /** The pages in view; may be empty, then they are loaded. */
  readonly pages: Pages<Item>;
  readonly window: CellWindow;
  /** CSS pixels. */
  readonly offset: number;
  /** The cell that had the focus last; null for none. */
  readonly focused: number | null;
}

export interface ListInput<Item extends ListItem = ListItem, Query = unknown> {
  /** Plain data: two queries are the same when their JSON is. */
  readonly query: Query;
  /** Not used when it is of another query. */
  readonly memory: ListMemory<Item, Query> | null;
}

/** To the owner: the list or the place in it is another one. */
export interface ListPlaceChanged<Item extends ListItem = ListItem, Query = unknown> {
  type: 'list.placeChanged';
  memory: ListMemory<Item, Query>;
}

export interface LoadedPage<Item extends ListItem = ListItem> {
  readonly number: number;
  readonly page: Page<Item>;
  /** Items of the whole list, as far as that is known. */
  readonly total: number;
  /** Of a list whose total nobody tells: there are more than `total` says. */
  readonly isOpen?: boolean;
}

export interface ListContext<Item extends ListItem = ListItem, Query = unknown> {
  query: Query;
  /** The query whose items are in `pages`: while another one is loading, the old ones stay in view. */
  shownQuery: Query | null;
  total: number;
  pages: Pages<Item>;
  /** Pages that are shown but may be out of date: they are loaded again when they come into the window. */
  outdated: ReadonlySet<number>;
  /** Pages that are on their way. */
  loading: readonly number[];
  /** Pages that failed to load; not tried again by themselves. */
  failed: readonly number[];
  window: CellWindow;
  offset: number;
  focused: number | null;
  /** What stands in that cell, as far as it is known. */
  focusedId: string | null;
  /** Where that went when it came to stand elsewhere: another object each time. */
  followed: { readonly index: number } | null;
  error: AppError | null;
}

/** A list as views see it, whatever it is of. */
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
