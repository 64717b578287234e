import { fromPromise } from 'xstate';
import type { PlaybackSession } from '../../../schemas/api/playback-session.ts';
import type { PublicShare } from '../../../schemas/api/share.ts';
import { getPublicShare } from '../../../services/endpoints/shares.ts';
import { createUrls } from '../../../services/urls.ts';
import { getPorts } from '../../kit/ports.ts';
import type { OpenSession, SessionRequest } from '../player/open-session.actor.ts';
import { playbackSessionMachine } from '../player/playback-session.machine.ts';
import { playerMachine } from '../player/player.machine.ts';
import { readPlayhead } from '../player/playhead.actor.ts';
import { sheetMachine } from '../player/sheet.machine.ts';
import { shareRecorder } from './share-recorder.actor.ts';

/** The media id is the slug; a cookie restores the session. Rejects with `AppException`, `notFound` if expired. */
const openShare = fromPromise<OpenSession, SessionRequest>(async ({ input, system, signal }) => {
  const { api, baseUrl } = getPorts(system);
  const share = await api.call(getPublicShare, { slug: input.media.libraryItemId }, signal);
  return openedShare(share, new URL(baseUrl).pathname);
});

function openedShare({ slug, isDownloadable, playbackSession }: PublicShare, basePath: string): OpenSession {
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

/** Heard seconds between saves. */
const SAVE_S = 30;
/** Saves the position every 30 s heard, and on pause, seek and page end. */
const shareSession = playbackSessionMachine.provide({
  actors: { openSession: openShare, recorder: shareRecorder },
  guards: {
    isDue: ({ context }) => {
      const { listened, recorded } = readPlayhead(context.playhead);
      return listened - recorded >= SAVE_S;
    },
    // Opening it again shows whether the link still works.
    isReplaced: () => true,
  },
  actions: { recordProgress: () => undefined },
});

/** The player of a share: its session comes from the share's cookie. Can't be closed; stores nothing. */
export const sharePlayer = playerMachine.provide({
  actors: {
    playbackSession: shareSession,
    sheet: sheetMachine.provide({ actions: { pressClose: () => undefined } }),
  },
  actions: { keepOpen: () => undefined, forgetOpen: () => undefined },
});
