import type { AppError } from '../../schemas/app-error.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import type { ItemUpdatesParentEvent } from '../library/item-updates.machine.ts';
import type { LibraryServerEvent } from '../library/server-events.ts';
import type { PageMoved } from '../session/pages.ts';
import type { PageRefresh } from '../session/session.machine.ts';
import type { FilterMenuRef } from './filter-menu.machine.ts';
import type { BookshelfRoute, ShelfQuery, SortKey } from './query.logic.ts';
import type { CellWindow, Page, Pages } from './window.logic.ts';

export type BookshelfEvent =
  /** Other cells are on the page; `offset` is the scrolled distance in CSS pixels. */
  | { type: 'bookshelf.windowMoved'; first: number; last: number; offset: number }
  /** Scrolling came to rest. */
  | { type: 'bookshelf.rested'; offset: number }
  /** The focus is on this card. */
  | { type: 'bookshelf.focused'; index: number }
  | { type: 'bookshelf.sort'; key: SortKey }
  /** As the server takes it; null for everything. */
  | { type: 'bookshelf.filter'; filter: string | null }
  | { type: 'bookshelf.retry' }
  /** Ask again for the pages that could not be had. */
  | { type: 'bookshelf.retryPages' }
  /** Show what was added or removed while the shelf stood still. */
  | { type: 'bookshelf.showChanges' }
  /** Things came or went: the shelf may not be what the server would say now. */
  | { type: 'bookshelf.outdated' }
  | { type: 'bookshelf.preferencesChanged'; preferences: Preferences }
  | { type: 'xstate.done.actor.*'; actorId: string; output: LoadedPage }
  | { type: 'xstate.error.actor.*'; actorId: string; error: unknown }
  | PageRefresh
  | PageMoved<'bookshelf'>
  | ItemUpdatesParentEvent
  | LibraryServerEvent;

/** What a history entry keeps of its shelf: back and forward find it as it was left (SHF-009). */
export interface BookshelfMemory {
  readonly query: ShelfQuery;
  readonly total: number;
  readonly pages: Pages;
  /** CSS pixels. */
  readonly offset: number;
  /** The card that had the focus last; null for none. */
  readonly focused: number | null;
}

export interface LoadedPage {
  readonly number: number;
  readonly page: Page;
  readonly total: number;
}

export interface BookshelfContext {
  route: BookshelfRoute;
  entryKey: string;
  query: ShelfQuery;
  /** The query whose items are in `pages`: while another one is counted, the old ones stay in view. */
  shownQuery: ShelfQuery | null;
  total: number;
  pages: Pages;
  /** Pages that are shown but may be out of date: they are asked for again when they come into the window. */
  outdated: ReadonlySet<number>;
  /** Pages that are on their way. */
  loading: readonly number[];
  /** Pages that could not be had; not tried again by themselves. */
  failed: readonly number[];
  window: CellWindow;
  offset: number;
  focused: number | null;
  filterMenu: FilterMenuRef;
  error: AppError | null;
}
