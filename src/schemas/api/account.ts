import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { listeningSession } from './listening-session.ts';
import { mediaProgress } from './media-progress.ts';
import { userFields, userType } from './user.ts';

/** An account as an administrator sees it; `latestSession` only with `include=latestSession`. */
export const account = z.object({ ...userFields, latestSession: z.nullish(listeningSession) });
export type Account = z.output<typeof account>;

export const accountList = z.object({ users: tolerantList(account) });
export const accountCreated = z.object({ user: account });
/** `accessToken` is new when somebody renamed the own account. */
export const accountChanged = z.object({
  success: z.boolean(),
  user: z.extend(account, { accessToken: z.nullish(z.string()) }),
});
export const accountDeleted = z.object({ success: z.boolean() });

/** Progress with what names the book or episode. */
export const namedProgress = z.extend(mediaProgress, {
  displayTitle: z.nullish(z.string()),
  displaySubtitle: z.nullish(z.string()),
  coverPath: z.nullish(z.string()),
  mediaUpdatedAt: z.nullish(z.string()),
});
export type NamedProgress = z.output<typeof namedProgress>;

/** `GET /api/users/:id`. */
export const accountDetail = z.object({ ...userFields, mediaProgress: tolerantList(namedProgress) });
export type AccountDetail = z.output<typeof accountDetail>;

/** Somebody connected to the server, and what they listen to. `lastSeen` in ms. */
export const onlineUser = z.object({
  id: z.string(),
  username: z.string(),
  type: userType,
  session: z.nullish(listeningSession),
  lastSeen: z.nullish(z.number()),
});
export type OnlineUser = z.output<typeof onlineUser>;

/** `GET /api/users/online`. */
export const usersOnline = z.object({
  usersOnline: tolerantList(onlineUser),
  openSessions: tolerantList(listeningSession),
});
export type UsersOnline = z.output<typeof usersOnline>;
