import type { PlayableMedia } from '../../items/items.types.ts';

/** Seconds of one segment. */
export const SEGMENT_LENGTH = 6;

/** A segment as a file on disk, or as bytes. */
export type HlsSegment =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly mimeType: string };

export interface HlsStream {
  /** `/hls/:sessionId/output.m3u8`. */
  readonly contentUrl: string;
  /** The whole item at once, pending segments included. */
  readonly playlist: string;
  /** Undefined while the segment is pending; the player requests it again. */
  segment(index: number): Promise<HlsSegment | undefined>;
  close(): void;
}

export interface StreamRequest {
  /** Id of the playback session. */
  readonly id: string;
  readonly userId: string;
  readonly media: PlayableMedia;
  /** Start position (s). */
  readonly startTime: number;
}

/** Streams media that the browser cannot decode, or that the client requested as a transcode. */
export interface HlsService {
  /** Opens a stream; undefined for media that cannot be converted here. */
  open(request: StreamRequest): HlsStream | undefined;
}

/** Reports of a running stream. */
export interface StreamReport {
  opened(): void;
  /** Numbers of the finished segments. */
  progress(segments: readonly number[]): void;
  reset(startTime: number): void;
  failed(error: string): void;
}
