import type { ActorRefFrom } from 'xstate';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { ItemUpdatesParentEvent } from '../item/item-updates.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageMoved, PageRefresh } from '../../app/page-host/page.protocol.ts';
import type { ListMemory, ListPlaceChanged } from '../../kit/windowed-list/windowed-list.protocol.ts';
import type { FilterMenuRef } from './filter-menu.machine.ts';
import type { LettersRef } from '../../kit/windowed-list/letters.machine.ts';
import type { itemList } from './item-list.ts';
import type { BookshelfRoute, ShelfQuery, SortKey } from './query.logic.ts';

export type ItemListRef = ActorRefFrom<typeof itemList>;

/** Kept per history entry: back and forward restore the shelf. */
export type BookshelfMemory = ListMemory<LibraryItemMinified, ShelfQuery>;

export interface SaveOpmlInput {
  readonly libraryId: string;
  readonly name: string;
}

export type BookshelfEvent =
  | { type: 'bookshelf.sort'; key: SortKey }
  /** A filter in the server's format; null: none. */
  | { type: 'bookshelf.filter'; filter: string | null }
  | { type: 'bookshelf.preferencesChanged'; preferences: Preferences }
  /** Opens the confirmation. `count`: items with issues. */
  | { type: 'bookshelf.removeIssues'; count: number }
  | ModalClosed<'removeIssues'>
  /** Saves the library's feeds as a file. `name`: of the library. */
  | { type: 'bookshelf.saveOpml'; name: string }
  | { type: 'xstate.error.actor.saveOpml'; error: unknown }
  | ListPlaceChanged<LibraryItemMinified, ShelfQuery>
  | PageRefresh
  | PageMoved<'bookshelf'>
  | ItemUpdatesParentEvent
  | ServerEventOf<
      | 'server.item.added'
      | 'server.item.updated'
      | 'server.item.removed'
      | 'server.items.added'
      | 'server.items.updated'
      | 'server.user.updated'
      | `server.${'rssFeed' | 'share'}.${'opened' | 'closed'}`
    >;

export interface BookshelfContext {
  route: BookshelfRoute;
  entryKey: string;
  query: ShelfQuery;
  list: ItemListRef;
  letters: LettersRef;
  filterMenu: FilterMenuRef;
}
