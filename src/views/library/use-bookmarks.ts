import { useSelector } from '@xstate/react';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import { bookmarksOf } from '../../machines/player/bookmarks.logic.ts';
import { selectChanges } from '../../machines/player/bookmarks.selectors.ts';
import { selectBookmarksRef } from '../../machines/player/player.selectors.ts';
import { selectBookmarks } from '../../machines/progress/progress.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/** The bookmarks of a book in order of time, with what this tab changes. */
export function useBookmarks(libraryItemId: string): readonly Bookmark[] {
  const all = useSelector(useActorRefOf('progress'), selectBookmarks);
  const changes = useSelector(useSelector(useActorRefOf('player'), selectBookmarksRef), selectChanges);
  return bookmarksOf(all, changes, libraryItemId);
}
