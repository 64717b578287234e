import { assign, setup, type ActorRefFrom } from 'xstate';
import type { Message } from '../../kit/message.ts';

/** `yesNo` has cancel and confirm, `ok` only OK. */
export interface ConfirmInput {
  readonly message: Message;
  readonly type: 'yesNo' | 'ok';
  /** Default: the label of the confirm button. */
  readonly title?: Message;
  /** CSS pixels; default 500. */
  readonly width?: number;
  readonly confirmLabel?: Message;
  readonly cancelLabel?: Message;
  /** Of the confirm button; default success. */
  readonly tone?: 'success' | 'danger' | 'primary';
  readonly checkbox?: { readonly label: Message; readonly checked: boolean };
  /** A click outside does not close it. */
  readonly persistent?: boolean;
}

export type ConfirmEvent =
  | { type: 'confirm.accept' }
  | { type: 'confirm.cancel'; reason: 'button' | 'outside' | 'escape' | 'navigation' }
  | { type: 'confirm.check'; checked: boolean };

export interface ConfirmOutput {
  readonly accepted: boolean;
  readonly checked: boolean;
}

interface ConfirmContext extends ConfirmInput {
  readonly accepted: boolean;
  readonly checked: boolean;
}

/** A confirmation. Output: whether it was accepted, and the checkbox. */
export const confirmMachine = setup({
  types: {
    context: {} as ConfirmContext,
    input: {} as ConfirmInput,
    events: {} as ConfirmEvent,
    output: {} as ConfirmOutput,
  },
  guards: {
    mayCancel: ({ context }, params: { reason: string }) => params.reason !== 'outside' || context.persistent !== true,
  },
  actions: {
    accept: assign({ accepted: true }),
    check: assign((_, params: { checked: boolean }) => params),
  },
}).createMachine({
  id: 'confirm',
  context: ({ input }) => ({ ...input, accepted: false, checked: input.checkbox?.checked ?? false }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'confirm.accept': { target: 'accepted', actions: 'accept' },
        'confirm.cancel': {
          guard: { type: 'mayCancel', params: ({ event }) => ({ reason: event.reason }) },
          target: 'cancelled',
        },
        'confirm.check': { actions: { type: 'check', params: ({ event }) => ({ checked: event.checked }) } },
      },
    },
    accepted: { type: 'final' },
    cancelled: { type: 'final' },
  },
  output: ({ context }) => ({ accepted: context.accepted, checked: context.checked }),
});

export type ConfirmRef = ActorRefFrom<typeof confirmMachine>;
