import { randomUUID } from 'node:crypto';
import { messageOf } from '../errors.ts';
import { fetchOutside } from '../http/outside.ts';
import type { ServerContext } from '../context.ts';
import { notificationEvents } from './notification-events.ts';

export const NOTIFICATION_TYPES = ['info', 'success', 'warning', 'failure'] as const;

export interface Notification {
  readonly id: string;
  readonly libraryId: string | null;
  readonly eventName: string;
  /** Apprise addresses; may hold passwords. */
  readonly urls: readonly string[];
  readonly titleTemplate: string;
  readonly bodyTemplate: string;
  readonly enabled: boolean;
  readonly type: string;
  /** ms */
  readonly lastFiredAt: number | null;
  readonly lastAttemptFailed: boolean;
  readonly numConsecutiveFailedAttempts: number;
  readonly numTimesFired: number;
  readonly createdAt: number;
}

export interface NotificationSettings {
  readonly appriseApiUrl: string | null;
  readonly notifications: readonly Notification[];
  /** Failures in a row that switch a notification off. */
  readonly maxFailedAttempts: number;
  readonly maxNotificationQueue: number;
}

export type NotificationFields = Pick<
  Notification,
  'libraryId' | 'eventName' | 'urls' | 'titleTemplate' | 'bodyTemplate' | 'enabled' | 'type'
>;

const defaults: NotificationSettings = {
  appriseApiUrl: null,
  notifications: [],
  maxFailedAttempts: 5,
  maxNotificationQueue: 20,
};
/** At most one notification in this time, in ms. */
const DELAY_MS = 1000;
const SEND_TIMEOUT_MS = 10_000;
/** Largest answer of Apprise, in bytes. */
const MOST_BYTES = 1024 ** 2;

export type NotificationService = ReturnType<typeof createNotificationService>;

/** Notifications through an Apprise API server: storing them, and sending them one after the other. */
export function createNotificationService(ctx: Pick<ServerContext, 'store' | 'events' | 'log' | 'onClose'>) {
  const read = (): NotificationSettings => ({
    ...defaults,
    ...ctx.store.settings.get<Partial<NotificationSettings>>('notifications', {}),
  });
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  ctx.onClose(() => closing.abort());

  const toJson = () => {
    const { appriseApiUrl, notifications, maxFailedAttempts, maxNotificationQueue } = read();
    return {
      id: 'notification-settings',
      appriseType: 'api',
      appriseApiUrl,
      notifications,
      maxFailedAttempts,
      maxNotificationQueue,
      notificationDelay: DELAY_MS,
    };
  };
  const save = (changes: Partial<NotificationSettings>): void => {
    ctx.store.settings.set('notifications', { ...read(), ...changes });
  };
  const put = (changed: Notification): void =>
    save({ notifications: read().notifications.map((one) => (one.id === changed.id ? changed : one)) });

  const deliver = async (notification: Notification, data: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const { appriseApiUrl } = read();
    if (appriseApiUrl === null) return false;
    try {
      const { status } = await fetchOutside(appriseApiUrl, {
        json: JSON.stringify({
          urls: notification.urls,
          title: fill(notification.titleTemplate, data),
          body: fill(notification.bodyTemplate, data),
          type: notification.type,
        }),
        maxBytes: MOST_BYTES,
        timeoutMs: SEND_TIMEOUT_MS,
        trustedOrigin: new URL(appriseApiUrl).origin,
        signal: closing.signal,
      });
      return status >= 200 && status < 300;
    } catch (cause) {
      ctx.log.error('Notifications', messageOf(cause));
      return false;
    }
  };

  /** Delivers and stores the result. */
  const attempt = async (notification: Notification, data: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const sent = await deliver(notification, data);
    if (closing.signal.aborted) return sent;
    const { notifications, maxFailedAttempts } = read();
    const known = notifications.find(({ id }) => id === notification.id);
    if (!known) return sent;
    const failures = sent ? 0 : known.numConsecutiveFailedAttempts + 1;
    put({
      ...known,
      lastFiredAt: sent ? Date.now() : known.lastFiredAt,
      lastAttemptFailed: !sent,
      numConsecutiveFailedAttempts: failures,
      numTimesFired: known.numTimesFired + (sent ? 1 : 0),
      enabled: known.enabled && failures < maxFailedAttempts,
    });
    ctx.events.toAdmins('notifications_updated', toJson());
    return sent;
  };

  return {
    toJson,
    isConfigured: () => read().appriseApiUrl !== null,
    byId: (id: string) => read().notifications.find((one) => one.id === id),
    update: (
      changes: Pick<NotificationSettings, 'appriseApiUrl' | 'maxFailedAttempts' | 'maxNotificationQueue'>,
    ): void => save(changes),
    add: (fields: NotificationFields): void => {
      const added = {
        id: randomUUID(),
        ...fields,
        lastFiredAt: null,
        lastAttemptFailed: false,
        numConsecutiveFailedAttempts: 0,
        numTimesFired: 0,
        createdAt: Date.now(),
      };
      save({ notifications: [...read().notifications, added] });
    },
    change: (notification: Notification, fields: NotificationFields): void => put({ ...notification, ...fields }),
    remove: (id: string): void => save({ notifications: read().notifications.filter((one) => one.id !== id) }),
    /** Sends one at once, with the example data of its event. */
    test: (notification: Notification): Promise<boolean> => {
      const event = notificationEvents.find(({ name }) => name === notification.eventName);
      return attempt(notification, event?.testData ?? {});
    },
    /** Queues all notifications of an event; a full queue drops it. */
    fire: (eventName: string, data: Readonly<Record<string, unknown>>, libraryId: string | null = null): void => {
      const { appriseApiUrl, notifications, maxNotificationQueue } = read();
      if (appriseApiUrl === null) return;
      for (const notification of notifications) {
        const concerns = notification.libraryId === null || notification.libraryId === libraryId;
        if (
          !notification.enabled ||
          notification.eventName !== eventName ||
          !concerns ||
          waiting >= maxNotificationQueue
        )
          continue;
        waiting += 1;
        last = last.then(async () => {
          if (closing.signal.aborted) return;
          await attempt(notification, data);
          await pause(DELAY_MS, closing.signal);
          waiting -= 1;
        });
      }
    },
  };
}

/** Replaces `{{name}}` of a template by the value of that name; unknown names become empty. */
export function fill(template: string, data: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
