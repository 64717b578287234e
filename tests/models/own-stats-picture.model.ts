import { pictureMachine } from '../../src/machines/admin/own-stats/picture.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { pictureFile } from '../support/own-stats-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const pictureModel = defineModel({
  name: 'own stats: picture',
  machine: pictureMachine,
  events: [{ type: 'picture.save', ...pictureFile }],
  outputs: { savePicture: [undefined] },
  failures: { savePicture: [new AppException({ kind: 'unexpected', message: '' })] },
  named: { toasts: null },
  project: ({ context }) => [context.file !== null],
  invariants: {
    'a file is kept only while it is made': (state) => state.matches('saving') === (state.context.file !== null),
    'it is busy only while it makes one': (state) => state.hasTag('busy') === state.matches('saving'),
  },
});
