import { assertEvent, assign, enqueueActions } from 'xstate';
import { getPorts } from '../../kit/ports.ts';
import { nowPlayingOf } from './media-session.logic.ts';
import { CAST, HERE } from './open-session.actor.ts';
import type { PreferencesChanged } from './watchers.actor.ts';
import { playerActions, playerBase } from './player.base.ts';
import type { LoadSound, MediaRequested, PlayerEvent } from './player.context.ts';
import type { SleepTimerEvent } from './sleep-timer.machine.ts';
import { by } from '../../kit/by.ts';

export const engineActions = playerActions({
  /** Inside the press, so that the browser allows sound later. */
  prepareSound: ({ system }) => getPorts(system).media.prepare(),
  /** Automatic play is no press: the listener may be asleep. */
  notifyPlay: enqueueActions(({ enqueue }, { isAutomatic }: MediaRequested) => {
    if (!isAutomatic) enqueue.sendTo('sleepTimer', { type: 'play.pressed' } satisfies SleepTimerEvent);
  }),
  takePreferences: assign((_, { preferences }: PreferencesChanged) => ({ preferences })),
  load: enqueueActions(({ context, enqueue }, { time }: LoadSound) => {
    enqueue.sendTo('engine', { type: 'engine.setRate', rate: context.preferences.playbackRate });
    enqueue.sendTo('engine', { type: 'engine.setVolume', volume: context.preferences.volume });
    enqueue.sendTo('engine', {
      type: 'engine.load',
      tracks: context.opened?.tracks ?? [],
      time,
      playing: context.wantsSound,
    });
  }),
});

const { createStateConfig } = playerBase.extend({ actions: engineActions });

/** The loading state is entered by this event only. */
const soundOf = ({ event }: { event: PlayerEvent }) => {
  assertEvent(event, 'sound.load');
  return event;
};

const loaded = createStateConfig({
  initial: 'loaded',
  states: { loaded: { entry: { type: 'load', params: soundOf } } },
});

/**
 * The engine of the playback session, always under the id `engine`. It stops and counts played time when its state
 * exits, before the session closes.
 */
export const engine = createStateConfig({
  initial: 'none',
  on: {
    'preferences.changed': { actions: by('takePreferences') },
    'sound.load': [
      { guard: 'isCasting', target: '.running.cast' },
      { guard: 'isStream', target: '.running.hls' },
      { target: '.running.html5' },
    ],
  },
  states: {
    none: {
      on: {
        'player.prefetch': { target: 'prepared', actions: 'prepareSound' },
        'media.requested': { target: 'prepared', actions: 'prepareSound' },
      },
    },
    prepared: {
      on: { 'media.requested': { actions: 'prepareSound' }, 'player.resume': { actions: 'prepareSound' } },
    },
    running: {
      on: {
        'media.requested': { target: 'prepared', actions: by('notifyPlay') },
        'media.closed': 'prepared',
        'player.setGain': {
          actions: { type: 'command', params: ({ event }) => ({ type: 'engine.setGain', gain: event.gain }) },
        },
        'preferences.changed': {
          actions: [
            by('takePreferences'),
            {
              type: 'command',
              params: ({ event }) => ({ type: 'engine.setRate', rate: event.preferences.playbackRate }),
            },
            {
              type: 'command',
              params: ({ event }) => ({ type: 'engine.setVolume', volume: event.preferences.volume }),
            },
          ],
        },
      },
      initial: 'html5',
      states: {
        html5: {
          ...loaded,
          invoke: { src: 'html5Engine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) },
        },
        hls: {
          ...loaded,
          invoke: { src: 'hlsEngine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) },
        },
        cast: {
          ...loaded,
          invoke: {
            src: 'castEngine',
            id: 'engine',
            input: ({ context, self }) => ({
              playhead: context.playhead,
              shown: nowPlayingOf(context, null, getPorts(self.system).baseUrl),
            }),
          },
        },
      },
    },
  },
});

/** Sound moves between page and receiver with the next playback session; until then it plays at the former output. */
export const output = createStateConfig({
  initial: 'settled',
  on: {
    'player.moveToReceiver': { target: '.moving', actions: assign({ mediaPlayer: CAST }) },
    'player.moveHere': [
      { guard: by('pausesThere'), target: '.moving', actions: [assign({ mediaPlayer: HERE }), 'pressPause'] },
      { target: '.moving', actions: assign({ mediaPlayer: HERE }) },
    ],
  },
  states: {
    settled: {},
    moving: { on: { 'sound.load': 'settled' } },
  },
});
