import type { ConnectivityParentEvent } from '../../account/connectivity/connectivity.machine.ts';
import type { Authorized } from '../../../schemas/api/auth.ts';
import type { FreshnessDue } from '../../kit/freshness.machine.ts';
import type { LibrariesParentEvent } from '../../account/libraries/libraries.protocol.ts';
import type { PageHostParentEvent } from '../page-host/page-host.protocol.ts';
import type { PlayerParentEvent } from '../../playback/player/player.protocol.ts';
import type { LedgerParentEvent } from '../../playback/progress/ledger.protocol.ts';
import type { ProgressParentEvent } from '../../playback/progress/progress.machine.ts';
import type { RouteChanged } from '../../kit/router/navigation.actor.ts';
import type { AnyRoute } from '../../kit/router/routes.ts';
import type { SocketParentEvent } from '../../account/socket/socket.machine.ts';
import type { TasksParentEvent } from '../../browse/tasks/tasks.protocol.ts';

export interface SessionInput {
  /** From the sign-in answer; null: requested. */
  readonly account: Authorized | null;
  readonly route: AnyRoute;
  readonly entryKey: string;
}

export type SessionEvent =
  | RouteChanged
  | { type: 'auth.refreshed' }
  | ConnectivityParentEvent
  | { type: 'session.retry' }
  /** A page with unsaved changes asks first. */
  | { type: 'session.signOut' }
  /** Before the sign-out: stops the sound and saves heard seconds. */
  | { type: 'session.leave' }
  | { type: 'help.requested' }
  | { type: 'settings.findRequested' }
  | LedgerParentEvent
  | FreshnessDue
  | PageHostParentEvent
  | PlayerParentEvent
  | LibrariesParentEvent
  | ProgressParentEvent
  | SocketParentEvent
  | TasksParentEvent;
