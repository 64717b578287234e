import { acknowledgement } from '../../schemas/api/common.ts';
import { notificationEvents, notificationOverview, notificationSettings } from '../../schemas/api/notification.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const notificationPath = (id: string) => `/api/notifications/${encodeURIComponent(id)}`;

export const getNotifications = defineEndpoint()({
  name: 'notifications.get',
  method: 'GET',
  path: () => '/api/notifications',
  output: notificationOverview,
});

export const listNotificationEvents = defineEndpoint()({
  name: 'notifications.events',
  method: 'GET',
  path: () => '/api/notificationdata',
  output: notificationEvents,
});

/** Takes all fields: a missing URL is cleared. */
export const updateNotificationSettings = defineEndpoint<Body<'notifications.update'>>()({
  name: 'notifications.update',
  method: 'PATCH',
  path: () => '/api/notifications',
  body: (input) => input,
  output: acknowledgement,
  answer: 'text',
});

/** Invalid values answer 200 without a new notification. */
export const createNotification = defineEndpoint<Body<'notifications.create'>>()({
  name: 'notifications.create',
  method: 'POST',
  path: () => '/api/notifications',
  body: (input) => input,
  output: notificationSettings,
});

export const updateNotification = defineEndpoint<{
  readonly id: string;
  readonly change: Body<'notifications.create'>;
}>()({
  name: 'notifications.updateOne',
  method: 'PATCH',
  path: ({ id }) => notificationPath(id),
  body: ({ id, change }) => ({ id, ...change }),
  output: notificationSettings,
});

export const deleteNotification = defineEndpoint<{ readonly id: string }>()({
  name: 'notifications.delete',
  method: 'DELETE',
  path: ({ id }) => notificationPath(id),
  output: notificationSettings,
});

/** Sends it now. 400 without an Apprise URL, 500 when it fails. A GET that changes data. */
export const testNotification = defineEndpoint<{ readonly id: string }>()({
  name: 'notifications.test',
  method: 'GET',
  path: ({ id }) => `${notificationPath(id)}/test`,
  output: acknowledgement,
  answer: 'text',
  changesData: true,
  timeoutMs: SLOW_CALL_MS,
});

/** `fail`: fires a failing test event. A GET that changes data. */
export const fireTestEvent = defineEndpoint<{ readonly fail?: boolean }>()({
  name: 'notifications.fireTest',
  method: 'GET',
  path: () => '/api/notifications/test',
  query: ({ fail }) => ({ fail: fail === true ? 1 : 0 }),
  output: acknowledgement,
  answer: 'text',
  changesData: true,
  timeoutMs: SLOW_CALL_MS,
});
