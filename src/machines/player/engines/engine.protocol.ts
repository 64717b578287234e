import type { TrackSpan } from '../player.logic.ts';

/** A file that an engine can load. Times in seconds of the whole item. */
export interface EngineTrack extends TrackSpan {
  readonly url: string;
  readonly mimeType: string;
}

/** What the player tells an engine. `time` is in seconds of the whole item, whatever the number of files. */
export type EngineCommand =
  | { type: 'engine.load'; tracks: readonly EngineTrack[]; time: number; playing: boolean }
  /** The files are at other addresses now. What sounds goes on; the next load uses the new ones. */
  | { type: 'engine.replaceTrackUrls'; tracks: readonly EngineTrack[] }
  /** The server transcodes anew: a stream that has nothing to go on with is loaded again at its place. */
  | { type: 'engine.restartStream' }
  | { type: 'engine.play' }
  | { type: 'engine.pause' }
  | { type: 'engine.seek'; time: number }
  | { type: 'engine.setRate'; rate: number }
  | { type: 'engine.setVolume'; volume: number }
  /** Share of the volume that sounds, 0 to 1. Whole again with each load and play. */
  | { type: 'engine.setGain'; gain: number };

/**
 * Why sound could not go on: the line to the server, the content of the file, or a file that is missing or of no known
 * format; or that a receiver does not play it.
 */
export type EngineFailure = 'network' | 'decode' | 'unsupported' | 'receiver';

/** What an engine reports, read back from what plays; never what was requested. */
export type EngineReport =
  | { type: 'engine.loaded' }
  | { type: 'engine.started' }
  /** `blocked`: the browser refused to start sound without a press of the user. */
  | { type: 'engine.paused'; reason: 'asked' | 'blocked' }
  | { type: 'engine.stalled' }
  | { type: 'engine.seeked'; time: number }
  /** The last file is over. */
  | { type: 'engine.ended' }
  | { type: 'engine.failed'; failure: EngineFailure; time: number };

/** The ticks of an engine. They go to the playhead, never to the player (architecture P25). */
export type EngineTick =
  | {
      type: 'engine.ticked';
      time: number;
      /** How far the sound is loaded. */
      bufferedEnd: number;
      rate: number;
      /** Milliseconds of a clock that does not jump. */
      at: number;
    }
  /** The position is another one, without anything heard in between. `at` as of a tick. */
  | { type: 'engine.moved'; time: number; at: number };
