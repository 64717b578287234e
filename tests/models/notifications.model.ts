import { editNotificationMachine } from '../../src/machines/admin/notifications/edit-notification.machine.ts';
import { notificationForm, notificationValuesOf } from '../../src/machines/admin/notifications/notifications.logic.ts';
import { notificationsMachine } from '../../src/machines/admin/notifications/notifications.machine.ts';
import { notificationOverview } from '../../src/schemas/api/notification.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const data = z.parse(notificationOverview, recording('notifications/get').response.body);
const { settings } = data;
const { events } = data.data;
const id = settings.notifications.items[0]?.id ?? '';
const none = { ...settings, notifications: { items: [], dropped: [] } };
const closed = { type: 'modal.closed', modal: 'editNotification', tag: 'edit' } as const;

export const notificationsModel = defineModel({
  name: 'notifications',
  machine: notificationsMachine,
  starts: [{ input: { route: { name: 'configNotifications' }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data },
    { type: 'form.saved', data },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'notifications.add' },
    { type: 'notifications.edit', id },
    { type: 'notifications.apply', action: { kind: 'remove', id } },
    { type: 'notifications.apply', action: { kind: 'fire', id, fail: false } },
    questionClosed(true),
    questionClosed(false),
    { ...closed, output: settings },
    { ...closed, output: null },
    { type: 'server.notifications.updated', settings: none },
  ],
  ignored: [{ type: 'notifications.edit', id: 'unknown' }],
  outputs: { act: [none, null] },
  failures: { act: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [
    context.overview?.settings.notifications.items.length,
    context.action,
    context.error?.kind,
  ],
  invariants: {
    'nothing is removed that was not confirmed': (state, { happened }) =>
      !state.matches({ shown: 'acting' }) ||
      state.context.action?.kind !== 'remove' ||
      happened.some(({ type }) => type === 'modal.closed'),
    'it shows notifications only when it has some to show': (state) =>
      !state.matches('shown') || state.context.overview !== null,
    'it does what it knows': (state) => !state.matches({ shown: 'acting' }) || state.context.action !== null,
  },
});

export const editNotificationModel = defineModel({
  name: 'edit notification',
  machine: editNotificationMachine,
  starts: [{ input: { before: null, events } }],
  events: [
    { type: 'editNotification.chooseEvent', name: 'onTest' },
    { type: 'editNotification.close' },
    { type: 'form.saved', values: notificationValuesOf(null, events), answer: settings },
  ],
  ignored: [{ type: 'editNotification.chooseEvent', name: 'unknown' }],
  fakes: { form: notificationForm },
  project: ({ context }) => context.saved !== null,
  invariants: {
    'it ends with settings exactly when they were saved': (state, { happened }) =>
      state.status !== 'done' || (state.output !== null) === happened.some(({ type }) => type === 'form.saved'),
    'it stays open until it is saved or closed': (state, { happened }) =>
      (state.status === 'done') === happened.some(({ type }) => /saved|close/.test(type)),
  },
});
