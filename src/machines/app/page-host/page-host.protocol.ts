import type { Authorized } from '../../../schemas/api/auth.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ScrollPlace } from './places.logic.ts';
import type { ServerEvent } from '../../../schemas/socket/server-events.ts';
import type { LibrariesParentEvent } from '../../account/libraries/libraries.protocol.ts';
import type { LinkedItem } from '../../kit/shown-item.logic.ts';
import type { ProgressParentEvent } from '../../playback/progress/progress.machine.ts';
import type { RouteChanged } from '../../kit/router/navigation.actor.ts';
import type { AnyRoute, Route } from '../../kit/router/routes.ts';
import type { PageLibraryResolved, PageRefresh, PageSettingsSaved, PageStateSaved } from './page.protocol.ts';

export interface PageHostInput {
  readonly account: Authorized;
  readonly route: AnyRoute;
  readonly entryKey: string;
}

export interface PrefetchIntended {
  type: 'prefetch.intended';
  route: Route;
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
  | { type: 'prefetch.due'; route: Route }
  | { type: 'account.changed'; account: Authorized }
  | { type: 'page.placeMoved'; entryKey: string; scroll: ScrollPlace }
  /** The page's view threw during a render. */
  | { type: 'page.viewFailed'; cause: unknown }
  /** A second failure to load code reloads the client, unless `keepsClient`. */
  | { type: 'page.retry'; keepsClient?: boolean }
  | { type: 'xstate.error.actor.page'; error: unknown };

export type PageHostParentEvent = PageLibraryResolved | PageSettingsSaved;

/** `code`: failed to load. `crash`: the page threw. */
export interface PageFailure {
  readonly kind: 'code' | 'crash';
  readonly error: AppError;
}
