import type { PlayableMedia } from '../../items/items.types.ts';

/** Seconds of one segment. */
export const SEGMENT_LENGTH = 6;

/** A segment as a file that is written, or as bytes put together. */
export type HlsSegment =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly mimeType: string };

/** An open stream of a play session. */
export interface HlsStream {
  /** `/hls/:sessionId/output.m3u8`. */
  readonly contentUrl: string;
  /** The whole item at once, segments that are not there yet included. */
  readonly playlist: string;
  /** Undefined while the segment is not there; the player asks again. */
  segment(index: number): Promise<HlsSegment | undefined>;
  close(): void;
}

export interface StreamRequest {
  /** Id of the play session. */
  readonly id: string;
  readonly userId: string;
  readonly media: PlayableMedia;
  /** Where playing begins (s). */
  readonly startTime: number;
}

/** Playing what a browser cannot decode, or was asked not to play directly. */
export interface HlsService {
  /** Opens a stream, or gives undefined for media that cannot be converted here. */
  open(request: StreamRequest): HlsStream | undefined;
}

/** What a way of making segments tells while it works. */
export interface StreamReport {
  opened(): void;
  /** Numbers of the segments that are there. */
  progress(segments: readonly number[]): void;
  reset(startTime: number): void;
  failed(error: string): void;
}
