import type { Artwork, NowPlaying, SystemPosition } from '../../../services/media-session.ts';
import { createUrls } from '../../../services/urls.ts';
import { chapterAt } from './chapters.logic.ts';
import type { OpenSession } from './open-session.actor.ts';
import type { PlayerContext } from './player.context.ts';
import { readPlayhead } from './playhead.actor.ts';

const ARTWORK_PX = [192, 512] as const;

export type Shown = Pick<PlayerContext, 'opened' | 'request'>;

/** For the system's media controls. Adds the chapter at `time` (seconds) to a book, the podcast to an episode. */
export function nowPlayingOf({ opened, request }: Shown, time: number | null, baseUrl: string): NowPlaying {
  const session = opened?.session;
  const title = session?.displayTitle ?? request?.preview?.title ?? '';
  const isEpisode = session?.episodeId != null;
  return {
    title,
    author: session?.displayAuthor ?? request?.preview?.author ?? '',
    album: isEpisode
      ? (session?.mediaMetadata.title ?? '')
      : (time !== null && chapterAt(session?.chapters.items ?? [], time)?.title) || title,
    artwork: artworkOf(opened, baseUrl),
  };
}

function artworkOf(opened: OpenSession | null, baseUrl: string): readonly Artwork[] {
  if (!opened) return [];
  const { session, share } = opened;
  if (share) return share.cover === null ? [] : [{ url: share.cover, size: ARTWORK_PX[1], type: 'image/jpeg' }];
  if (session.coverPath === null) return [];
  const urls = createUrls(new URL(baseUrl).pathname);
  return ARTWORK_PX.map((size) => ({
    url: urls.cover(session.libraryItemId, {
      width: size,
      height: size,
      format: 'jpeg',
      updatedAt: session.libraryItem.updatedAt,
    }),
    size,
    type: 'image/jpeg',
  }));
}

export function systemPositionOf({ opened, playhead, preferences }: PlayerContext): SystemPosition {
  return {
    duration: opened?.session.duration ?? 0,
    position: readPlayhead(playhead).time,
    rate: preferences.playbackRate,
  };
}
