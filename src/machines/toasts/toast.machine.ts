import { setup, type ActorRefFrom } from 'xstate';
import type { Message } from '../app/message.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/** Shown for `durationMs`, or until somebody closes it when null. */
export interface ToastInput {
  readonly id: string;
  readonly kind: ToastKind;
  readonly message: Message;
  readonly durationMs: number | null;
  readonly action: ToastAction | null;
}

/** One thing that the visitor can do about it; the event goes to the actor that asked for the toast. */
export interface ToastAction {
  readonly label: Message;
  readonly run: () => void;
}

export type ToastEvent =
  | { type: 'toast.hold' }
  | { type: 'toast.release' }
  | { type: 'toast.act' }
  | { type: 'toast.close' };

/** One notice. Its time stands still while the pointer or the focus is on it. */
export const toastMachine = setup({
  types: { context: {} as ToastInput, input: {} as ToastInput, events: {} as ToastEvent },
  guards: { passes: ({ context }) => context.durationMs !== null },
  delays: { duration: ({ context }) => context.durationMs ?? 0 },
  actions: { act: ({ context }) => context.action?.run() },
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
