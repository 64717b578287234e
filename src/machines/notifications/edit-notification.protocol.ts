import type { Notification, NotificationEvent, NotificationSettings } from '../../schemas/api/notification.ts';

export interface EditNotificationInput {
  readonly before: Notification | null;
  readonly events: readonly NotificationEvent[];
}

export type EditNotificationOutput = NotificationSettings | null;
