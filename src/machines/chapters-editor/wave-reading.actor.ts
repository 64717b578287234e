import { fromCallback } from 'xstate';
import { PER_SECOND, WaveException, type WaveFault, type WaveReader } from '../../services/sound/wave.ts';
import { toAppError, type AppError } from '../../schemas/app-error.ts';
import { getPorts } from '../app/ports.ts';
import { PIECE_S, type WavePiece } from './wave.logic.ts';

/** Seconds of the book. */
export interface WaveTrack {
  readonly ino: string;
  readonly size: number;
  readonly startOffset: number;
  readonly duration: number;
}

export type WaveCommand = { type: 'wave.read'; index: number };

/** `failed` can be retried. */
export type WaveProblem = { readonly kind: WaveFault } | { readonly kind: 'failed'; readonly error: AppError };

export type WaveTold =
  { type: 'wave.measured'; index: number; piece: WavePiece } | { type: 'wave.refused'; problem: WaveProblem };

export interface WaveReadingInput {
  readonly itemId: string;
  readonly tracks: readonly WaveTrack[];
}

/** Measures the sound of a book in pieces, across its files. */
export const waveReading = fromCallback<WaveCommand, WaveReadingInput>(({ input, receive, sendBack, system }) => {
  const { itemId, tracks } = input;
  const ended = new AbortController();
  const { signal } = ended;
  const opened = getPorts(system).files.openWave(itemId);
  const tell = (told: WaveTold) => {
    if (!signal.aborted) sendBack(told);
  };

  async function read(reader: WaveReader, index: number): Promise<WavePiece> {
    const begin = index * PIECE_S;
    const length = PIECE_S * PER_SECOND;
    const peaks = new Uint8Array(length);
    const quiet = new Uint8Array(length).fill(255);
    let isExact = true;
    for (const track of tracks) {
      const from = Math.max(begin, track.startOffset);
      const to = Math.min(begin + PIECE_S, track.startOffset + track.duration);
      if (to - from < 1 / PER_SECOND) continue;
      const part = await reader.read(track, from - track.startOffset, to - track.startOffset, signal);
      const at = Math.round((from - begin) * PER_SECOND);
      peaks.set(part.peaks.subarray(0, length - at), at);
      quiet.set(part.quiet.subarray(0, length - at), at);
      isExact &&= part.isExact;
    }
    return { peaks, quiet, isExact };
  }

  receive(({ index }) => {
    opened
      .then((reader) => read(reader, index))
      .then(
        (piece) => tell({ type: 'wave.measured', index, piece }),
        (cause: unknown) =>
          tell({
            type: 'wave.refused',
            problem:
              cause instanceof WaveException ? { kind: cause.fault } : { kind: 'failed', error: toAppError(cause) },
          }),
      );
  });

  return () => {
    ended.abort();
    opened.then(
      (reader) => reader.close(),
      () => undefined,
    );
  };
});
