import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { rewindAfter, rewoundTime } from './player.logic.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

export interface RewindLimits {
  readonly most: number;
  readonly floor: number;
}

export type AutoRewindEvent =
  | { type: 'sound.started' }
  | { type: 'sound.stopped' }
  | { type: 'position.jumped' }
  | { type: 'play.pressed'; limits: RewindLimits }
  | { type: 'media.changed' }
  | { type: 'media.ended' }
  | { type: 'media.resumed'; pause: number; limits: RewindLimits }
  | { type: 'rewind.found'; time: number };

export type AutoRewindParentEvent = { type: 'player.seek'; time: number; reason: 'autoRewind' };

interface AutoRewindContext {
  readonly playhead: PlayheadRef;
  readonly pausedAt: number;
}

/** Rewinds a little when playing continues after a pause, once per pause and not after a seek. */
export const autoRewindMachine = setup({
  types: {
    input: {} as { playhead: PlayheadRef },
    context: {} as AutoRewindContext,
    events: {} as AutoRewindEvent,
  },
  actions: {
    noteTime: assign(({ system }) => ({ pausedAt: getPorts(system).clock.now() })),
    /** `pause` in seconds; default: since the sound stopped. */
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
    'media.resumed': { target: '.idle', actions: by('goBack') },
    'rewind.found': { actions: by('seek') },
  },
  states: {
    idle: { on: { 'sound.started': 'sounding' } },
    sounding: { on: { 'sound.stopped': 'paused' } },
    paused: {
      entry: 'noteTime',
      on: {
        'sound.started': 'sounding',
        'position.jumped': 'idle',
        'play.pressed': { target: 'idle', actions: by('goBack') },
      },
    },
  },
});
