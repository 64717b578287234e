import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { OpenedSession } from './ledger.logic.ts';

export type LedgerReport =
  | { type: 'ledger.saved'; time: number }
  | { type: 'ledger.failed'; error: AppError }
  /** The session takes no more time: the server lost it, or a save had an unclear answer. */
  | { type: 'ledger.lost'; error: AppError }
  /** After `ledger.end`: closed, or closing has to wait. */
  | { type: 'ledger.left'; savedTime: number };

/** Commands for one playback session. Times in seconds. */
export type LedgerCommand =
  | ({ type: 'ledger.open'; replyTo: AnyActorRef } & OpenedSession)
  | { type: 'ledger.note'; sessionId: string; seconds: number; time: number }
  /** `isLast`: the page may end before the answer. */
  | { type: 'ledger.save'; sessionId: string; isLast: boolean }
  | { type: 'ledger.adopt'; sessionId: string; time: number }
  /** Paused: saves and closes the session; later sound goes into the same entry. */
  | { type: 'ledger.suspend'; sessionId: string }
  | { type: 'ledger.end'; sessionId: string }
  | { type: 'ledger.abandon'; sessionId: string }
  /** Requests `ledger.settled` when everything is saved. */
  | { type: 'ledger.settle' };

export type LedgerParentEvent = { type: 'ledger.settled' };
