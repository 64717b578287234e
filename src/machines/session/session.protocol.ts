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
  /** The account, when the sign-in answer brought it; else it is requested. */
  readonly account: Authorized | null;
  readonly route: AnyRoute;
  /** Name of the history entry. */
  readonly entryKey: string;
}

export type SessionEvent =
  | RouteChanged
  | { type: 'auth.refreshed' }
  | { type: 'session.retry' }
  /** The person signs out: a page with something unsaved asks first. */
  | { type: 'session.signOut' }
  /** The account is about to leave: silence, and save what was heard. */
  | { type: 'session.leave' }
  /** Somebody pressed the key of the list of keys. */
  | { type: 'help.asked' }
  /** Somebody looks for a setting. */
  | { type: 'settings.findAsked' }
  | LedgerParentEvent
  | FreshnessDue
  | PageHostParentEvent
  | PlayerParentEvent
  | LibrariesParentEvent
  | ProgressParentEvent
  | SocketParentEvent
  | TasksParentEvent;
