import { fromPromise } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { playEpisode, playItem } from '../../services/endpoints/playback.ts';
import { createUrls } from '../../services/urls.ts';
import { getPorts } from '../app/ports.ts';
import { untilAnswered } from '../progress/ledger.readers.ts';
import { deviceIdOf } from './device.ts';
import type { EngineTrack } from './engines/engine.protocol.ts';
import type { MediaRef } from './player.protocol.ts';

/** A session of the server with the addresses of its files. */
export interface OpenSession {
  readonly session: PlaybackSession;
  readonly tracks: readonly EngineTrack[];
  /** Of a public link: the addresses of its cover and its files; null where there is none. */
  readonly share?: { readonly cover: string | null; readonly download: string | null };
}

/** What is to be played, and how. */
export interface SessionRequest {
  readonly media: MediaRef;
  /** What will make the sound, by the server's name for it. */
  readonly mediaPlayer: string;
  /** The server sends no file as it is. */
  readonly forceTranscode: boolean;
  /** It replaces a session, which the server closes then: calls about that one come first. */
  readonly isReopened?: boolean;
}

/** The server's name for a receiver (PLR-107). */
export const CAST = 'chromecast';
const DIRECT_PLAY = 0;
const STREAM_TYPE = 'application/vnd.apple.mpegurl';

/** Whether the server transcodes it into one stream. */
export function isStream(opened: OpenSession | null): boolean {
  return opened?.tracks[0]?.mimeType.toLowerCase() === STREAM_TYPE;
}

/** Opens a session for a book or an episode. Fails with an `AppException`. */
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

/** Direct play needs no token at the address of the session's track; a transcode says itself where it is. */
export function tracksOf(session: PlaybackSession, basePath: string): readonly EngineTrack[] {
  const urls = createUrls(basePath);
  return session.audioTracks.map(({ index, startOffset, duration, mimeType, contentUrl }) => ({
    url: session.playMethod === DIRECT_PLAY ? urls.sessionTrack(session.id, index) : urls.fromServer(contentUrl),
    mimeType,
    startOffset,
    duration,
  }));
}
