import { assign, sendTo, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { PER_SECOND, WaveException, type WaveFault, type WaveReader } from '../../../services/sound/wave.ts';
import { getPorts } from '../../kit/ports.ts';
import {
  missingPieces,
  viewAround,
  withPiece,
  zoomed,
  type WavePiece,
  type WavePieces,
  type WaveView,
  PIECE_S,
} from './wave.logic.ts';

/** Seconds of the book. */
interface WaveTrack {
  readonly ino: string;
  readonly size: number;
  readonly startOffset: number;
  readonly duration: number;
}

type WaveCommand = { type: 'wave.read'; index: number };

/** `failed` can be retried. */
type WaveProblem = { readonly kind: WaveFault } | { readonly kind: 'failed'; readonly error: AppError };

type WaveReport =
  { type: 'wave.measured'; index: number; piece: WavePiece } | { type: 'wave.refused'; problem: WaveProblem };

interface WaveReadingInput {
  readonly itemId: string;
  readonly tracks: readonly WaveTrack[];
}

/** Measures the sound of a book in pieces, across its files. */
const waveReading = fromCallback<WaveCommand, WaveReadingInput>(({ input, receive, sendBack, system }) => {
  const { itemId, tracks } = input;
  const ended = new AbortController();
  const { signal } = ended;
  const opened = getPorts(system).files.openWave(itemId);
  const notify = (report: WaveReport) => {
    if (!signal.aborted) sendBack(report);
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
        (piece) => notify({ type: 'wave.measured', index, piece }),
        (cause: unknown) =>
          notify({
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

export interface WaveInput extends WaveReadingInput {
  readonly duration: number;
}

export type WaveEvent =
  /** Opens or moves, centred on this second. */
  | { type: 'wave.show'; time: number }
  | { type: 'wave.toggle'; time: number }
  | { type: 'wave.hide' }
  /** Closer (1) or farther (-1). */
  | { type: 'wave.zoom'; by: 1 | -1 }
  /** By this share of the view, negative for earlier. */
  | { type: 'wave.move'; by: number }
  | { type: 'wave.setSilence'; seconds: number }
  | { type: 'wave.setSnapping'; isOn: boolean }
  | { type: 'wave.retry' }
  | WaveReport;

interface WaveContext extends WaveInput {
  readonly width: number;
  readonly view: WaveView;
  readonly pieces: WavePieces;
  readonly leastSilence: number;
  readonly snaps: boolean;
  readonly problem: WaveProblem | null;
}

const FIRST_WIDTH = 30;

/** Wave form of a stretch of a book. Loads missing pieces in view one at a time, the middle first. */
export const waveMachine = setup({
  types: {
    input: {} as WaveInput,
    context: {} as WaveContext,
    events: {} as WaveEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { waveReading: 'waveReading' },
  },
  actors: { waveReading },
  guards: {
    isIncomplete: ({ context: { view, pieces } }) => missingPieces(view, pieces).length > 0,
  },
  actions: {
    look: assign(({ context }, { time }: { time: number }) => ({
      view: viewAround(time, context.width, context.duration),
    })),
    zoom: assign(({ context: { width, view, duration } }, { by }: { by: 1 | -1 }) => {
      const next = zoomed(width, by);
      return { width: next, view: viewAround((view.begin + view.end) / 2, next, duration) };
    }),
    move: assign(({ context: { width, view, duration } }, { by }: { by: number }) => ({
      view: viewAround((view.begin + view.end) / 2 + by * width, width, duration),
    })),
    keep: assign(({ context }, { index, piece }: { index: number; piece: WavePiece }) => ({
      pieces: withPiece(context.pieces, index, piece, context.view),
    })),
    read: sendTo('waveReading', ({ context: { view, pieces } }): WaveCommand => ({
      type: 'wave.read',
      index: missingPieces(view, pieces)[0] ?? 0,
    })),
  },
}).createMachine({
  id: 'wave',
  context: ({ input }) => ({
    ...input,
    width: FIRST_WIDTH,
    view: viewAround(0, FIRST_WIDTH, input.duration),
    pieces: new Map(),
    leastSilence: 1,
    snaps: true,
    problem: null,
  }),
  initial: 'hidden',
  on: {
    'wave.setSilence': { actions: assign(({ event: { seconds } }) => ({ leastSilence: seconds })) },
    'wave.setSnapping': { actions: assign(({ event: { isOn } }) => ({ snaps: isOn })) },
  },
  states: {
    hidden: {
      on: {
        'wave.show': { target: 'shown', actions: by('look') },
        'wave.toggle': { target: 'shown', actions: by('look') },
      },
    },
    shown: {
      invoke: { src: 'waveReading', id: 'waveReading', input: ({ context }) => context },
      initial: 'looking',
      on: {
        'wave.hide': 'hidden',
        'wave.toggle': 'hidden',
        'wave.show': { target: '.looking', actions: by('look') },
        'wave.zoom': { target: '.looking', actions: by('zoom') },
        'wave.move': { target: '.looking', actions: by('move') },
      },
      states: {
        looking: {
          entry: assign({ problem: null }),
          always: [{ guard: 'isIncomplete', target: 'reading' }, { target: 'resting' }],
        },
        reading: {
          tags: 'busy',
          entry: 'read',
          on: {
            'wave.show': { actions: by('look') },
            'wave.zoom': { actions: by('zoom') },
            'wave.move': { actions: by('move') },
            'wave.measured': { target: 'looking', actions: by('keep') },
            'wave.refused': { target: 'failed', actions: assign(({ event: { problem } }) => ({ problem })) },
          },
        },
        resting: {},
        failed: { tags: 'failed', on: { 'wave.retry': 'looking' } },
      },
    },
  },
});

export type WaveRef = ActorRefFrom<typeof waveMachine>;
