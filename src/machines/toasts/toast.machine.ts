import { enqueueActions, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { Message } from '../app/message.ts';
import { findNamed } from '../app/system.ts';
import type { ToastAction, ToastKind } from '../app/toasts.protocol.ts';

/** `durationMs` null: stays until closed. */
export interface ToastInput {
  readonly id: string;
  readonly kind: ToastKind;
  readonly message: Message;
  /** Shows below the message, with the server's words. */
  readonly error: AppError | null;
  readonly durationMs: number | null;
  readonly action: ToastAction | null;
}

export type ToastEvent =
  { type: 'toast.hold' } | { type: 'toast.release' } | { type: 'toast.act' } | { type: 'toast.close' };

/** A toast. Its timer pauses under pointer or focus. */
export const toastMachine = setup({
  types: { context: {} as ToastInput, input: {} as ToastInput, events: {} as ToastEvent },
  guards: { passes: ({ context }) => context.durationMs !== null },
  delays: { duration: ({ context }) => context.durationMs ?? 0 },
  actions: {
    act: enqueueActions(({ context: { action }, enqueue, system }) => {
      const receiver = action && findNamed(system, action.to);
      if (receiver) enqueue.sendTo(receiver, action.event);
    }),
  },
}).createMachine({
  id: 'toast',
  context: ({ input }) => input,
  initial: 'visible',
  on: { 'toast.close': '.closed', 'toast.act': { target: '.closed', actions: 'act' } },
  states: {
    visible: {
      after: { duration: { guard: 'passes', target: 'closed' } },
      on: { 'toast.hold': 'held' },
    },
    held: { on: { 'toast.release': 'visible' } },
    closed: { type: 'final' },
  },
});

export type ToastRef = ActorRefFrom<typeof toastMachine>;
