import { fromPromise } from 'xstate';
import type { PlaybackSession } from '../../../schemas/api/playback-session.ts';
import { playEpisode, playItem } from '../../../services/endpoints/playback.ts';
import { createUrls } from '../../../services/urls.ts';
import { getPorts } from '../../kit/ports.ts';
import { untilAnswered } from '../progress/ledger.readers.ts';
import { deviceIdOf } from './device.ts';
import type { EngineTrack } from './engines/engine.protocol.ts';
import type { MediaRef } from '../../kit/media.logic.ts';

export interface OpenSession {
  readonly session: PlaybackSession;
  readonly tracks: readonly EngineTrack[];
  readonly share?: { readonly cover: string | null; readonly download: string | null };
}

export interface SessionRequest {
  readonly media: MediaRef;
  /** By the server's name. */
  readonly mediaPlayer: string;
  readonly forceTranscode: boolean;
  /** Replaces a session, which the server closes: its calls come first. */
  readonly isReopened?: boolean;
}

/** The server's names for this page and for a receiver. */
export const HERE = 'html5';
export const CAST = 'chromecast';

const DIRECT_PLAY = 0;
const STREAM_TYPE = 'application/vnd.apple.mpegurl';

export function isStream(opened: OpenSession | null): boolean {
  return opened?.tracks[0]?.mimeType.toLowerCase() === STREAM_TYPE;
}

/** Opens a playback session. Fails with an `AppException`. */
export const openSession = fromPromise<OpenSession, SessionRequest>(async ({ input, system, signal }) => {
  const ports = getPorts(system);
  const { media, mediaPlayer, forceTranscode, isReopened } = input;
  if (isReopened) await untilAnswered(system, media);
  const request = {
    itemId: media.libraryItemId,
    deviceInfo: { clientName: 'Earmark Web', deviceId: deviceIdOf(ports) },
    supportedMimeTypes:
      (mediaPlayer === CAST ? ports.cast.sender() : null)?.playableTypes() ?? ports.media.playableTypes(),
    mediaPlayer,
    forceTranscode,
    forceDirectPlay: false,
  };
  const session =
    media.episodeId === null
      ? await ports.api.call(playItem, request, signal)
      : await ports.api.call(playEpisode, { ...request, episodeId: media.episodeId }, signal);
  return { session, tracks: tracksOf(session, new URL(ports.baseUrl).pathname) };
});

/** Direct play needs no token; a transcode names its own address. */
export function tracksOf(session: PlaybackSession, basePath: string): readonly EngineTrack[] {
  const urls = createUrls(basePath);
  return session.audioTracks.map(({ index, startOffset, duration, mimeType, contentUrl }) => ({
    url: session.playMethod === DIRECT_PLAY ? urls.sessionTrack(session.id, index) : urls.fromServer(contentUrl),
    mimeType,
    startOffset,
    duration,
  }));
}
