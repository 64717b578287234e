import type { SnapshotFrom } from 'xstate';
import type { Notification } from '../../../schemas/api/notification.ts';
import type { editNotificationMachine } from './edit-notification.machine.ts';
import { fillTemplate, type NotificationAction, type NotificationValues } from './notifications.logic.ts';
import type { SendingFormRef } from './notifications.logic.ts';
import type { notificationsMachine } from './notifications.machine.ts';

type Snapshot = SnapshotFrom<typeof notificationsMachine>;
type EditSnapshot = SnapshotFrom<typeof editNotificationMachine>;

const NONE: readonly Notification[] = [];

export const selectSendingForm = ({ children }: Snapshot): SendingFormRef | undefined => children.form;
export const selectNotifications = ({ context }: Snapshot): readonly Notification[] =>
  context.overview?.settings.notifications.items ?? NONE;
export const selectReadAt = ({ context }: Snapshot): number => context.readAt;
export const selectCanSend = ({ context }: Snapshot): boolean =>
  (context.overview?.settings.appriseApiUrl ?? null) !== null;
export const selectRunningAction = (snapshot: Snapshot): NotificationAction | null =>
  snapshot.matches({ shown: 'acting' }) ? snapshot.context.action : null;

export const selectEdited = ({ context }: EditSnapshot) => context;

export function previewOf(
  { eventName, titleTemplate, bodyTemplate }: NotificationValues,
  { events }: EditSnapshot['context'],
): { readonly title: string; readonly body: string } {
  const data = events.find(({ name }) => name === eventName)?.testData ?? {};
  return { title: fillTemplate(titleTemplate, data), body: fillTemplate(bodyTemplate, data) };
}
