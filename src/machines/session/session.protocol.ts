import type { ConnectivityParentEvent } from '../connectivity/connectivity.machine.ts';
import type { Authorized } from '../../schemas/api/auth.ts';
import type { FreshnessDue } from '../kit/freshness.machine.ts';
import type { LibrariesParentEvent } from '../libraries/libraries.protocol.ts';
import type { PageHostParentEvent } from '../page-host/page-host.protocol.ts';
import type { PlayerParentEvent } from '../player/player.protocol.ts';
import type { LedgerParentEvent } from '../progress/ledger.protocol.ts';
import type { ProgressParentEvent } from '../progress/progress.machine.ts';
import type { RouteChanged } from '../router/navigation.actor.ts';
import type { AnyRoute } from '../router/routes.ts';
import type { SocketParentEvent } from '../socket/socket.machine.ts';
import type { TasksParentEvent } from '../tasks/tasks.protocol.ts';

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
