import { ebookSenderMachine } from '../../src/machines/admin/send-ebook/ebook-sender.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const ebook = { libraryItemId: 'a', title: 'A', format: 'epub', device: 'Kindle' };

export const ebookSenderModel = defineModel({
  name: 'ebookSender',
  machine: ebookSenderMachine,
  named: { modals: null, toasts: null },
  events: [{ type: 'ebook.send', ebook }, { type: 'ebook.retry', ebook }, questionClosed(true), questionClosed(false)],
  outputs: { sendEbook: ['OK'] },
  failures: { sendEbook: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [context.requested !== null, context.waiting.length],
  stopWhen: ({ context }) => context.waiting.length > 2,
  invariants: {
    'a question shows exactly while it has a subject': (state) =>
      state.matches({ question: 'asking' }) === (state.context.requested !== null),
    'something is sent exactly while something waits': (state) =>
      state.hasTag('busy') === state.context.waiting.length > 0,
    'each confirmed one is sent and reported once': (state, { happened, receivedBy }) => {
      const agreed = happened.filter(
        (event) => event.type === 'ebook.retry' || JSON.stringify(event).includes('"accepted":true'),
      ).length;
      return receivedBy('toasts').length + state.context.waiting.length === agreed;
    },
  },
});
