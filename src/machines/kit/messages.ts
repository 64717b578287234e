import type { ActorRef, Snapshot } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { SystemActors } from './system.ts';
import type { ToastKind, ToastsEvent } from './toasts.protocol.ts';
import type { Message } from './message.ts';
import type { ModalClosed, ModalsEvent } from '../app/modals/modals.protocol.ts';
import { toast, type ToastDetails } from './toast.ts';

/** Replaces the editor's last toast. `title` names the edited thing. */
export const editorToast = (
  id: string,
  title: string,
  { kind, key, ...more }: Pick<ToastDetails, 'error' | 'action'> & { readonly kind: ToastKind; readonly key: string },
): ToastsEvent => toast(kind, id, key, { values: { title }, ...more });

/** Toast after a save: updated, with a way back, or nothing to update. */
export const savedToast = (
  id: string,
  title: string,
  isUpdated: boolean,
  {
    key = 'itemEdit.updated',
    undo,
  }: { readonly key?: string; readonly undo?: SystemActors['itemRestorer']['event'] } = {},
): ToastsEvent =>
  isUpdated
    ? editorToast(id, title, {
        kind: 'success',
        key,
        ...(undo && { action: { label: { key: 'toasts.undo' }, to: 'itemRestorer', event: undo } }),
      })
    : editorToast(id, title, { kind: 'info', key: 'itemEdit.noUpdates' });

export const unsavedToast = (id: string, title: string, error: AppError): ToastsEvent =>
  editorToast(id, title, { kind: 'error', key: 'itemEdit.updateFailed', error });

type Asker = ActorRef<Snapshot<unknown>, ModalClosed<'confirm'>>;

const discarding = (tag: string, message: Message, confirm: string, replyTo: Asker): ModalsEvent => ({
  type: 'modals.open',
  modal: 'confirm',
  input: { type: 'yesNo', tone: 'danger', message, confirmLabel: { key: confirm } },
  tag,
  replyTo,
});

/** Asks before unsaved edits of a modal are dropped. */
export const discardQuestion = (title: string, replyTo: Asker): ModalsEvent =>
  discarding('discard', { key: 'itemEdit.confirmDiscard', values: { title } }, 'itemEdit.discard', replyTo);

/** Asks before unsaved edits of a page are dropped. */
export const leaveQuestion = (
  replyTo: Asker,
  message: Message = { key: 'settingsQuestion.leave' },
  confirm = 'settingsQuestion.discard',
): ModalsEvent => discarding('leave', message, confirm, replyTo);

/** Confirmation of something destructive. The answer is `modal.closed` with this tag. */
export const dangerQuestion = (
  tag: string,
  message: Message,
  confirmLabel: Message,
  replyTo: ActorRef<Snapshot<unknown>, ModalClosed<'confirm'>>,
): ModalsEvent => ({
  type: 'modals.open',
  modal: 'confirm',
  input: { type: 'yesNo', tone: 'danger', message, confirmLabel },
  tag,
  replyTo,
});

export const isAccepted = (closed: ModalClosed): boolean =>
  closed.modal === 'confirm' && closed.output?.accepted === true;
