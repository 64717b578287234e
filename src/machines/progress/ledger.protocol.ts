import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { OpenedSession } from './ledger.logic.ts';

/** Reports to the one who opened an entry. */
export type LedgerReport =
  | { type: 'ledger.saved'; time: number }
  /** Refused; it can be sent again. */
  | { type: 'ledger.failed'; error: AppError }
  /** The session takes no further seconds: the server lost it, or a save had no clear answer. */
  | { type: 'ledger.lost'; error: AppError }
  /** After `ledger.end`: the session is closed, or that has to wait. */
  | { type: 'ledger.left'; savedTime: number };

/** Commands about one playback session: open, note what sounds, save, end. Times in seconds. */
export type LedgerCommand =
  | ({ type: 'ledger.open'; replyTo: AnyActorRef } & OpenedSession)
  /** So many more seconds sounded, up to this position. */
  | { type: 'ledger.note'; sessionId: string; seconds: number; time: number }
  /** Save the entry now. `isLast`: the page may be over before there is an answer. */
  | { type: 'ledger.save'; sessionId: string; isLast: boolean }
  /** Another device put the position there. */
  | { type: 'ledger.adopt'; sessionId: string; time: number }
  /** Nothing sounds, and the session takes nothing more: send what is left. What sounds later is noted in it again. */
  | { type: 'ledger.suspend'; sessionId: string }
  /** The player has no more use for the session: save what is left and close it. */
  | { type: 'ledger.end'; sessionId: string }
  /** The server closed the session. */
  | { type: 'ledger.abandon'; sessionId: string }
  /** Report to the parent as soon as the server has everything. */
  | { type: 'ledger.settle' };

export type LedgerParentEvent = { type: 'ledger.settled' };
