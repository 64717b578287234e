import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { PlayerCommand, PlayPreview } from '../player/player.protocol.ts';

/** Whether there is a position that a careless press would lose. */
export function isUnderWay(progress: MediaProgress | null): boolean {
  return progress !== null && !progress.isFinished && (progress.currentTime > 0 || (progress.ebookProgress ?? 0) > 0);
}

/** What the player is told; without `startTime` (seconds) it goes on where the account is. */
export function playCommand(item: LibraryItemExpanded, episodeId: string | null, startTime?: number): PlayerCommand {
  return {
    type: 'player.play', libraryItemId: item.id, episodeId, preview: playPreview(item, episodeId),
    ...(startTime === undefined ? {} : { startTime }),
  };
}

/** What the player bar shows until the server has answered. */
export function playPreview(item: LibraryItemExpanded, episodeId: string | null): PlayPreview {
  const coverUpdatedAt = item.media.coverPath === null ? null : item.updatedAt;
  if (item.mediaType === 'book') {
    const { title, authorName } = item.media.metadata;
    return { title, author: authorName, coverUpdatedAt, duration: item.media.duration };
  }
  const episode = item.media.episodes.items.find(({ id }) => id === episodeId);
  return { title: episode?.title ?? '', author: item.media.metadata.title, coverUpdatedAt, duration: episode?.duration ?? 0 };
}
