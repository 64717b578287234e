import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../app/message.ts';
import type { ModalClosed, ModalsEvent } from '../modals/modals.protocol.ts';

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
