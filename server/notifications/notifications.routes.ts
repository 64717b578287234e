import type { FastifyRequest } from 'fastify';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryText, stringList } from '../http/input.ts';
import { notificationEvents } from './notification-events.ts';
import { NOTIFICATION_TYPES, type Notification, type NotificationFields } from './notifications.service.ts';

/** Notifications for administrators. An invalid one is passed over with status 200, as the real server does. */
export const registerNotifications: Area = (app, ctx) => {
  const { notifications } = ctx;
  const admin = { preHandler: requireAdmin };
  const find = (request: FastifyRequest): Notification => {
    const found = notifications.byId(param(request, 'id'));
    if (!found) throw fail(404);
    return found;
  };

  app.get('/api/notifications', admin, async () => ({ data: { events: notificationEvents }, settings: notifications.toJson() }));
  app.get('/api/notificationdata', admin, async () => ({ events: notificationEvents }));

  app.patch('/api/notifications', admin, async (request, reply) => {
    const { appriseApiUrl, maxFailedAttempts, maxNotificationQueue } = bodyOf(request);
    const isAddress = typeof appriseApiUrl === 'string' && URL.canParse(appriseApiUrl) && /^https?:$/.test(new URL(appriseApiUrl).protocol);
    const count = (value: unknown, fallback: number) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : fallback);
    notifications.update({
      appriseApiUrl: isAddress ? appriseApiUrl : null,
      maxFailedAttempts: count(maxFailedAttempts, 5),
      maxNotificationQueue: count(maxNotificationQueue, 20),
    });
    return reply.send('OK');
  });

  app.get('/api/notifications/test', admin, async (request, reply) => {
    notifications.fire('onTest', { version: queryText(request, 'fail') === '1' ? 'vTest-fail' : 'v2.26.0' });
    return reply.send('OK');
  });

  app.post('/api/notifications', admin, async (request) => {
    const fields = readFields(bodyOf(request));
    if (fields) notifications.add(fields);
    return notifications.toJson();
  });

  app.patch('/api/notifications/:id', admin, async (request) => {
    const notification = find(request);
    const fields = readFields({ ...notification, ...bodyOf(request) });
    if (fields) notifications.change(notification, fields);
    return notifications.toJson();
  });

  app.delete('/api/notifications/:id', admin, async (request) => {
    notifications.remove(find(request).id);
    return notifications.toJson();
  });

  app.get('/api/notifications/:id/test', admin, async (request, reply) => {
    const notification = find(request);
    if (!notifications.isConfigured()) throw fail(400, 'Apprise is not configured');
    if (!(await notifications.test(notification))) throw fail(500);
    return reply.send('OK');
  });
};

/** The fields of a notification, or null when it could never be sent. */
function readFields(body: Readonly<Record<string, unknown>>): NotificationFields | null {
  const { eventName, urls, titleTemplate, bodyTemplate, libraryId, enabled, type } = body;
  const event = notificationEvents.find(({ name }) => name === eventName);
  const addresses = stringList(urls)?.map((url) => url.trim()).filter((url) => url !== '') ?? [];
  if (!event || addresses.length === 0) return null;
  return {
    libraryId: typeof libraryId === 'string' && libraryId !== '' ? libraryId : null,
    eventName: event.name,
    urls: addresses,
    titleTemplate: typeof titleTemplate === 'string' ? titleTemplate : '',
    bodyTemplate: typeof bodyTemplate === 'string' ? bodyTemplate : '',
    enabled: enabled === true,
    type: NOTIFICATION_TYPES.find((known) => known === type) ?? 'info',
  };
}
