import type { AnyActorRef } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { LedgerFact } from './ledger.logic.ts';

export type LedgerReport =
  | { type: 'ledger.saved'; time: number }
  | { type: 'ledger.failed'; error: AppError }
  /** The session takes no more time: the server lost it, or a save had an unclear answer. */
  | { type: 'ledger.lost'; error: AppError }
  /** After `ledger.end`: closed, or closing has to wait. */
  | { type: 'ledger.left'; savedTime: number };

type OpenFact = Extract<LedgerFact, { type: 'ledger.open' }>;

/** Times in seconds. */
export type LedgerCommand =
  | (OpenFact & { readonly replyTo: AnyActorRef })
  | Exclude<LedgerFact, OpenFact | { type: 'ledger.retry' | 'journal.found' | 'uploader.answered' }>
  /** Requests `ledger.settled` when everything is saved. */
  | { type: 'ledger.settle' };

export type LedgerParentEvent = { type: 'ledger.settled' };
