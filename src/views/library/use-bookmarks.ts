import { useSelector } from '@xstate/react';
import type { Bookmark } from '../../schemas/api/progress.ts';
import { selectChanges } from '../../machines/pending-changes/pending-changes.selectors.ts';
import { bookmarksOf } from '../../machines/player/bookmarks.logic.ts';
import { selectBookmarks } from '../../machines/progress/progress.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

export function useBookmarks(libraryItemId: string): readonly Bookmark[] {
  const all = useSelector(useActorRefOf('progress'), selectBookmarks);
  const changes = useSelector(useActorRefOf('pendingChanges'), selectChanges);
  return bookmarksOf(all, changes, libraryItemId);
}
