import { valuesOf } from '../../src/machines/admin/api-keys/api-keys.logic.ts';
import { apiKeysMachine } from '../../src/machines/admin/api-keys/api-keys.machine.ts';
import { editKeyMachine } from '../../src/machines/admin/api-keys/edit-key.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { createdKey, recordedKeys } from '../support/api-key-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const [key] = recordedKeys;
if (!key) throw new Error('The recording has no key');
const closed = { type: 'modal.closed', tag: 'x' } as const;
const refused = new AppException({ kind: 'forbidden', message: '' });

export const apiKeysModel = defineModel({
  name: 'api keys',
  machine: apiKeysMachine,
  starts: [{ input: { route: { name: 'configApiKeys' }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data: { keys: recordedKeys, people: [] } },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: refused },
    { type: 'apiKeys.add' },
    { type: 'apiKeys.edit', id: key.id },
    { type: 'apiKeys.remove', id: key.id },
    { type: 'removal.finished', subject: key, answer: null },
    { ...closed, modal: 'editKey', output: { isSaved: true } },
  ],
  ignored: [{ type: 'apiKeys.remove', id: 'unknown' }],
  project: ({ context }) => [context.keys.length, context.error?.kind],
  invariants: {
    'a deleted key is not shown until the list is read again': (state, { happened }) =>
      happened.at(-1)?.type !== 'removal.finished' ||
      !state.matches('shown') ||
      state.context.keys.every(({ id }) => id !== key.id),
    'it says why it shows none': (state) => !state.matches('failed') || state.context.error !== null,
  },
});

const values = valuesOf(null);

export const editKeyModel = defineModel({
  name: 'edit key',
  machine: editKeyMachine,
  starts: [{ input: { before: null, people: [], isOver: false } }],
  events: [
    { type: 'editKey.close' },
    { type: 'editKey.copy' },
    { type: 'form.saved', values, answer: createdKey },
    { type: 'form.saved', values, answer: null },
  ],
  outputs: { copy: [undefined] },
  failures: { copy: [new Error('no')] },
  project: ({ context }) => [context.secretKey !== null, context.isSaved],
  invariants: {
    'a key is known exactly while it is shown': (state) =>
      state.matches('shown') === (state.context.secretKey !== null),
    'it ends with no key': (state) => state.status !== 'done' || state.context.secretKey === null,
  },
});
