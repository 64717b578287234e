import type { PlayableMedia } from '../library/items.types.ts';

/** An open transcode of a play session. */
export interface HlsStream {
  /** `/hls/:sessionId/output.m3u8`. */
  readonly contentUrl: string;
  close(): void;
}

/** Playing what a browser cannot decode. Without one every session is direct play. */
export interface HlsService {
  /** Opens a stream for a session, or gives undefined for media that it cannot convert. */
  open(sessionId: string, userId: string, media: PlayableMedia, startTime: number): HlsStream | undefined;
}
