import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from './by.ts';
import { getPorts } from './ports.ts';
import { named } from './system.ts';
import { toast } from './toast.ts';

export type CopierEvent = { type: 'copier.copy'; text: string };

interface CopierContext {
  readonly text: string | null;
}

/** In ms. */
const COPIED_MS = 2000;

/** Copies texts to the clipboard and reports for a moment which one was copied. Failures show a toast. */
export const copierMachine = setup({
  types: {
    context: {} as CopierContext,
    events: {} as CopierEvent,
    children: {} as { copyText: 'copyText' },
  },
  actors: {
    copyText: fromPromise<void, { readonly text: string }>(({ input, system }) =>
      getPorts(system).page.copyText(input.text),
    ),
  },
  actions: {
    keepText: assign((_, { text }: { text: string }) => ({ text })),
    forgetText: assign({ text: null }),
    notifyFailure: sendTo(named('toasts'), toast('error', 'copy', 'toasts.copyFailed')),
  },
  delays: { copied: COPIED_MS },
}).createMachine({
  id: 'copier',
  context: { text: null },
  initial: 'resting',
  on: { 'copier.copy': { target: '.copying', actions: by('keepText') } },
  states: {
    resting: {},
    copying: {
      invoke: {
        src: 'copyText',
        id: 'copyText',
        input: ({ context }) => ({ text: context.text ?? '' }),
        onDone: 'copied',
        onError: { target: 'resting', actions: ['forgetText', 'notifyFailure'] },
      },
    },
    copied: { after: { copied: { target: 'resting', actions: 'forgetText' } } },
  },
});

export type CopierRef = ActorRefFrom<typeof copierMachine>;
