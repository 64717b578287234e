import type { FastifyRequest } from 'fastify';
import { newNotification, notificationChange, notificationSettings } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { bodyIfReadable, readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { notificationEvents } from './notification-events.ts';
import type { Notification, NotificationFields } from './notifications.service.ts';

/** Notifications for administrators. As on the real server, an invalid one is ignored with status 200. */
export const registerNotifications: Area = (app, ctx) => {
  const { notifications } = ctx;
  const admin = { preHandler: requireAdmin };
  const find = (request: FastifyRequest): Notification => {
    const found = notifications.byId(param(request, 'id'));
    if (!found) throw fail(404);
    return found;
  };

  app.get('/api/notifications', admin, async () => ({
    data: { events: notificationEvents },
    settings: notifications.toJson(),
  }));
  app.get('/api/notificationdata', admin, async () => ({ events: notificationEvents }));

  app.patch('/api/notifications', admin, async (request, reply) => {
    notifications.update(readBody(request, notificationSettings));
    return reply.send('OK');
  });

  app.get('/api/notifications/test', admin, async (request, reply) => {
    notifications.fire('onTest', { version: queryText(request, 'fail') === '1' ? 'vTest-fail' : 'v2.26.0' });
    return reply.send('OK');
  });

  app.post('/api/notifications', admin, async (request) => {
    const sent = bodyIfReadable(request, newNotification);
    if (sent && isEvent(sent.eventName)) notifications.add(withLibrary(sent));
    return notifications.toJson();
  });

  app.patch('/api/notifications/:id', admin, async (request) => {
    const notification = find(request);
    const sent = bodyIfReadable(request, notificationChange);
    if (!sent) return notifications.toJson();
    const { id: _, ...change } = sent;
    const next = withLibrary({ ...notification, ...change });
    if (isEvent(next.eventName)) notifications.change(notification, next);
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

const isEvent = (eventName: string): boolean => notificationEvents.some(({ name }) => name === eventName);

/** An empty library id means all. */
const withLibrary = <Fields extends NotificationFields>(fields: Fields): Fields => ({
  ...fields,
  libraryId: fields.libraryId || null,
});
