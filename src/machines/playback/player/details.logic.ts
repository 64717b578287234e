import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { PlayerContext } from './player.context.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';

/** `duration` in seconds, 0 when unknown. */
export interface MediaDetails {
  readonly media: MediaRef;
  readonly chapters: readonly Chapter[];
  readonly duration: number;
}

const NO_CHAPTERS: readonly Chapter[] = [];

/** Null when the podcast no longer has the episode. */
export function detailsIn(item: LibraryItemExpanded, media: MediaRef): MediaDetails | null {
  if (item.mediaType === 'book') return { media, chapters: item.media.chapters.items, duration: item.media.duration };
  const episode = item.media.episodes.items.find(({ id }) => id === media.episodeId);
  return episode ? { media, chapters: episode.chapters, duration: episode.duration ?? 0 } : null;
}

export function detailsOf({ details, request }: Pick<PlayerContext, 'details' | 'request'>): MediaDetails | null {
  return details && request && isSameMedia(details.media, request.media) ? details : null;
}

/** From the playback session, else from the item. */
export function chaptersOf(context: PlayerContext): readonly Chapter[] {
  return context.opened?.session.chapters.items ?? detailsOf(context)?.chapters ?? NO_CHAPTERS;
}

/** Seconds; 0 when unknown. */
export function durationOf(context: PlayerContext): number {
  const { opened, next, request } = context;
  return opened?.session.duration ?? (detailsOf(context)?.duration || ((next ?? request)?.preview?.duration ?? 0));
}
