import { fromPromise } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import type { PublicShare } from '../../schemas/api/public-share.ts';
import { getPublicShare } from '../../services/endpoints/shares.ts';
import { createUrls } from '../../services/urls.ts';
import { getPorts } from '../app/ports.ts';
import type { OpenSession, SessionRequest } from '../player/open-session.actor.ts';

/** The media id is the slug; a cookie restores the session. Rejects with `AppException`, `notFound` if expired. */
export const openShare = fromPromise<OpenSession, SessionRequest>(async ({ input, system, signal }) => {
  const { api, baseUrl } = getPorts(system);
  const share = await api.call(getPublicShare, { slug: input.media.libraryItemId }, signal);
  return openedShare(share, new URL(baseUrl).pathname);
});

export function openedShare({ slug, isDownloadable, playbackSession }: PublicShare, basePath: string): OpenSession {
  const urls = createUrls(basePath);
  const { audioTracks, coverPath } = playbackSession;
  return {
    session: sessionOf(playbackSession),
    tracks: audioTracks.map(({ contentUrl, mimeType, startOffset, duration }) => ({
      url: urls.fromServer(contentUrl),
      mimeType,
      startOffset,
      duration,
    })),
    share: {
      cover: coverPath === null ? null : urls.shareCover(slug),
      download: isDownloadable ? urls.shareDownload(slug) : null,
    },
  };
}

/** A visitor has no account and no libraries. */
function sessionOf(session: PublicShare['playbackSession']): PlaybackSession {
  return {
    ...session,
    userId: '',
    libraryId: '',
    libraryItemId: session.libraryItemId ?? '',
    episodeId: null,
    mediaType: 'book',
    mediaMetadata: { title: session.displayTitle },
    playMethod: 0,
    date: '',
    dayOfWeek: '',
    timeListening: 0,
    libraryItem: { updatedAt: session.updatedAt },
  };
}
