import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { EntryStart } from './ledger-entry.logic.ts';

/** What the one who opened an entry hears of it. */
export type LedgerReport =
  | { type: 'ledger.saved'; time: number }
  | { type: 'ledger.failed'; error: AppError }
  /** The server does not know the session (any more): it restarted, or the session was replaced. */
  | { type: 'ledger.refused' }
  /** The session is closed, or that has to wait: another one may be opened. */
  | { type: 'ledger.left'; savedTime: number };

/** Who opened an entry. It is told until it ends the entry silently or is told that the session is lost. */
export type EntryOpener = AnyActorRef;

export type LedgerCommand =
  | ({ type: 'ledger.open'; replyTo: EntryOpener } & EntryStart)
  /** So many more seconds were heard, up to this position. */
  | { type: 'ledger.record'; sessionId: string; seconds: number; time: number }
  /** Save the entry now. `isLast`: the page may be over before there is an answer. */
  | { type: 'ledger.save'; sessionId: string; isLast: boolean }
  /** Another device set the position. */
  | { type: 'ledger.adopt'; sessionId: string; time: number }
  /** The server says that the session was ended. */
  | { type: 'ledger.lose'; sessionId: string }
  /** The player has no more use for the session: save what is left and close it. */
  | { type: 'ledger.end'; sessionId: string; isSilent: boolean }
  /** Tell the parent as soon as nothing is owed. */
  | { type: 'ledger.settle' };

export type LedgerParentEvent = { type: 'ledger.settled' };
