import { not } from 'xstate';
import { by } from '../../kit/by.ts';
import { playerSetup } from './player.setup.ts';
import { play, sayBlocked, wantsSilence, wantsSound, withEngine } from './transport.handlers.ts';

/** Opens a playback session, then loads its sound. */
export const opening = playerSetup.createStateConfig({
  tags: 'busy',
  on: {
    // An impatient second press also wants sound.
    'player.toggle': { actions: wantsSound },
    'player.resume': { actions: wantsSound },
    'player.pause': { actions: wantsSilence },
    'player.startedElsewhere': { actions: wantsSilence },
    'player.moveHere': { guard: by('isPaused'), actions: wantsSilence },
  },
  initial: 'requesting',
  states: {
    requesting: {
      on: {
        'playback.opened': [
          {
            guard: { type: 'hasNoSound', params: ({ event }) => ({ opened: event.opened }) },
            target: '#player.transport.failed',
            actions: { type: 'rememberFailure', params: { failure: { kind: 'noSound' } } },
          },
          {
            guard: not('hasNext'),
            target: 'loading',
            actions: [
              { type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) },
              'openPlayhead',
              'noteStart',
              'loadFromStart',
              'resumeMedia',
            ],
          },
        ],
        'playback.failed': {
          guard: not('hasNext'),
          target: '#player.transport.failed',
          actions: {
            type: 'rememberFailure',
            params: ({ event }) => ({ failure: { kind: 'session', error: event.error } }),
          },
        },
      },
    },
    loading: {
      on: {
        ...withEngine,
        'player.toggle': { actions: [wantsSound, play] },
        'player.resume': { actions: [wantsSound, play] },
        'engine.failed': { target: '#player.transport.stalled', actions: 'recover' },
        'engine.loaded': { guard: not('wantsSound'), target: '#player.transport.paused' },
        'engine.started': { target: '#player.transport.playing', actions: 'beginFirstSound' },
        'engine.paused': [
          {
            guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) },
            target: '#player.transport.paused',
            actions: sayBlocked,
          },
          { target: '#player.transport.paused' },
        ],
      },
    },
  },
});
