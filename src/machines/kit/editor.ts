import type { ActorRef, Snapshot } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { ToastKind, ToastsEvent } from '../app/toasts.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';

/** Replaces the editor's last toast. `title` names the edited thing. */
export const editorToast = (
  id: string,
  title: string,
  { kind, key, error }: { readonly kind: ToastKind; readonly key: string; readonly error?: AppError },
): ToastsEvent => ({
  type: 'toasts.show',
  id,
  kind,
  message: { key, values: { title } },
  ...(error ? { error } : {}),
});

/** Toast after a save: updated, or nothing to update. */
export const savedToast = (id: string, title: string, isUpdated: boolean): ToastsEvent =>
  isUpdated
    ? editorToast(id, title, { kind: 'success', key: 'itemEdit.updated' })
    : editorToast(id, title, { kind: 'info', key: 'itemEdit.noUpdates' });

export const unsavedToast = (id: string, title: string, error: AppError): ToastsEvent =>
  editorToast(id, title, { kind: 'error', key: 'itemEdit.updateFailed', error });

/** Asks before unsaved edits of a modal are dropped. */
export const discardQuestion = (
  title: string,
  replyTo: ActorRef<Snapshot<unknown>, ModalClosed<'confirm'>>,
): ModalsEvent => ({
  type: 'modals.open',
  modal: 'confirm',
  input: {
    type: 'yesNo',
    tone: 'danger',
    message: { key: 'itemEdit.confirmDiscard', values: { title } },
    confirmLabel: { key: 'itemEdit.discard' },
  },
  tag: 'discard',
  replyTo,
});

/** Asks before unsaved edits of a page are dropped. */
export const leaveQuestion = (replyTo: ActorRef<Snapshot<unknown>, ModalClosed<'confirm'>>): ModalsEvent => ({
  type: 'modals.open',
  modal: 'confirm',
  input: {
    type: 'yesNo',
    tone: 'danger',
    message: { key: 'settingsQuestion.leave' },
    confirmLabel: { key: 'settingsQuestion.discard' },
  },
  tag: 'leave',
  replyTo,
});
