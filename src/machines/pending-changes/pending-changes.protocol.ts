import type { MediaProgress } from '../../schemas/api/progress.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ChangeBody, PendingChange } from '../../schemas/pending-change.ts';
import type { MediaList } from '../media-lists/media-list.logic.ts';

/** What any part of the program may tell: a person changed this. It is kept at once, and sent as soon as it can be. */
export type PendingChangesCommand = { type: 'pendingChanges.add'; body: ChangeBody };

/**
 * To whom it concerns: a change has ended. `answer`: what the server has now, the entry of a progress (null: none) or
 * the list; undefined when that is not known, because another tab sent it or a later change made it pointless.
 */
export interface ChangeSettled {
  readonly type: 'change.settled';
  readonly body: ChangeBody;
  readonly answer: MediaProgress | MediaList | null | undefined;
  /** Why the server refused it. */
  readonly error: AppError | null;
  /** No other change of the same thing waits. */
  readonly isLast: boolean;
  /** It was sent from here, and not pointless. */
  readonly isSent: boolean;
}

/** To whom it concerns: changes of an earlier page wait. */
export type ChangesFound = { type: 'changes.found'; changes: readonly PendingChange[] };

/** How one change ended, from who sent it. */
export type ChangeEnded = Omit<ChangeSettled, 'type' | 'body' | 'isLast'> & {
  readonly type: 'change.ended';
  readonly change: PendingChange;
};
