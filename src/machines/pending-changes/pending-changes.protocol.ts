import type { User } from '../../schemas/api/user.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../schemas/pending-change.ts';
import type { MediaList } from '../media-lists/media-list.logic.ts';
import type { MediaProgress } from '../../schemas/api/progress.ts';

export type PendingChangesCommand =
  /** A person changed this. It is kept at once, and sent as soon as it can be. */
  | { type: 'pendingChanges.add'; body: ChangeBody }
  /** These were refused, and are sent once more. What was made meanwhile is not made twice. */
  | { type: 'pendingChanges.retry'; changes: readonly PendingChange[] };

/** The entry of a progress (null: none), the list, or of several entries the account. */
export type ChangeAnswer = MediaProgress | MediaList | User | null | undefined;

/**
 * To whom it concerns: a change has ended, or a part of it. `answer`: what the server has now; undefined when that is
 * not known, because another tab sent it, a later change made it pointless, or more of it waits.
 */
export interface ChangeSettled {
  readonly type: 'change.settled';
  readonly body: ChangeBody;
  readonly answer: ChangeAnswer;
  /** Why the server refused it. */
  readonly error: AppError | null;
  /** No other change of the same thing waits, and no other part of this one. */
  readonly isLast: boolean;
  /** It was sent from here, and not pointless. */
  readonly isSent: boolean;
  /** What `pendingChanges.retry` sends once more when it was refused. */
  readonly again: readonly PendingChange[];
}

/** To whom it concerns: changes of an earlier page wait. */
export type ChangesFound = { type: 'changes.found'; changes: readonly PendingChange[] };

/** How one change ended, from who sent it. `left`: what of it waits still. */
export type ChangeEnded = Omit<ChangeSettled, 'type' | 'body' | 'isLast'> & {
  readonly type: 'change.ended';
  readonly change: PendingChange;
  readonly left: PendingChange | null;
};
