import { editDeviceMachine } from '../../src/machines/admin/ereader-devices/edit-device.machine.ts';
import { valuesOf } from '../../src/machines/admin/ereader-devices/ereader-devices.logic.ts';
import { ereaderDevicesMachine } from '../../src/machines/admin/ereader-devices/ereader-devices.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { deviceBodies, ownDevice } from '../support/device-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const ME = 'me';
const devices = deviceBodies.slice(0, 2);
const [first] = devices;
if (!first) throw new Error('The recording has no devices');
const closed = { type: 'modal.closed', tag: 'x' } as const;

export const ereaderDevicesModel = defineModel({
  name: 'ereader devices',
  machine: ereaderDevicesMachine,
  starts: [
    { input: { scope: 'server', user: { id: ME, type: 'root' } } },
    { input: { scope: 'own', user: { id: ME, type: 'user' } } },
  ],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data: { devices, people: [] } },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'devices.add' },
    { type: 'devices.edit', name: first.name },
    { type: 'devices.remove', name: first.name },
    { type: 'removal.finished', subject: { scope: 'server', userId: ME, name: first.name }, answer: [] },
    { type: 'removal.finished', subject: { scope: 'server', userId: ME, name: first.name }, answer: null },
    { ...closed, modal: 'editDevice', output: [ownDevice(ME)] },
    { type: 'server.ereaderDevices.updated', list: { ereaderDevices: [first] } },
  ],
  ignored: [
    { ...closed, modal: 'editDevice', output: null },
    { type: 'devices.remove', name: 'No such device' },
  ],
  project: ({ context }) => [context.scope, context.devices.map(({ name }) => name), context.error?.kind],
  invariants: {
    'it says why it shows nothing': (state) => !state.matches('failed') || state.context.error !== null,
    'it shows the list that a removal left': (state, { happened }) =>
      !state.matches('shown') ||
      !JSON.stringify(happened.at(-1)).endsWith('"answer":[]}') ||
      state.context.devices.length === 0,
  },
});

const values = { ...valuesOf({ scope: 'own', userId: ME }, null, []), name: 'a', email: 'b' };

export const editDeviceModel = defineModel({
  name: 'edit device',
  machine: editDeviceMachine,
  starts: [{ input: { scope: 'own', userId: ME, devices: [], people: [], before: null } }],
  events: [{ type: 'editDevice.close' }, { type: 'form.saved', values, answer: devices }],
  project: ({ context }) => context.saved !== null,
  invariants: {
    'it ends with devices exactly when they were saved': (state, { happened }) =>
      state.status !== 'done' || (state.output !== null) === happened.some(({ type }) => type === 'form.saved'),
    'it stays open until something happens': (state, { happened }) => (state.status === 'done') === happened.length > 0,
  },
});
