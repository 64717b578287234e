import { enqueueActions, not } from 'xstate';
import { getPorts } from '../../kit/ports.ts';
import type { AutoRewindEvent } from './auto-rewind.machine.ts';
import { PLAYING_SINCE } from './device.ts';
import { playerActions, playerBase } from './player.base.ts';
import { rewindLimitsOf, timeOf } from './position.ts';

export const soundActions = playerActions({
  pressPlay: enqueueActions(({ context, enqueue }) => {
    enqueue.sendTo('sleepTimer', { type: 'play.pressed' });
    const limits = rewindLimitsOf(context, timeOf(context));
    enqueue.sendTo('autoRewind', { type: 'play.pressed', limits } satisfies AutoRewindEvent);
  }),
  announce: ({ system }) => {
    const { clock, storage } = getPorts(system);
    storage.write(PLAYING_SINCE, { at: clock.now() });
  },
});

const { createStateConfig } = playerBase.extend({ actions: soundActions });

const untilPaused = { guard: not('wantsSound'), target: 'silent' } as const;

/** Other tabs are notified once until paused: buffering does not notify them again. */
export const sound = createStateConfig({
  initial: 'silent',
  on: { 'media.requested': '.silent', 'player.resume': { actions: 'pressPlay' } },
  states: {
    silent: {
      on: {
        'engine.started': [
          { guard: 'isLoading', target: 'first', actions: 'announce' },
          { guard: 'isLoaded', target: 'heard', actions: 'announce' },
        ],
      },
    },
    /** Just began: a second press belongs to a double press. */
    first: { always: untilPaused, after: { doublePress: 'heard' } },
    heard: { always: untilPaused },
  },
});

const unlessSilenced = { guard: 'isSilenced', target: 'drawn' } as const;

/** Drawing the player would compete with starting the sound: it waits for the first moment, if that comes soon. */
export const drawing = createStateConfig({
  initial: 'drawn',
  states: {
    drawn: { on: { 'media.requested': { guard: 'isClosed', target: 'held' } } },
    held: { always: unlessSilenced, after: { soon: 'drawn' }, on: { 'engine.started': 'heard' } },
    heard: { always: unlessSilenced, after: { firstMoment: 'drawn' } },
  },
});
