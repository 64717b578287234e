import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { getLibraryWithFilterData, listLibraries } from '../../services/endpoints/libraries.ts';
import type { ResourceTold } from '../kit/resource.ts';
import type { LibraryOutline } from '../router/routes.ts';

export type LibrariesEvent =
  /** The place belongs to this library: it becomes the current one. Null: there is none to choose. */
  | { type: 'libraries.select'; id: string | null }
  /** Whatever is shown may be stale (reconnected, page shown again). */
  | { type: 'libraries.refresh' }
  /** Refetches the filter values of the current library after they failed to load. */
  | { type: 'libraries.retryFilterData' }
  | ResourceTold<'list', typeof listLibraries>
  | ResourceTold<'filterData', typeof getLibraryWithFilterData>
  | ServerEventOf<
      | `server.${'library' | 'item' | 'author' | 'series'}.${'added' | 'updated' | 'removed'}`
      | `server.items.${'added' | 'updated'}`
      | `server.playlist.${'added' | 'removed'}`
    >;

/**
 * `loaded` comes with every change of the list. When the current library is gone, where to go is the session's decision
 * (LIB-005 to LIB-007).
 */
export type LibrariesParentEvent =
  | { type: 'libraries.loaded'; libraries: readonly LibraryOutline[] }
  | { type: 'libraries.currentRemoved'; nextId: string | null };
