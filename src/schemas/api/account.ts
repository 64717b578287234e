import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { listeningSession } from './listening-session.ts';
import { mediaProgress } from './progress.ts';
import { userFields, userType } from './user.ts';

/** `latestSession` only with `include=latestSession`. */
export const account = z.object({ ...userFields, latestSession: z.nullish(listeningSession) });
export type Account = z.output<typeof account>;

export const accountList = z.object({ users: tolerantList(account) });
export const accountCreated = z.object({ user: account });
/** `accessToken` is new when the own account was renamed. */
export const accountChanged = z.object({
  success: z.boolean(),
  user: z.extend(account, { accessToken: z.nullish(z.string()) }),
});
export const accountDeleted = z.object({ success: z.boolean() });

const namedProgress = z.extend(mediaProgress, {
  displayTitle: z.nullish(z.string()),
  displaySubtitle: z.nullish(z.string()),
  coverPath: z.nullish(z.string()),
  mediaUpdatedAt: z.nullish(z.string()),
});
export type NamedProgress = z.output<typeof namedProgress>;

export const accountDetail = z.object({ ...userFields, mediaProgress: tolerantList(namedProgress) });
export type AccountDetail = z.output<typeof accountDetail>;

/** `lastSeen` in ms. */
export const onlineUser = z.object({
  id: z.string(),
  username: z.string(),
  type: userType,
  session: z.nullish(listeningSession),
  lastSeen: z.nullish(z.number()),
});
export type OnlineUser = z.output<typeof onlineUser>;

export const usersOnline = z.object({
  usersOnline: tolerantList(onlineUser),
  openSessions: tolerantList(listeningSession),
});

const keyUser = z.nullish(z.object({ id: z.string(), username: z.string(), type: z.string() }));

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  expiresAt: z.nullish(z.string()),
  lastUsedAt: z.nullish(z.string()),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  userId: z.string(),
  createdByUserId: z.nullish(z.string()),
  user: keyUser,
  createdByUser: keyUser,
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeyList = z.object({ apiKeys: tolerantList(apiKey) });
export const apiKeyChanged = z.object({ apiKey });
/** The only answer with the key itself. */
export const apiKeyCreated = z.object({ apiKey: z.extend(apiKey, { apiKey: z.string() }) });
export type ApiKeyCreated = z.output<typeof apiKeyCreated>;
