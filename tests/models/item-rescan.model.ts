import { rescanMachine } from '../../src/machines/edit/item-edit/rescan.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const itemRescanModel = defineModel({
  name: 'itemRescan',
  machine: rescanMachine,
  starts: [{ input: { item: wholeBook } }],
  events: [
    { type: 'rescan.run' },
    { type: 'tab.itemChanged', item: wholeBook },
    { type: 'tab.itemChanged', item: { ...wholeBook, isMissing: true } },
    { type: 'tab.itemChanged', item: { ...wholeBook, isFile: true } },
  ],
  outputs: { scanItem: [{ result: 'UPDATED' }] },
  failures: { scanItem: [new AppException({ kind: 'network' })] },
  project: ({ context: { item, result, error } }) => [item.isMissing, item.isFile, result, error !== null],
  invariants: {
    'results and a failure are never reported together': ({ context }) =>
      context.result === null || context.error === null,
    'nothing of the last one is reported while it runs': (state) =>
      !state.hasTag('busy') || (state.context.result === null && state.context.error === null),
  },
});
