import type { NowPlaying, SystemPosition } from '../../services/media-session.ts';
import { createUrls } from '../../services/urls.ts';
import type { PlayerContext } from './player.setup.ts';
import { readPlayhead } from './playhead.actor.ts';

/** Pixels of the picture on a lock screen. */
const ARTWORK_PX = 512;

/** What the operating system is told about the open item. */
export function nowPlayingOf({ opened, request }: PlayerContext, baseUrl: string): NowPlaying {
  const session = opened?.session;
  const title = session?.displayTitle ?? request?.preview?.title ?? '';
  const isEpisode = session?.episodeId != null;
  return {
    title,
    author: session?.displayAuthor ?? request?.preview?.author ?? '',
    album: isEpisode ? (session?.mediaMetadata.title ?? '') : title,
    artwork: session?.coverPath
      ? createUrls(new URL(baseUrl).pathname).cover(session.libraryItemId, {
          width: ARTWORK_PX, height: ARTWORK_PX, format: 'jpeg', updatedAt: session.libraryItem.updatedAt,
        })
      : null,
  };
}

/** Where the open item is, for the operating system's time line. */
export function systemPositionOf({ opened, playhead, preferences }: PlayerContext): SystemPosition {
  return { duration: opened?.session.duration ?? 0, position: readPlayhead(playhead).time, rate: preferences.playbackRate };
}
