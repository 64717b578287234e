import type { Notification, NotificationEvent, NotificationSettings } from '../../schemas/api/notification.ts';

export interface EditNotificationInput {
  /** What is changed; null adds one. */
  readonly before: Notification | null;
  readonly events: readonly NotificationEvent[];
}

/** The settings after the save; null when nothing was saved. */
export type EditNotificationOutput = NotificationSettings | null;
