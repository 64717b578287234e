import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { deleteProgress, updateProgress } from '../../services/endpoints/me.ts';
import { getPorts } from '../app/ports.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { ProgressEdit } from './progress.logic.ts';

/** An edit to save. `progressId` is empty when the server has no entry. */
export interface SaveProgress {
  type: 'saver.save';
  media: MediaRef;
  edit: ProgressEdit;
  progressId: string;
}

export type ProgressSaverReport =
  | { type: 'saver.saved'; media: MediaRef }
  | { type: 'saver.failed'; media: MediaRef; error: AppError };

/** Saves edits one after the other, so that the last press wins on the server as it does on the screen. */
export const progressSaver = fromCallback<SaveProgress, NonReducibleUnknown>(({ receive, sendBack, system }) => {
  const { api } = getPorts(system);
  let last: Promise<unknown> = Promise.resolve();

  async function save({ media, edit, progressId }: SaveProgress) {
    try {
      if (edit.kind !== 'reset') await api.call(updateProgress, { ...media, change: { isFinished: edit.kind === 'finish' } });
      else if (progressId !== '') await api.call(deleteProgress, { progressId });
      sendBack({ type: 'saver.saved', media } satisfies ProgressSaverReport);
    } catch (cause) {
      sendBack({ type: 'saver.failed', media, error: toAppError(cause) } satisfies ProgressSaverReport);
    }
  }

  receive((command) => {
    last = last.then(() => save(command));
  });
});
