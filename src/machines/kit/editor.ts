import type { ActorRef, Snapshot } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { ToastKind, ToastsEvent } from '../app/toasts.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';

/** A toast of an editor, which takes the place of its last one. `title` is that of what is edited. */
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

/** The same after a save: that it is updated, or that there was nothing to update. */
export const savedToast = (id: string, title: string, isUpdated: boolean): ToastsEvent =>
  isUpdated
    ? editorToast(id, title, { kind: 'success', key: 'itemEdit.updated' })
    : editorToast(id, title, { kind: 'info', key: 'itemEdit.noUpdates' });

/** The same after a save that failed. */
export const unsavedToast = (id: string, title: string, error: AppError): ToastsEvent =>
  editorToast(id, title, { kind: 'error', key: 'itemEdit.updateFailed', error });

/** Asks whether what was typed is to be given up. */
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

/** Asks whether what was changed on this page is to be given up. */
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
