import { fromPromise } from 'xstate';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { playEpisode, playItem } from '../../services/endpoints/playback.ts';
import { createUrls } from '../../services/urls.ts';
import { getPorts } from '../app/ports.ts';
import { deviceIdOf } from './device.ts';
import type { EngineTrack } from './engines/engine.protocol.ts';
import type { MediaRef } from './player.protocol.ts';

/** A session of the server with the addresses of its files. */
export interface OpenSession {
  readonly session: PlaybackSession;
  readonly tracks: readonly EngineTrack[];
}

const DIRECT_PLAY = 0;

/** Opens a session for a book or an episode. Fails with an `AppException`. */
export const openSession = fromPromise<OpenSession, MediaRef>(async ({ input, system, signal }) => {
  const ports = getPorts(system);
  const request = {
    itemId: input.libraryItemId,
    deviceInfo: { clientName: 'Earmark Web', deviceId: deviceIdOf(ports) },
    supportedMimeTypes: ports.media.playableTypes(),
    mediaPlayer: 'html5',
    forceTranscode: false,
    forceDirectPlay: false,
  };
  const session =
    input.episodeId === null
      ? await ports.api.call(playItem, request, signal)
      : await ports.api.call(playEpisode, { ...request, episodeId: input.episodeId }, signal);
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
