import type { Notification, NotificationEvent, NotificationSettings } from '../../../schemas/api/notification.ts';
import type { NotificationOverview } from '../../../schemas/api/notification.ts';
import type { Api } from '../../../services/api.ts';
import {
  createNotification,
  deleteNotification,
  fireTestEvent,
  getNotifications,
  testNotification,
  updateNotification,
  updateNotificationSettings,
} from '../../../services/endpoints/notifications.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import { isWholeAmount } from '../../kit/text.logic.ts';
import { settingsForm, type SettingsFormRef } from '../../kit/settings-form.machine.ts';
import type { FieldRow } from '../../kit/settings-form.logic.ts';

/** Settings of the sending. Numbers are null while their field is empty. */
export type SendingValues = {
  readonly appriseApiUrl: string;
  readonly maxNotificationQueue: number | null;
  readonly maxFailedAttempts: number | null;
};
export type SendingFormRef = SettingsFormRef<SendingValues>;

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/\s/.test(value);
const count = (value: number | null) => (isWholeAmount(value) ? null : 'count');

/** Whole numbers from 0. The server takes an empty URL as none. */
export const SENDING_ROWS: readonly FieldRow<SendingValues, 'url' | 'count'>[] = [
  { key: 'appriseApiUrl', kind: 'url', check: (url) => (url === '' || isWebAddress(url) ? null : 'url') },
  { key: 'maxNotificationQueue', kind: 'number', min: 0, check: count },
  { key: 'maxFailedAttempts', kind: 'number', min: 0, check: count },
];

export const sendingValuesOf = (settings: NotificationSettings): SendingValues => ({
  appriseApiUrl: settings.appriseApiUrl ?? '',
  maxNotificationQueue: settings.maxNotificationQueue,
  maxFailedAttempts: settings.maxFailedAttempts,
});

/** The server takes all fields: a missing URL is cleared. */
export const sendingForm = settingsForm<NotificationOverview, SendingValues>({
  rows: SENDING_ROWS,
  valuesOf: ({ settings }) => sendingValuesOf(settings),
  read: (api, signal) => api.call(getNotifications, undefined, signal),
  save: async (api, _change, { appriseApiUrl, maxNotificationQueue, maxFailedAttempts }, signal) => {
    const body = {
      appriseApiUrl: appriseApiUrl === '' ? null : appriseApiUrl,
      maxNotificationQueue: maxNotificationQueue ?? 0,
      maxFailedAttempts: maxFailedAttempts ?? 0,
    };
    await api.call(updateNotificationSettings, body, signal);
    return api.call(getNotifications, undefined, signal);
  },
});

export const TEST_EVENT = 'onTest';

/** Like the server: `{{name}}` becomes its value, unknown names become ''. */
export function fillTemplate(template: string, data: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  });
}

export interface NotificationValues {
  readonly id: string | null;
  readonly eventName: string;
  /** As typed: may have empty entries. */
  readonly urls: readonly string[];
  readonly titleTemplate: string;
  readonly bodyTemplate: string;
  readonly enabled: boolean;
}

export type NotificationProblem = 'urlsMissing' | 'urlInvalid';
export type NotificationFormRef = FormRef<NotificationValues, NotificationProblem>;

/** A new notification is enabled and for the test event, with that event's texts. */
export function notificationValuesOf(
  before: Notification | null,
  events: readonly NotificationEvent[],
): NotificationValues {
  if (before) {
    const { id, eventName, urls, titleTemplate, bodyTemplate, enabled } = before;
    return { id, eventName, urls, titleTemplate, bodyTemplate, enabled };
  }
  const event = events.find(({ name }) => name === TEST_EVENT) ?? events[0];
  return {
    id: null,
    eventName: event?.name ?? TEST_EVENT,
    urls: [],
    titleTemplate: event?.defaults.title ?? '',
    bodyTemplate: event?.defaults.body ?? '',
    enabled: true,
  };
}

export function withEvent(values: NotificationValues, event: NotificationEvent): NotificationValues {
  return {
    ...values,
    eventName: event.name,
    titleTemplate: event.defaults.title,
    bodyTemplate: event.defaults.body,
  };
}

export const filledUrls = (urls: readonly string[]): string[] =>
  urls.map((url) => url.trim()).filter((url) => url !== '');

/** At least one URL, each with a scheme. */
export function notificationProblems({ urls }: NotificationValues): { urls?: NotificationProblem } {
  const filled = filledUrls(urls);
  if (filled.length === 0) return { urls: 'urlsMissing' };
  return filled.every((url) => /^[a-z][\w+.-]*:\/\/\S+$/i.test(url)) ? {} : { urls: 'urlInvalid' };
}

export const notificationForm = form<NotificationValues, NotificationProblem, NotificationSettings>('form', {
  check: notificationProblems,
  save: (api, { id, ...values }, signal) => {
    const change = { ...values, urls: filledUrls(values.urls) as [string, ...string[]] };
    return id === null
      ? api.call(createNotification, { ...change, libraryId: null, type: 'info' as const }, signal)
      : api.call(updateNotification, { id, change: change as never }, signal);
  },
});

export type NotificationAction =
  | { readonly kind: 'enable' | 'remove' | 'sendTest'; readonly id: string }
  | { readonly kind: 'fire'; readonly id: string; readonly fail: boolean };

/** Returns the new settings; null if the server's answer has none. */
export async function act(
  api: Api,
  action: NotificationAction,
  signal: AbortSignal,
): Promise<NotificationSettings | null> {
  switch (action.kind) {
    case 'enable':
      return api.call(updateNotification, { id: action.id, change: { enabled: true } as never }, signal);
    case 'remove':
      return api.call(deleteNotification, { id: action.id }, signal);
    case 'sendTest':
      await api.call(testNotification, { id: action.id }, signal);
      return null;
    case 'fire':
      await api.call(fireTestEvent, { fail: action.fail }, signal);
      return null;
  }
}
