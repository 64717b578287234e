import type { TrackSpan } from '../player.logic.ts';

/** Times in seconds of the whole item. */
export interface EngineTrack extends TrackSpan {
  readonly url: string;
  readonly mimeType: string;
}

/** `time` in seconds of the whole item. */
export type EngineCommand =
  | { type: 'engine.load'; tracks: readonly EngineTrack[]; time: number; playing: boolean }
  /** New addresses for the files; used from the next load on. */
  | { type: 'engine.replaceTrackUrls'; tracks: readonly EngineTrack[] }
  /** The server restarted the transcoding: a stream without data is reloaded. */
  | { type: 'engine.restartStream' }
  | { type: 'engine.play' }
  | { type: 'engine.pause' }
  | { type: 'engine.seek'; time: number }
  | { type: 'engine.setRate'; rate: number }
  | { type: 'engine.setVolume'; volume: number }
  /** 0..1 of the volume; reset to 1 by each load and play. */
  | { type: 'engine.setGain'; gain: number };

export type EngineFailure = 'network' | 'decode' | 'unsupported' | 'receiver';

/** Reports of what plays, not of what was requested. */
export type EngineReport =
  | { type: 'engine.loaded' }
  | { type: 'engine.started' }
  /** `blocked`: the browser requires a press first. */
  | { type: 'engine.paused'; reason: 'requested' | 'blocked' }
  | { type: 'engine.stalled' }
  | { type: 'engine.seeked'; time: number }
  | { type: 'engine.ended' }
  | { type: 'engine.failed'; failure: EngineFailure; time: number };

export type EngineTick =
  | {
      type: 'engine.ticked';
      time: number;
      bufferedEnd: number;
      rate: number;
      /** Ms of a monotonic clock. */
      at: number;
    }
  /** A seek; `at` as of a tick. */
  | { type: 'engine.moved'; time: number; at: number };
