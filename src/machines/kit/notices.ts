import type { ActorRef, Snapshot } from 'xstate';
import { toAppError } from '../../schemas/app-error.ts';
import type { Message, MessageValue } from '../app/message.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';

/** A toast that something is done. `id`: its subject, whose last toast it takes the place of. */
export const doneToast = (id: string, key: string, values?: Readonly<Record<string, MessageValue>>): ToastsEvent => ({
  type: 'toasts.show',
  id,
  kind: 'success',
  message: values ? { key, values } : { key },
});

/** A toast that something failed, with the reason. */
export const failedToast = (id: string, key: string, cause: unknown): ToastsEvent => ({
  type: 'toasts.show',
  id,
  kind: 'error',
  message: { key },
  error: toAppError(cause),
});

/** Asks before something is destroyed (areas 1.2). The answer comes as `modal.closed` with this tag. */
export const removalQuestion = (
  message: Message,
  confirmLabel: Message,
  tag: string,
  replyTo: ActorRef<Snapshot<unknown>, ModalClosed<'confirm'>>,
): ModalsEvent => ({
  type: 'modals.open',
  modal: 'confirm',
  input: { type: 'yesNo', tone: 'danger', message, confirmLabel },
  tag,
  replyTo,
});
