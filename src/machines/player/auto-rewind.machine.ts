import { assign, enqueueActions, sendParent, setup, type ActorRefFrom } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { rewindAfter, rewoundTime } from './auto-rewind.logic.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

/** How far playing may go back: by so many seconds, and to this second of the item. */
export interface RewindLimits {
  readonly most: number;
  readonly floor: number;
}

export type AutoRewindEvent =
  | { type: 'sound.started' }
  | { type: 'sound.stopped' }
  /** Somebody chose a place: that is where playing goes on. */
  | { type: 'position.jumped' }
  | { type: 'play.pressed'; limits: RewindLimits }
  /** Another item is requested, or none; or this one is over. */
  | { type: 'media.changed' }
  | { type: 'media.ended' }
  /** It goes on where somebody left it so many seconds ago. */
  | { type: 'media.resumed'; pause: number; limits: RewindLimits }
  /** The place to go back to. */
  | { type: 'rewind.found'; time: number };

export type AutoRewindParentEvent = { type: 'player.seek'; time: number; reason: 'autoRewind' };

interface AutoRewindContext {
  readonly playhead: PlayheadRef;
  /** When the sound stopped, in ms. */
  readonly pausedAt: number;
}

/**
 * Goes back a little when playing goes on after a pause, so that one finds into the text again.
 *
 * Invariants:
 * 1. Once in a pause, and only from where the sound stopped: not after somebody chose another place.
 * 2. Never forward.
 */
export const autoRewindMachine = setup({
  types: {
    input: {} as { playhead: PlayheadRef },
    context: {} as AutoRewindContext,
    events: {} as AutoRewindEvent,
  },
  actions: {
    noteTime: assign(({ system }) => ({ pausedAt: getPorts(system).clock.now() })),
    /** `pause` in seconds; since the sound stopped when absent. */
    goBack: enqueueActions(
      ({ context, enqueue, system }, { pause, limits }: { pause?: number; limits: RewindLimits }) => {
        const { time } = readPlayhead(context.playhead);
        const seconds = pause ?? (getPorts(system).clock.now() - context.pausedAt) / 1000;
        const back = rewoundTime(time, rewindAfter(seconds, limits.most), limits.floor);
        if (back < time) enqueue.raise({ type: 'rewind.found', time: back });
      },
    ),
    seek: sendParent((_, { time }: { time: number }): AutoRewindParentEvent => ({
      type: 'player.seek',
      time,
      reason: 'autoRewind',
    })),
  },
}).createMachine({
  id: 'autoRewind',
  context: ({ input }) => ({ playhead: input.playhead, pausedAt: 0 }),
  initial: 'idle',
  on: {
    'media.changed': '.idle',
    'media.ended': '.idle',
    'media.resumed': { target: '.idle', actions: { type: 'goBack', params: ({ event }) => event } },
    'rewind.found': { actions: { type: 'seek', params: ({ event }) => event } },
  },
  states: {
    /** Nothing was heard since a place was chosen. */
    idle: { on: { 'sound.started': 'sounding' } },
    sounding: { on: { 'sound.stopped': 'paused' } },
    paused: {
      entry: 'noteTime',
      on: {
        'sound.started': 'sounding',
        'position.jumped': 'idle',
        'play.pressed': { target: 'idle', actions: { type: 'goBack', params: ({ event }) => event } },
      },
    },
  },
});

export type AutoRewindRef = ActorRefFrom<typeof autoRewindMachine>;
