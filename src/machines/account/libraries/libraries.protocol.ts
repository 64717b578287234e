import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { getLibraryWithFilterData, listLibraries } from '../../../services/endpoints/libraries.ts';
import type { ResourceReport } from '../../kit/resource.machine.ts';
import type { LibraryOutline } from '../../kit/router/routes.ts';

export type LibrariesEvent =
  /** Makes this library the current one. Null: none exists. */
  | { type: 'libraries.select'; id: string | null }
  /** The data may be stale (reconnected, page visible again). */
  | { type: 'libraries.refresh' }
  | { type: 'libraries.retryFilterData' }
  | ResourceReport<'list', typeof listLibraries>
  | ResourceReport<'filterData', typeof getLibraryWithFilterData>
  | ServerEventOf<
      | `server.${'library' | 'item' | 'author' | 'series'}.${'added' | 'updated' | 'removed'}`
      | `server.items.${'added' | 'updated'}`
      | `server.playlist.${'added' | 'removed'}`
    >;

export type LibrariesParentEvent =
  | { type: 'libraries.loaded'; libraries: readonly LibraryOutline[] }
  | { type: 'libraries.currentRemoved'; nextId: string | null };
