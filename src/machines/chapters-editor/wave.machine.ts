import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import {
  missingPieces,
  viewAround,
  withPiece,
  zoomed,
  type WavePiece,
  type WavePieces,
  type WaveView,
} from './wave.logic.ts';
import {
  waveReading,
  type WaveCommand,
  type WaveProblem,
  type WaveReadingInput,
  type WaveTold,
} from './wave-reading.actor.ts';

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
  | WaveTold;

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
    setSilence: assign((_, { seconds }: { seconds: number }) => ({ leastSilence: seconds })),
    setSnapping: assign((_, { isOn }: { isOn: boolean }) => ({ snaps: isOn })),
    forgetProblem: assign({ problem: null }),
    rememberProblem: assign((_, { problem }: { problem: WaveProblem }) => ({ problem })),
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
    'wave.setSilence': { actions: { type: 'setSilence', params: ({ event }) => event } },
    'wave.setSnapping': { actions: { type: 'setSnapping', params: ({ event }) => event } },
  },
  states: {
    hidden: {
      on: {
        'wave.show': { target: 'shown', actions: { type: 'look', params: ({ event }) => event } },
        'wave.toggle': { target: 'shown', actions: { type: 'look', params: ({ event }) => event } },
      },
    },
    shown: {
      invoke: { src: 'waveReading', id: 'waveReading', input: ({ context }) => context },
      initial: 'looking',
      on: {
        'wave.hide': 'hidden',
        'wave.toggle': 'hidden',
        'wave.show': { target: '.looking', actions: { type: 'look', params: ({ event }) => event } },
        'wave.zoom': { target: '.looking', actions: { type: 'zoom', params: ({ event }) => event } },
        'wave.move': { target: '.looking', actions: { type: 'move', params: ({ event }) => event } },
      },
      states: {
        looking: {
          entry: 'forgetProblem',
          always: [{ guard: 'isIncomplete', target: 'reading' }, { target: 'resting' }],
        },
        reading: {
          tags: 'busy',
          entry: 'read',
          on: {
            'wave.show': { actions: { type: 'look', params: ({ event }) => event } },
            'wave.zoom': { actions: { type: 'zoom', params: ({ event }) => event } },
            'wave.move': { actions: { type: 'move', params: ({ event }) => event } },
            'wave.measured': { target: 'looking', actions: { type: 'keep', params: ({ event }) => event } },
            'wave.refused': { target: 'failed', actions: { type: 'rememberProblem', params: ({ event }) => event } },
          },
        },
        resting: {},
        failed: { tags: 'failed', on: { 'wave.retry': 'looking' } },
      },
    },
  },
});

export type WaveRef = ActorRefFrom<typeof waveMachine>;
