import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { bookmark } from './bookmark.ts';
import { absentIsFalse } from './common.ts';
import { mediaProgress } from './media-progress.ts';

/** Root has all rights; an admin all but those over root; a guest cannot change an own password. */
export const userType = z.enum(['root', 'admin', 'user', 'guest']);
export type UserType = z.output<typeof userType>;

/** What an account may do. Rights that older servers do not know are not given. */
export const userPermissions = z.object({
  download: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  upload: z.boolean(),
  createEreader: absentIsFalse,
  accessAllLibraries: z.boolean(),
  accessAllTags: z.boolean(),
  accessExplicitContent: z.boolean(),
  /** Turns `itemTagsSelected` from a list of what may be seen into one of what may not. */
  selectedTagsNotAccessible: absentIsFalse,
});
export type UserPermissions = z.output<typeof userPermissions>;

/** The fields that every answer about an account has. The permanent token (`token`) is never taken over. */
export const userFields = {
  id: z.string(),
  username: z.string(),
  email: z.nullish(z.string()),
  type: userType,
  isActive: z.boolean(),
  isLocked: z.boolean(),
  /** Milliseconds since 1970; null for an account that never signed in. */
  lastSeen: z.nullable(z.number()),
  createdAt: z.number(),
  permissions: userPermissions,
  /** Ids; read only when `accessAllLibraries` is off. */
  librariesAccessible: z.array(z.string()),
  /** Tag names; read only when `accessAllTags` is off. */
  itemTagsSelected: z.array(z.string()),
  hasOpenIDLink: absentIsFalse,
};

/** The signed-in account with its progress and bookmarks. */
export const user = z.object({
  ...userFields,
  mediaProgress: tolerantList(mediaProgress),
  bookmarks: tolerantList(bookmark),
  seriesHideFromContinueListening: z.array(z.string()),
});
export type User = z.output<typeof user>;
