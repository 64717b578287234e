import type { User } from '../../../schemas/api/user.ts';

export function isSameUser(one: User, other: User): boolean {
  return digest(one) === digest(other);
}

/** Progress as id and last update only: the list may be long. */
function digest(user: User): string {
  const { id, username, type, isActive, permissions, librariesAccessible, itemTagsSelected } = user;
  return JSON.stringify([
    id,
    username,
    type,
    isActive,
    permissions,
    librariesAccessible,
    itemTagsSelected,
    user.seriesHideFromContinueListening,
    user.bookmarks.items,
    user.mediaProgress.items.map((entry) => [entry.id, entry.lastUpdate, entry.hideFromContinueListening]),
  ]);
}
