import { toolsMachine } from '../../src/machines/edit/item-edit/tools.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { questionClosed, wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const itemToolsModel = defineModel({
  name: 'itemTools',
  machine: toolsMachine,
  starts: [{ input: { item: wholeBook } }],
  named: { modals: null },
  events: [
    { type: 'tab.itemChanged', item: wholeBook },
    { type: 'tools.run' },
    questionClosed(true),
    questionClosed(false),
  ],
  outputs: { startEmbed: ['OK'] },
  failures: { startEmbed: [new AppException({ kind: 'network' })] },
  project: ({ context }) => context.error !== null,
  invariants: {
    'files are written only after a person has agreed': (state, { happened }) =>
      !state.matches('starting') ||
      happened.some((event) => event.type === 'modal.closed' && 'output' in event && isAccepted(event.output)),
    'each question shows once': (_state, { happened, receivedBy }) =>
      receivedBy('modals').length <= happened.filter(({ type }) => type === 'tools.run').length,
  },
});

function isAccepted(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'accepted' in output && output.accepted === true;
}
