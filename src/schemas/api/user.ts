import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';
import { bookmark, mediaProgress } from './progress.ts';
import { absentIsFalse } from './common.ts';

/** Root has all rights; an admin all but those over root; a guest can't change the own password. */
export const userType = z.enum(['root', 'admin', 'user', 'guest']);
export type UserType = z.output<typeof userType>;

/** Older servers lack some rights: they are off. */
export const userPermissions = z.object({
  download: z.boolean(),
  update: z.boolean(),
  delete: z.boolean(),
  upload: z.boolean(),
  createEreader: absentIsFalse,
  accessAllLibraries: z.boolean(),
  accessAllTags: z.boolean(),
  accessExplicitContent: z.boolean(),
  /** Turns `itemTagsSelected` from allowed into forbidden tags. */
  selectedTagsNotAccessible: absentIsFalse,
});
export type UserPermissions = z.output<typeof userPermissions>;

/** The permanent token (`token`) is never read. */
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
  librariesAccessible: z.array(z.string()),
  itemTagsSelected: z.array(z.string()),
  hasOpenIDLink: absentIsFalse,
};

export const user = z.object({
  ...userFields,
  mediaProgress: tolerantList(mediaProgress),
  bookmarks: tolerantList(bookmark),
  seriesHideFromContinueListening: z.array(z.string()),
});
export type User = z.output<typeof user>;
