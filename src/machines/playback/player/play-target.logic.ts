import { wholePodcast, type ShownItem } from '../../kit/shown-item.logic.ts';
import type { PlayPreview, PlayTarget } from './player.protocol.ts';

export function playTarget(item: ShownItem, episodeId: string | null): PlayTarget {
  return { libraryItemId: item.id, episodeId, preview: playPreview(item, episodeId) };
}

export function playPreview(item: ShownItem, episodeId: string | null): PlayPreview {
  const coverUpdatedAt = item.media.coverPath === null ? null : item.updatedAt;
  if (item.mediaType === 'book') {
    const { title, authorName } = item.media.metadata;
    return { title, author: authorName, coverUpdatedAt, duration: item.media.duration };
  }
  const episode = wholePodcast(item)?.media.episodes.items.find(({ id }) => id === episodeId);
  const { title, author } = item.media.metadata;
  return {
    title: episode?.title ?? '',
    author: author ?? '',
    podcast: title,
    coverUpdatedAt,
    duration: episode?.duration ?? 0,
  };
}
