import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { keyForm, valuesOf, type KeySaved, type KeyValues } from './api-keys.logic.ts';
import type { EditKeyInput, EditKeyOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type EditKeyEvent =
  { type: 'editKey.close' } | { type: 'editKey.copy' } | FormReport<'form', KeyValues, KeySaved>;

interface EditKeyContext extends EditKeyInput {
  /** The server shows a new key once. The name keeps it out of recordings. */
  readonly secretKey: string | null;
  readonly isSaved: boolean;
}

/** Time that the copy confirmation shows, in ms. */
const COPIED_MS = 2000;

/** Dialog that makes or edits an API key and shows a new one once. */
export const editKeyMachine = setup({
  types: {
    input: {} as EditKeyInput,
    context: {} as EditKeyContext,
    events: {} as EditKeyEvent,
    output: {} as EditKeyOutput,
    children: {} as { form: 'form'; copy: 'copy' },
  },
  actors: {
    form: keyForm,
    copy: fromPromise<void, { secretKey: string }>(({ input, system }) =>
      getPorts(system)
        .readers.marks()
        .then((store) => store.copy(input.secretKey)),
    ),
  },
  guards: { isNew: (_, { answer }: { answer: KeySaved }) => answer !== null },
  actions: {
    keepKey: assign((_, { answer }: { answer: KeySaved }) => ({ secretKey: answer?.apiKey ?? null, isSaved: true })),
    noteSaved: assign({ isSaved: true }),
    forgetKey: assign({ secretKey: null }),
  },
  delays: { copiedTime: COPIED_MS },
}).createMachine({
  id: 'editKey',
  context: ({ input }) => ({ ...input, secretKey: null, isSaved: false }),
  invoke: { src: 'form', id: 'form', input: ({ context }) => ({ values: valuesOf(context.before) }) },
  initial: 'editing',
  on: { 'editKey.close': '.closed' },
  states: {
    editing: {
      on: {
        'form.saved': [
          {
            guard: by('isNew'),
            target: 'shown',
            actions: by('keepKey'),
          },
          { target: 'closed', actions: 'noteSaved' },
        ],
      },
    },
    shown: {
      initial: 'resting',
      states: {
        resting: { on: { 'editKey.copy': 'copying' } },
        copying: {
          invoke: {
            src: 'copy',
            id: 'copy',
            input: ({ context }) => ({ secretKey: context.secretKey ?? '' }),
            onDone: 'copied',
            onError: 'failed',
          },
        },
        copied: { after: { copiedTime: 'resting' }, on: { 'editKey.copy': 'copying' } },
        failed: { on: { 'editKey.copy': 'copying' } },
      },
    },
    closed: { type: 'final', entry: 'forgetKey' },
  },
  output: ({ context }) => ({ isSaved: context.isSaved }),
});

export type EditKeyRef = ActorRefFrom<typeof editKeyMachine>;
