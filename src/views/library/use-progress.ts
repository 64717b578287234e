import { useSelector } from '@xstate/react';
import { useActorRefOf } from '../app/actors-context.tsx';

/** How far the user is in a book or an episode; null when nothing is known. Draws again only when that changes. */
export function useProgress(libraryItemId: string, episodeId: string | null = null) {
  return useSelector(useActorRefOf('session'), ({ context }) =>
    context.account?.user.mediaProgress.items.find((entry) => entry.libraryItemId === libraryItemId && entry.episodeId === episodeId) ?? null);
}
