import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import { problemsOf, type AnyFieldRow } from '../../../../src/machines/kit/settings-form.logic.ts';
import { editNotificationMachine } from '../../../../src/machines/admin/notifications/edit-notification.machine.ts';
import {
  fillTemplate,
  notificationProblems,
  notificationValuesOf,
  SENDING_ROWS,
} from '../../../../src/machines/admin/notifications/notifications.logic.ts';
import { notificationsMachine } from '../../../../src/machines/admin/notifications/notifications.machine.ts';
import {
  previewOf,
  selectNotifications,
  selectSendingForm,
} from '../../../../src/machines/admin/notifications/notifications.selectors.ts';
import { notificationOverview } from '../../../../src/schemas/api/notification.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import {
  createNotification,
  deleteNotification,
  fireTestEvent,
  getNotifications,
  updateNotification,
  updateNotificationSettings,
} from '../../../../src/services/endpoints/notifications.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const body = recording('notifications/get').response.body as { settings: object };
const overview = z.parse(notificationOverview, body);
const { settings } = overview;
const first = settings.notifications.items[0];
if (!first) throw new Error('The recording has a notification');
const rows = SENDING_ROWS as unknown as readonly AnyFieldRow[];

async function open() {
  const host = createHost(notificationsMachine, {
    input: { route: { name: 'configNotifications' }, entryKey: 'k', memory: null },
    named: { modals: null, toasts: null },
  });
  host.ports.api.answer(getNotifications, body);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  const form = selectSendingForm(host.subject.getSnapshot());
  if (!form) throw new Error('no form');
  const rest = () => vi.waitFor(() => expect(host.subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
  return { ...host, form, rest, list: () => selectNotifications(host.subject.getSnapshot()) };
}

test("another administrator's additions and changes show within 15 s, and on return to the page (GEN-016)", async () => {
  const { ports, form, list } = await open();
  const count = list().length;
  form.send({ type: 'form.change', field: 'maxFailedAttempts', value: 9 });
  const theirs = { ...settings, notifications: [first, { ...first, id: 'theirs' }], maxNotificationQueue: 77 };
  ports.api.answer(getNotifications, { ...body, settings: theirs });
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(list().map(({ id }) => id)).toContain('theirs'));
  expect(form.getSnapshot().context.values).toMatchObject({ maxFailedAttempts: 9, maxNotificationQueue: 77 });
  ports.page.setVisible(false);
  ports.api.answer(getNotifications, body);
  ports.page.setVisible(true);
  await vi.waitFor(() => expect(list()).toHaveLength(count));
});

test('the settings are sent as a whole, for a missing address is cleared (CFG-035, CFG-038, CFG-039)', async () => {
  const { form, ports } = await open();
  ports.api.answer(updateNotificationSettings, 'OK');
  form.send({ type: 'form.change', field: 'maxFailedAttempts', value: 0 });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(ports.api.inputsOf(updateNotificationSettings)).toHaveLength(1));
  expect(ports.api.inputsOf(updateNotificationSettings)).toEqual([
    {
      appriseApiUrl: settings.appriseApiUrl,
      maxNotificationQueue: settings.maxNotificationQueue,
      maxFailedAttempts: 0,
    },
  ]);
});

test('the list follows server events of each attempt (CFG-040)', async () => {
  const { subject, list } = await open();
  const off = { ...first, enabled: false, lastAttemptFailed: true, numConsecutiveFailedAttempts: 5 };
  subject.send({
    type: 'server.notifications.updated',
    settings: { ...settings, notifications: { items: [off], dropped: [] } },
  });
  expect(list()).toEqual([off]);
});

test('one is removed only after the question (CFG-036)', async () => {
  const { subject, ports, rest, receivedBy, list } = await open();
  const remove = { type: 'notifications.apply', action: { kind: 'remove', id: first.id } } as const;
  subject.send(remove);
  expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm', tag: 'remove' }]);
  subject.send(questionClosed(false));
  expect(ports.api.inputsOf(deleteNotification)).toEqual([]);
  ports.api.answer(deleteNotification, { ...body.settings, notifications: [] });
  subject.send(remove);
  subject.send(questionClosed(true));
  await rest();
  expect(ports.api.inputsOf(deleteNotification)).toEqual([{ id: first.id }]);
  expect(list()).toEqual([]);
});

test('one that was turned off is turned on again; a test event is fired, and one that fails (CFG-040)', async () => {
  const { subject, ports, rest, receivedBy } = await open();
  ports.api.answer(updateNotification, body.settings);
  ports.api.answer(fireTestEvent, 'OK');
  subject.send({ type: 'notifications.apply', action: { kind: 'enable', id: first.id } });
  await rest();
  subject.send({ type: 'notifications.apply', action: { kind: 'fire', id: first.id, fail: true } });
  await rest();
  ports.api.refuseOnce(fireTestEvent, { kind: 'network' });
  subject.send({ type: 'notifications.apply', action: { kind: 'fire', id: first.id, fail: false } });
  await rest();
  expect(ports.api.inputsOf(updateNotification)).toEqual([{ id: first.id, change: { enabled: true } }]);
  expect(ports.api.inputsOf(fireTestEvent)).toEqual([{ fail: true }, { fail: false }]);
  expect(receivedBy('toasts')).toMatchObject([{ kind: 'success' }, { kind: 'success' }, { kind: 'error' }]);
});

describe('the dialog', () => {
  const { events } = overview.data;
  const edit = (before: typeof first | null) => createHost(editNotificationMachine, { input: { before, events } });

  test('begins with the test event and its texts; another event brings its own (CFG-036)', () => {
    const { subject } = edit(null);
    const { form } = subject.getSnapshot().context;
    const values = () => form.getSnapshot().context.values;
    expect(values()).toMatchObject({ id: null, eventName: 'onTest', enabled: true, urls: [] });
    subject.send({ type: 'editNotification.chooseEvent', name: 'onBackupFailed' });
    const { defaults } = events.find(({ name }) => name === 'onBackupFailed') ?? {};
    expect(values()).toMatchObject({
      eventName: 'onBackupFailed',
      titleTemplate: defaults?.title,
      bodyTemplate: defaults?.body,
    });
  });

  test('needs an address (CFG-037, VAL-014), and saves without empty lines', async () => {
    const { subject, ports } = edit(null);
    const { form } = subject.getSnapshot().context;
    form.send({ type: 'form.submit' });
    expect(form.getSnapshot().context.problems).toEqual({ urls: 'urlsMissing' });
    form.send({ type: 'form.change', field: 'urls', value: ['json://a.example ', ''] });
    ports.api.answer(createNotification, body.settings);
    form.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(subject.getSnapshot().output).toEqual(settings));
    expect(ports.api.inputsOf(createNotification)).toMatchObject([{ urls: ['json://a.example'], eventName: 'onTest' }]);
  });

  test('fills the preview with the example values of the event', () => {
    const { subject } = edit(null);
    const { context } = subject.getSnapshot();
    expect(previewOf(context.form.getSnapshot().context.values, context)).toEqual({
      title: 'Test Notification on Abs v2.26.0',
      body: 'Test notificataion body for abs v2.26.0.',
    });
  });
});

test.each([
  ['{{a}} and {{ b }}', { a: 'x', b: 3 }, 'x and 3'],
  ['{{missing}}.', {}, '.'],
  ['{a} {{}}', { a: 'x' }, '{a} {{}}'],
])('%j with %j is %j', (template, data, text) => {
  expect(fillTemplate(template, data)).toBe(text);
});

test.each([
  [{ appriseApiUrl: 'apprise:8000' }, { appriseApiUrl: 'url' }],
  [{ appriseApiUrl: 'ftp://x' }, { appriseApiUrl: 'url' }],
  [{ appriseApiUrl: '' }, {}],
  [{ maxFailedAttempts: -1 }, { maxFailedAttempts: 'count' }],
  [{ maxNotificationQueue: null }, { maxNotificationQueue: 'count' }],
  [{ maxNotificationQueue: 0, maxFailedAttempts: 0 }, {}],
])('%j has the problems %j (VAL-023, VAL-024)', (change, problems) => {
  const begun = { appriseApiUrl: 'http://a.example/notify', maxNotificationQueue: 20, maxFailedAttempts: 5 };
  expect(problemsOf(rows, { ...begun, ...change })).toEqual(problems);
});

test('what the settings accept, the server accepts (VAL, API)', () => {
  const number = fc.oneof(fc.nat(), fc.constant(null), fc.integer(), fc.double());
  const given = fc.record({
    appriseApiUrl: fc.oneof(fc.string(), fc.webUrl(), fc.constant('')),
    maxNotificationQueue: number,
    maxFailedAttempts: number,
  });
  fc.assert(
    fc.property(given, (values) => {
      fc.pre(Object.keys(problemsOf(rows, values)).length === 0);
      const sent = { ...values, appriseApiUrl: values.appriseApiUrl || null };
      expect(z.parse(requestBodies['notifications.update'], sent)).toEqual(sent);
    }),
  );
});

test('what the dialog accepts, the server accepts (VAL, API)', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.webUrl(), fc.webUrl(), fc.string())), (urls) => {
      const notification = { ...notificationValuesOf(null, overview.data.events), urls };
      fc.pre(Object.keys(notificationProblems(notification)).length === 0);
      expect(z.safeParse(requestBodies['notifications.create'], notification).success).toBe(true);
    }),
  );
});

describe('one thing after the other', () => {
  const enable = { type: 'notifications.apply', action: { kind: 'enable', id: first.id } } as const;
  const remove = { type: 'notifications.apply', action: { kind: 'remove', id: first.id } } as const;

  test('the dialog is for a new one, or an existing one; its save shows', async () => {
    const { subject, receivedBy, list } = await open();
    const at = () => subject.getSnapshot().value;
    subject.send({ type: 'notifications.edit', id: 'nowhere' });
    expect([at(), receivedBy('modals')]).toEqual([{ shown: 'resting' }, []]);
    const closed = { type: 'modal.closed', modal: 'editNotification', tag: 'edit' } as const;
    const input = { before: null, events: overview.data.events };
    subject.send({ type: 'notifications.add' });
    subject.send({ type: 'notifications.edit', id: first.id });
    const opened = { type: 'modals.open', modal: 'editNotification', tag: 'edit', replyTo: subject };
    expect(receivedBy('modals')).toMatchObject([{ ...opened, input }]);
    subject.send({ ...closed, output: null });
    subject.send({ type: 'notifications.edit', id: first.id });
    expect(receivedBy('modals').slice(1)).toMatchObject([{ ...opened, input: { ...input, before: first } }]);
    const saved = { ...settings, notifications: { items: [{ ...first, enabled: false }], dropped: [] } };
    subject.send({ ...closed, output: saved });
    expect([at(), list()]).toEqual([{ shown: 'resting' }, saved.notifications.items]);
  });

  test('runs one at a time, and is reported by name; a failure can be retried', async () => {
    const { subject, ports, rest, receivedBy } = await open();
    ports.api.refuseOnce(updateNotification, { kind: 'network' });
    subject.send(enable);
    subject.send(remove);
    expect([subject.getSnapshot().value, receivedBy('modals')]).toEqual([{ shown: 'acting' }, []]);
    await rest();
    expect([subject.getSnapshot().context.action, ports.api.inputsOf(updateNotification).length]).toEqual([null, 1]);
    ports.api.answer(updateNotification, body.settings);
    subject.send(enable);
    await rest();
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'error', message: { key: 'notificationToasts.failed.enable' }, error: { kind: 'network' } },
      { kind: 'success', message: { key: 'notificationToasts.done.enable' } },
    ]);
    subject.send(remove);
    subject.send(questionClosed(false));
    expect([subject.getSnapshot().value, subject.getSnapshot().context.action]).toEqual([{ shown: 'resting' }, null]);
    subject.send({ type: 'notifications.add' });
    subject.send(questionClosed(true));
    expect([subject.getSnapshot().value, ports.api.inputsOf(deleteNotification)]).toEqual([{ shown: 'resting' }, []]);
  });

  test('server events reach untouched fields of the form too; so does a save in the list', async () => {
    const { subject, form, ports } = await open();
    const values = () => form.getSnapshot().context.values;
    ports.clock.advance(5000);
    subject.send({ type: 'server.notifications.updated', settings: { ...settings, maxNotificationQueue: 77 } });
    expect(values()).toMatchObject({ maxNotificationQueue: 77 });
    expect(subject.getSnapshot().context).toMatchObject({
      overview: { settings: { maxNotificationQueue: 77 } },
      readAt: ports.clock.now(),
    });
    ports.api.answer(updateNotificationSettings, 'OK');
    ports.api.answer(getNotifications, () => {
      const isSaved = ports.api.inputsOf(updateNotificationSettings).length > 0;
      return isSaved ? { ...body, settings: { ...body.settings, maxFailedAttempts: 3 } } : body;
    });
    form.send({ type: 'form.change', field: 'maxFailedAttempts', value: 3 });
    form.send({ type: 'form.submit' });
    await vi.waitFor(() =>
      expect(subject.getSnapshot().context.overview?.settings).toMatchObject({ maxFailedAttempts: 3 }),
    );
  });

  test('a page that loads, failed, or is shut later is reloaded', async () => {
    const host = createHost(notificationsMachine, {
      input: { route: { name: 'configNotifications' }, entryKey: 'k', memory: null },
      named: { modals: null, toasts: null },
    });
    const { subject, ports } = host;
    const state = () => selectDataState(subject.getSnapshot());
    const refresh = () => subject.send({ type: 'page.refresh', again: true });
    ports.api.refuseOnce(getNotifications, { kind: 'network' });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    ports.api.answer(getNotifications, body);
    refresh();
    await vi.waitFor(() => expect(state()).toBe('shown'));
    subject.send(remove);
    ports.api.refuse(getNotifications, { kind: 'forbidden', message: '' });
    refresh();
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect(subject.getSnapshot().context).toMatchObject({ action: null, error: { kind: 'forbidden' } });
  });
});

test('a cancelled dialog saves nothing; an event unknown to the server is not chosen', () => {
  const { subject, ports } = createHost(editNotificationMachine, {
    input: { before: null, events: overview.data.events },
  });
  const values = () => subject.getSnapshot().context.form.getSnapshot().context.values;
  const before = values();
  subject.send({ type: 'editNotification.chooseEvent', name: 'nothing' });
  expect(values()).toEqual(before);
  subject.send({ type: 'editNotification.close' });
  expect([subject.getSnapshot().status, subject.getSnapshot().output, ports.api.calls]).toEqual(['done', null, []]);
});
