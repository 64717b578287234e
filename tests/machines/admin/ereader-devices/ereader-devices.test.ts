import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import texts from '../../../../src/locales/en-us/ereader-devices.json' with { type: 'json' };
import {
  AVAILABILITY,
  availabilityOf,
  deviceForm,
  deviceOf,
  isOwnDevice,
  valuesOf,
  withDevice,
  type DeviceScope,
  type DeviceValues,
} from '../../../../src/machines/admin/ereader-devices/ereader-devices.logic.ts';
import { ereaderDevicesMachine } from '../../../../src/machines/admin/ereader-devices/ereader-devices.machine.ts';
import {
  selectDeviceRemoval,
  selectDevices,
} from '../../../../src/machines/admin/ereader-devices/ereader-devices.selectors.ts';
import { editDeviceMachine } from '../../../../src/machines/admin/ereader-devices/edit-device.machine.ts';
import { selectDataState, selectRemoved } from '../../../../src/machines/kit/kit.selectors.ts';
import type { EreaderDevice } from '../../../../src/schemas/api/auth.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { updateMyEreaderDevices } from '../../../../src/services/endpoints/account.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getEmailSettings, updateEreaderDevices } from '../../../../src/services/endpoints/emails.ts';
import { listUsers } from '../../../../src/services/endpoints/users.ts';
import { deviceBodies, emailSettingsWith, ownDevice, signInWithDevices } from '../../../support/device-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';
import { answerRemoval } from '../../../support/removal.ts';

const ME = '039b6a18-a713-4f0e-939b-8e5f0a1209b7';
const [family, forAdmins, forOne] = deviceBodies as [EreaderDevice, EreaderDevice, EreaderDevice];
const mine = ownDevice(ME);
const owner = (scope: DeviceScope) => ({ scope, userId: ME });
const typed = (scope: DeviceScope, changes: Partial<DeviceValues> = {}): DeviceValues => ({
  ...valuesOf(owner(scope), null, [family, forAdmins]),
  name: 'New',
  email: 'new@example.com',
  ...changes,
});

async function open(scope: DeviceScope) {
  const host = createHost(ereaderDevicesMachine, {
    input: { scope, user: { id: ME, type: scope === 'own' ? 'user' : 'root' } },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(getEmailSettings, emailSettingsWith(deviceBodies));
  host.ports.api.answer(listUsers, recording('users/list').response.body);
  host.ports.api.answer(authorize, signInWithDevices('login-user', [family, mine]));
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  return { ...host, devices: () => selectDevices(host.subject.getSnapshot()) };
}

function openForm(values: DeviceValues) {
  const host = createHost(deviceForm, { input: { values } });
  host.subject.send({ type: 'form.submit' });
  return { ...host, form: () => host.subject.getSnapshot().context };
}

describe('the list', () => {
  test('an administrator sees all devices, and names of accounts with them (CFG-042, CFG-043)', async () => {
    const { subject, devices } = await open('server');
    expect(devices()).toEqual(deviceBodies);
    expect(subject.getSnapshot().context.people.map(({ username }) => username)).toContain('root');
  });

  test('an account sees the devices that it may use, also as they change (ACC-007)', async () => {
    const { subject, devices } = await open('own');
    expect(devices()).toEqual([family, mine]);
    const list = { ereaderDevices: [family, forAdmins, forOne, mine, ownDevice('somebody', 'Theirs')] };
    subject.send({ type: 'server.ereaderDevices.updated', list });
    expect(devices().map(({ name }) => name)).toEqual(
      [family, ...(forOne.users?.includes(ME) ? [forOne] : []), mine].map(({ name }) => name),
    );
  });

  test('is reloaded when it was missed how it changed', async () => {
    const { subject, ports, devices } = await open('server');
    ports.api.answer(getEmailSettings, emailSettingsWith([family]));
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(devices()).toEqual([family]));
  });

  test("one is removed after a question, and others' additions stay (CFG-043)", async () => {
    const { subject, ports, devices, receivedBy } = await open('server');
    subject.send({ type: 'devices.remove', name: family.name });
    expect(receivedBy('modals')).toMatchObject([
      { modal: 'confirm', input: { tone: 'danger', message: { values: { title: family.name } } } },
    ]);
    const added = { ...forAdmins, name: 'Added meanwhile' };
    ports.api.answer(getEmailSettings, emailSettingsWith([...deviceBodies, added]));
    ports.api.answer(updateEreaderDevices, (sent: object) => sent);
    answerRemoval(subject, true);
    expect(selectRemoved(selectDeviceRemoval(subject.getSnapshot())?.getSnapshot())?.name).toBe(family.name);
    await vi.waitFor(() => expect(devices()).toEqual([forAdmins, forOne, added]));
    expect(ports.api.inputsOf(updateEreaderDevices)).toEqual([{ ereaderDevices: [forAdmins, forOne, added] }]);
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }]);
  });

  test('nothing is removed on a no, or when the server refuses', async () => {
    const { subject, ports, devices, receivedBy } = await open('server');
    subject.send({ type: 'devices.remove', name: family.name });
    answerRemoval(subject, false);
    expect(ports.api.inputsOf(updateEreaderDevices)).toEqual([]);
    ports.api.refuse(updateEreaderDevices, { kind: 'forbidden', message: '' });
    subject.send({ type: 'devices.remove', name: family.name });
    answerRemoval(subject, true);
    await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ kind: 'error' }]));
    expect(devices()).toEqual(deviceBodies);
  });

  test('the own ones are removed by a call of their own', async () => {
    const { subject, ports, devices } = await open('own');
    ports.api.answer(updateMyEreaderDevices, { ereaderDevices: [family] });
    subject.send({ type: 'devices.remove', name: mine.name });
    answerRemoval(subject, true);
    await vi.waitFor(() => expect(devices()).toEqual([family]));
    expect(ports.api.inputsOf(updateMyEreaderDevices)).toEqual([{ ereaderDevices: [] }]);
  });

  test('shows what the dialog saved', async () => {
    const { subject, devices, receivedBy } = await open('server');
    subject.send({ type: 'devices.edit', name: family.name });
    expect(receivedBy('modals')).toMatchObject([{ modal: 'editDevice', input: { before: family } }]);
    subject.send({ type: 'modal.closed', modal: 'editDevice', tag: 'edit', output: [forOne] });
    expect(devices()).toEqual([forOne]);
  });
});

describe('the dialog', () => {
  test('is of an existing device, or a new one; cancelled it changes nothing', async () => {
    const { subject, devices, receivedBy } = await open('server');
    subject.send({ type: 'devices.edit', name: 'nowhere' });
    subject.send({ type: 'devices.remove', name: 'nowhere' });
    expect(receivedBy('modals')).toEqual([]);
    subject.send({ type: 'devices.add' });
    const { people } = subject.getSnapshot().context;
    expect(receivedBy('modals')).toMatchObject([
      { modal: 'editDevice', input: { ...owner('server'), devices: deviceBodies, people, before: null } },
    ]);
    subject.send({ type: 'modal.closed', modal: 'editDevice', tag: 'edit', output: null });
    expect(devices()).toEqual(deviceBodies);
    const dialog = createHost(editDeviceMachine, {
      input: { ...owner('server'), devices: [family], people: [], before: family },
    });
    dialog.subject.send({ type: 'editDevice.close' });
    expect(dialog.subject.getSnapshot()).toMatchObject({ status: 'done', output: null });
    expect(dialog.ports.api.calls).toEqual([]);
  });

  test('devices that could not be read are read on a refresh', async () => {
    const host = createHost(ereaderDevicesMachine, {
      input: { scope: 'server', user: { id: ME, type: 'root' } },
      named: { modals: null, toasts: null },
    });
    const { subject, ports } = host;
    ports.api.answer(listUsers, recording('users/list').response.body);
    ports.api.refuseOnce(getEmailSettings, { kind: 'network' });
    await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
    ports.api.answer(getEmailSettings, emailSettingsWith(deviceBodies));
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(selectDevices(subject.getSnapshot())).toEqual(deviceBodies));
  });
});

describe('the form', () => {
  test.each<[string, Partial<DeviceValues>, object]>([
    [
      'name and email are required (CFG-045, VAL-009, AMB-89)',
      { name: ' ', email: '' },
      { name: 'nameMissing', email: 'emailMissing' },
    ],
    ['an email address looks like one (VAL)', { email: 'not an email' }, { email: 'emailInvalid' }],
    [
      'a name is unique, whatever its case (CFG-044, VAL-034, ENT-030)',
      { name: ' family KINDLE' },
      { name: 'nameTaken' },
    ],
    [
      'one for specific users needs a user (CFG-046, VAL-035)',
      { availability: 'specificUsers', users: [] },
      { users: 'usersMissing' },
    ],
  ])('%s', (_name, changes, problems) => {
    const { form, ports } = openForm(typed('server', changes));
    expect(form().problems).toEqual(problems);
    expect(ports.api.calls).toEqual([]);
  });

  test('an email address that the device has already may stay', () => {
    const odd = { ...family, email: 'odd' };
    const { form } = openForm({ ...valuesOf(owner('server'), odd, [odd]), name: '' });
    expect(form().problems).toEqual({ name: 'nameMissing' });
  });

  test('a changed device keeps its place and what only the server knows of it', () => {
    const before = { ...forOne, serial: 7 };
    const values = {
      ...valuesOf(owner('server'), before, [family, before]),
      name: ' Renamed ',
      availability: 'guestOrUp',
    } as const;
    expect(withDevice([family, before, forAdmins], values)).toEqual([
      family,
      { ...before, name: 'Renamed', availabilityOption: 'guestOrUp', users: [] },
      forAdmins,
    ]);
    expect(withDevice([family], values).map(({ name }) => name)).toEqual([family.name, 'Renamed']);
    expect(values.taken).toEqual([family.name.toLowerCase()]);
  });

  test('an own device is for this account alone, and only the own ones are sent', async () => {
    const { subject, ports } = createHost(editDeviceMachine, {
      input: { ...owner('own'), devices: [family, mine], people: [], before: null },
    });
    ports.api.answer(authorize, signInWithDevices('login-user', [family, mine]));
    ports.api.answer(updateMyEreaderDevices, { ereaderDevices: [family, mine] });
    const { form } = subject.getSnapshot().children;
    form?.send({ type: 'form.change', field: 'name', value: 'Second' });
    form?.send({ type: 'form.change', field: 'email', value: 'second@example.com' });
    form?.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(subject.getSnapshot().output).toEqual([family, mine]));
    expect(ports.api.inputsOf(updateMyEreaderDevices)).toEqual([
      { ereaderDevices: [mine, { ...mine, name: 'Second', email: 'second@example.com' }] },
    ]);
  });

  test('a name of a device that the account cannot see is refused at its field', async () => {
    const { form, ports } = openForm(typed('own'));
    ports.api.answer(authorize, signInWithDevices('login-user', []));
    const message = String(recording('me/ereader-devices-err-duplicate').response.body);
    ports.api.refuse(updateMyEreaderDevices, { kind: 'rejected', status: 400, message });
    await vi.waitFor(() => expect(form().problems).toEqual({ name: 'nameTaken' }));
  });

  test('a failed save keeps typed values', async () => {
    const { form, ports } = openForm(typed('server'));
    ports.api.refuse(getEmailSettings, { kind: 'network' });
    await vi.waitFor(() => expect(form().error).toEqual({ kind: 'network' }));
    expect([form().values.name, form().problems]).toEqual(['New', {}]);
  });

  test('whatever it accepts, the server accepts (API)', () => {
    const values = fc.record({
      name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
      email: fc.string({ minLength: 1 }).filter((email) => email.trim() !== ''),
      availability: fc.constantFrom(...AVAILABILITY),
      users: fc.array(fc.uuid(), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(values, (given) => {
        const device = deviceOf(typed('server', given));
        expect(z.parse(requestBodies['emails.updateDevices'], { ereaderDevices: [device] })).toEqual({
          ereaderDevices: [device],
        });
      }),
    );
  });
});

test('who a device is for is read as the server reads it', () => {
  expect(availabilityOf({ name: 'a', email: 'b' })).toBe('adminOrUp');
  expect([mine, family, { ...mine, users: [ME, 'other'] }].map((device) => isOwnDevice(device, ME))).toEqual([
    true,
    false,
    false,
  ]);
});

test('everyone but guests can use a device (ROL-008, AMB-95)', () => {
  const { devices } = texts;
  expect(AVAILABILITY.map((value) => devices.availability[value])).toEqual([
    'Administrators',
    'Everyone but guests',
    'Everyone, including guests',
    'Specific users',
  ]);
});
