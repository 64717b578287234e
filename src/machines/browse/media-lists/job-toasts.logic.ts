import { AppException, toAppError, type AppError } from '../../../schemas/app-error.ts';
import type { PendingChange } from '../../../schemas/pending-change.ts';
import type { Message } from '../../kit/message.ts';
import type { ToastAction, ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { ListKind, ListOutline, MediaList } from './media-list.logic.ts';
import type { ListJob, ListWords } from './media-lists.protocol.ts';

type Toast = Extract<ToastsEvent, { type: 'toasts.show' }>;

const undo = (job: ListJob): ToastAction => ({
  label: { key: 'toasts.undo' },
  to: 'mediaLists',
  event: { type: 'mediaLists.change', job },
});
const success = (message: Message, action?: ToastAction): Toast => ({
  type: 'toasts.show',
  kind: 'success',
  message,
  ...(action ? { action } : {}),
});

export const failureToast = (message: Message, cause: unknown): Toast => ({
  type: 'toasts.show',
  kind: 'error',
  message,
  error: toAppError(cause),
});

export function createdToast({ kind, name }: Pick<ListOutline, 'kind' | 'name'>): Toast {
  const values = { name };
  return success(
    kind === 'collection'
      ? { key: 'mediaLists.collectionCreated', values }
      : { key: 'mediaLists.playlistCreated', values },
  );
}

export const notCreatedToast = (kind: ListKind, cause: unknown): Toast =>
  failureToast(
    kind === 'collection' ? { key: 'mediaLists.collectionNotCreated' } : { key: 'mediaLists.playlistNotCreated' },
    cause,
  );

const notAddedToast = (kind: ListKind, cause: unknown): Toast =>
  failureToast(
    kind === 'collection' ? { key: 'mediaLists.notAddedToCollection' } : { key: 'mediaLists.notAddedToPlaylist' },
    cause,
  );

export const removedElsewhereToast = (name: string): Toast => ({
  type: 'toasts.show',
  kind: 'info',
  message: { key: 'mediaLists.removedElsewhere', values: { name } },
});

/** Null where the page itself shows the result. */
export function doneToast(job: ListJob, answer: MediaList | null): Toast | null {
  const { kind, list } = job;
  const isPlaylist = list.kind === 'playlist';
  if (kind === 'remove') {
    if (isPlaylist && answer?.entries.length === 0)
      return success({ key: 'mediaLists.emptied', values: { name: list.name } }, undo({ kind: 'recreate', list }));
    if (job.title === null) return null;
    const values = { title: job.title, name: list.name };
    return success({ key: 'mediaLists.entryRemoved', values }, undo({ kind: 'restore', list, entries: job.entries }));
  }
  if (kind === 'delete')
    return isPlaylist
      ? success({ key: 'mediaLists.playlistRemoved' }, undo({ kind: 'recreate', list }))
      : success({ key: 'mediaLists.collectionRemoved' });
  if (kind === 'edit') return answer && savedToast(job.change, answer);
  if (kind === 'create') return answer && createdToast(answer);
  if ((kind !== 'recreate' && kind !== 'copy') || !answer) return null;
  const to = { name: answer.kind, id: answer.id };
  return {
    ...createdToast(answer),
    action: { label: { key: 'mediaLists.open' }, to: 'router', event: { type: 'router.go', to } },
  };
}

/** A server may keep a cleared description of a playlist. */
function savedToast(change: ListWords, answer: MediaList): Toast {
  if (answer.description !== null && change.description === null)
    return { type: 'toasts.show', kind: 'warning', message: { key: 'mediaLists.descriptionKept' } };
  return success(
    answer.kind === 'collection' ? { key: 'mediaLists.collectionUpdated' } : { key: 'mediaLists.playlistUpdated' },
  );
}

/** `changes`: sent by the toast's retry action, where the page offers no other way. */
export function failedToast(job: ListJob, error: AppError, changes: readonly PendingChange[]): Toast {
  const cause = new AppException(error);
  const again = (toast: Toast): Toast => ({
    ...toast,
    action: { label: { key: 'common.retry' }, to: 'pendingChanges', event: { type: 'pendingChanges.retry', changes } },
  });
  const { kind, list } = job;
  switch (kind) {
    case 'add':
      return notAddedToast(list.kind, cause);
    case 'restore':
      return again(notAddedToast(list.kind, cause));
    case 'remove':
    case 'delete':
      return failureToast({ key: 'mediaLists.notRemoved' }, cause);
    case 'reorder':
      return failureToast({ key: 'mediaLists.notUpdated' }, cause);
    case 'edit': {
      const input = { list, mayRemove: false, typed: job.change };
      return {
        ...failureToast({ key: 'mediaLists.notUpdated' }, cause),
        durationMs: null,
        action: {
          label: { key: 'mediaLists.editAgain' },
          to: 'modals',
          event: { type: 'modals.open', modal: 'editList', input, tag: 'edit' },
        },
      };
    }
    case 'create':
    case 'recreate':
      return again(notCreatedToast(list.kind, cause));
    case 'copy':
      return notCreatedToast('playlist', cause);
  }
}
