import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** Times in ms. */
export const notification = z.object({
  id: z.string(),
  libraryId: z.nullable(z.string()),
  eventName: z.string(),
  urls: z.array(z.string()),
  titleTemplate: z.string(),
  bodyTemplate: z.string(),
  enabled: z.boolean(),
  type: z.nullish(z.string()),
  lastFiredAt: z.nullable(z.number()),
  lastAttemptFailed: z.boolean(),
  numConsecutiveFailedAttempts: z.number(),
  numTimesFired: z.number(),
  createdAt: z.number(),
});
export type Notification = z.output<typeof notification>;

/** `notificationDelay` in ms. */
export const notificationSettings = z.object({
  id: z.string(),
  appriseType: z.nullish(z.string()),
  appriseApiUrl: z.nullable(z.string()),
  notifications: tolerantList(notification),
  maxFailedAttempts: z.number(),
  maxNotificationQueue: z.number(),
  notificationDelay: z.number(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const notificationEvent = z.object({
  name: z.string(),
  requiresLibrary: z.optional(z.boolean()),
  libraryMediaType: z.nullish(z.string()),
  description: z.string(),
  descriptionKey: z.nullish(z.string()),
  variables: z.array(z.string()),
  defaults: z.object({ title: z.string(), body: z.string() }),
  testData: z.optional(z.record(z.string(), z.unknown())),
});
export type NotificationEvent = z.output<typeof notificationEvent>;

export const notificationEvents = z.object({ events: z.array(notificationEvent) });
export const notificationOverview = z.object({ data: notificationEvents, settings: notificationSettings });
export type NotificationOverview = z.output<typeof notificationOverview>;
