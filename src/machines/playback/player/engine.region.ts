import { assertEvent, not } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { nowPlayingOf } from './media-session.logic.ts';
import type { PlayerEvent } from './player.context.ts';
import { toMediaRef } from '../../kit/media.logic.ts';
import { playerSetup } from './player.setup.ts';

/** The loading state is entered by this event only. */
const soundOf = ({ event }: { event: PlayerEvent }) => {
  assertEvent(event, 'sound.load');
  return event;
};

const playPressed = { type: 'notifySleepTimer', params: { type: 'play.pressed' } } as const;

const loaded = playerSetup.createStateConfig({
  on: {
    'player.play': [
      { guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) } },
      { target: 'prepared', actions: by('notifyPlay') },
    ],
    'player.setGain': {
      actions: { type: 'command', params: ({ event }) => ({ type: 'engine.setGain', gain: event.gain }) },
    },
    'player.retry': { guard: 'hasFailed', target: 'prepared' },
    'player.close': { guard: 'mayClose', target: 'prepared' },
    'player.shutDown': { guard: 'isOpen', target: 'prepared' },
    'preferences.changed': {
      actions: [
        { type: 'takePreferences', params: ({ event }) => ({ preferences: event.preferences }) },
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
  initial: 'loaded',
  states: {
    loaded: { entry: { type: 'load', params: soundOf } },
  },
});

/**
 * The engine of the playback session, always under the id `engine`. It stops and counts played time when its state
 * exits, before the session closes.
 */
export const engine = playerSetup.createStateConfig({
  initial: 'none',
  on: {
    'preferences.changed': {
      actions: { type: 'takePreferences', params: ({ event }) => ({ preferences: event.preferences }) },
    },
    'sound.load': [
      { guard: 'isCasting', target: '.cast' },
      { guard: 'isStream', target: '.hls' },
      { target: '.html5' },
    ],
    'player.moveToReceiver': { actions: { type: 'moveSound', params: { isCasting: true } } },
    'player.moveHere': { actions: { type: 'moveSound', params: { isCasting: false } } },
    'player.resume': { actions: [playPressed, 'pressPlay'] },
    'player.toggle': { guard: not('wantsSound'), actions: [playPressed, 'pressPlay'] },
  },
  states: {
    none: {
      on: {
        'player.prefetch': { target: 'prepared', actions: 'prepareSound' },
        'player.play': { target: 'prepared', actions: 'prepareSound' },
      },
    },
    prepared: { on: { 'player.play': { actions: 'prepareSound' } } },
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
});
