import { useSelector } from '@xstate/react';
import { progressOf } from '../../machines/progress/progress.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';

/** How far the user is in a book or an episode; null when nothing is known. Draws again only when that changes. */
export function useProgress(libraryItemId: string, episodeId: string | null = null) {
  return useSelector(useActorRefOf('progress'), progressOf(libraryItemId, episodeId));
}
