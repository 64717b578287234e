import type { User } from '../../../schemas/api/user.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../../schemas/pending-change.ts';
import type { MediaList } from '../../browse/media-lists/media-list.logic.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';

export type PendingChangesCommand =
  /** Kept at once, sent as soon as possible. */
  | { type: 'pendingChanges.add'; body: ChangeBody }
  /** Sends refused changes again, under their ids: nothing is created twice. */
  | { type: 'pendingChanges.retry'; changes: readonly PendingChange[] };

/** Progress entry (null: none), list, or the account for several entries. Undefined: unknown. */
export type ChangeAnswer = MediaProgress | MediaList | User | null | undefined;

/** A change or part ended. `answer`: undefined if another tab sent it, it was superseded, or parts are pending. */
export interface ChangeSettled {
  readonly type: 'change.settled';
  readonly body: ChangeBody;
  readonly answer: ChangeAnswer;
  readonly error: AppError | null;
  /** No other change of the same thing is pending, and no part of this one. */
  readonly isLast: boolean;
  /** By this tab, and not superseded. */
  readonly isSent: boolean;
  /** After a refusal: what `pendingChanges.retry` sends. */
  readonly again: readonly PendingChange[];
}

export type ChangesFound = { type: 'changes.found'; changes: readonly PendingChange[] };

/** From the sender. `left`: the part still pending. */
export type ChangeEnded = Omit<ChangeSettled, 'type' | 'body' | 'isLast'> & {
  readonly type: 'change.ended';
  readonly change: PendingChange;
  readonly left: PendingChange | null;
};
