import { formatFilter } from '../../services/filter-value.ts';
import type { Route } from '../router/routes.ts';
import type { MediaProgress } from '../../schemas/api/progress.ts';
import type { ConfirmInput } from '../modals/confirm.machine.ts';
import { wholePodcast, type ShownItem } from '../library/shown-item.logic.ts';
import type { PlayPreview, PlayTarget } from '../player/player.protocol.ts';

/** A position that an accidental press would lose. */
export function isUnderWay(progress: MediaProgress | null): boolean {
  return progress !== null && !progress.isFinished && (progress.currentTime > 0 || (progress.ebookProgress ?? 0) > 0);
}

export function playQuestion(title: string, lost: number): ConfirmInput {
  return {
    message: { key: 'item.confirmPlay', values: { title, place: { seconds: lost } } },
    type: 'yesNo',
    confirmLabel: { key: 'common.play' },
    tone: 'primary',
  };
}

/** `episodeId` null: the book. */
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

export function filteredShelf(
  libraryId: string,
  group: 'genres' | 'tags' | 'narrators' | 'publishers' | 'languages',
  value: string,
): Route {
  return { name: 'bookshelf', libraryId, filter: formatFilter({ group, value }) };
}
