import { filesMachine } from '../../src/machines/browse/item/files.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { z } from '../../src/schemas/zod.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const ebook = z.parse(getItem.output, recording('items/expanded-ebook-epub').response.body);
const ino = ebook.libraryFiles.items.find(({ fileType }) => fileType === 'ebook')?.ino ?? '';
const empty = { ...ebook, libraryFiles: { ...ebook.libraryFiles, items: [] } } as typeof ebook;
const refusal = new AppException({ kind: 'network' });

export const itemFilesModel = defineModel({
  name: 'itemFiles',
  machine: filesMachine,
  starts: [{ input: { item: ebook } }],
  named: { modals: null },
  events: [
    { type: 'tab.itemChanged', item: ebook },
    { type: 'tab.itemChanged', item: empty },
    { type: 'files.togglePaths' },
    { type: 'files.open', ino },
    { type: 'files.close' },
    { type: 'back.pressed' },
    { type: 'files.check' },
    { type: 'files.delete', ino },
    { type: 'files.toggleEbook', ino },
    { type: 'files.download', ino },
    { type: 'files.cancel' },
    { type: 'files.progressed', share: 0.5 },
    { type: 'files.delivered' },
    { type: 'files.failed', cause: refusal },
    questionClosed(true),
    questionClosed(false),
  ],
  ignored: [
    { type: 'files.open', ino: 'nobody' },
    { type: 'files.delete', ino: 'nobody' },
    { type: 'files.download', ino: 'nobody' },
    { type: 'files.toggleEbook', ino: 'nobody' },
  ],
  outputs: { probeFile: [{ format: {} }], deleteFile: ['OK'], toggleEbook: ['OK'], fileDelivery: [] },
  failures: { probeFile: [refusal], deleteFile: [refusal], toggleEbook: [refusal], fileDelivery: [] },
  project: ({ context }) => [context.files.length > 0, context.opened !== null, context.probe !== null],
  invariants: {
    'a file that is open is there': (state) =>
      !state.matches({ content: 'opened' }) || state.context.files.some((file) => file.ino === state.context.opened),
    'a file is changed exactly while one is named': (state) =>
      (state.context.changing !== null) === !state.matches({ file: 'resting' }),
    'a file is downloaded exactly while one is named': (state) =>
      (state.context.download !== null) === state.matches({ delivery: 'fetching' }),
    'no file is deleted without confirmation': (state, { happened }) =>
      !state.matches({ file: 'deleting' }) || happened.some(({ type }) => type === 'modal.closed'),
  },
});
