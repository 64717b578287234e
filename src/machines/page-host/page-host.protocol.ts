import type { Authorized } from '../../schemas/api/auth.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ScrollPlace } from '../../schemas/page-place.ts';
import type { ServerEvent } from '../../schemas/socket/server-events.ts';
import type { LibrariesParentEvent } from '../libraries/libraries.protocol.ts';
import type { LinkedItem } from '../library/shown-item.logic.ts';
import type { ProgressParentEvent } from '../progress/progress.machine.ts';
import type { RouteChanged } from '../router/navigation.actor.ts';
import type { AnyRoute, Route } from '../router/routes.ts';
import type { PageLibraryResolved, PageRefresh, PageSettingsSaved, PageStateSaved } from './page.protocol.ts';

export interface PageHostInput {
  readonly account: Authorized;
  readonly route: AnyRoute;
  readonly entryKey: string;
}

/** Pointer or focus is on a link to this page: it may be opened next. */
export interface PrefetchIntended {
  type: 'prefetch.intended';
  route: Route;
  /** The item that the link is about, as far as it is known there. */
  known?: LinkedItem | undefined;
}

export type PageHostEvent =
  | RouteChanged
  | ServerEvent
  | LibrariesParentEvent
  | ProgressParentEvent
  | PageRefresh
  | PageStateSaved
  | PageLibraryResolved
  | PageSettingsSaved
  | PrefetchIntended
  /** Pointer or focus stayed. */
  | { type: 'prefetch.due'; route: Route }
  | { type: 'account.changed'; account: Authorized }
  /** Scrolling or the focus came to rest. */
  | { type: 'page.placeMoved'; entryKey: string; scroll: ScrollPlace }
  /** The view of the open page threw while it was drawn. */
  | { type: 'page.viewFailed'; cause: unknown }
  | { type: 'page.retry' }
  | { type: 'xstate.error.actor.page'; error: unknown };

export type PageHostParentEvent = PageLibraryResolved | PageSettingsSaved;

/** Why there is no page: its code failed to load, or it stopped by a fault of its own. */
export interface PageFailure {
  readonly kind: 'code' | 'crash';
  readonly error: AppError;
}
