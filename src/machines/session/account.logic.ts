import type { User } from '../../schemas/api/user.ts';

/** Whether two answers about an account say the same of everything that a page shows or the player follows. */
export function isSameUser(one: User, other: User): boolean {
  return digest(one) === digest(other);
}

/** Progress by id and time of its last change: the list may be long. */
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
