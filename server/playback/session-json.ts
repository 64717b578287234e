import { storedSessionJson } from '../me/listening.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import type { HlsStream } from './hls/hls.types.ts';
import type { OpenSession } from './playback.ts';

/** An open session as others see it: with its chapters, without tracks and item. */
export function openSessionJson({ session, media }: OpenSession) {
  return { ...storedSessionJson(session), chapters: media.chapters };
}

/** The answer to play: tracks and the expanded item come with the session. A transcode has one track, the playlist. */
export function playSessionJson(entry: OpenSession, libraryItem: unknown) {
  const { session, stream, tracks } = entry;
  return {
    ...openSessionJson(entry),
    audioTracks: stream ? [playlistTrack(session, stream)] : tracks.map((track) => track.json),
    libraryItem,
  };
}

function playlistTrack(session: PlaybackSession, stream: HlsStream) {
  return {
    index: 1,
    startOffset: 0,
    duration: session.duration,
    title: session.displayTitle,
    contentUrl: stream.contentUrl,
    mimeType: 'application/vnd.apple.mpegurl',
    codec: null,
    metadata: null,
  };
}
