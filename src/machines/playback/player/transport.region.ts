import { not, raise } from 'xstate';
import { by } from '../../kit/by.ts';
import { loaded } from './loaded.state.ts';
import { createStateConfig, wantsSilence, wantsSound } from './transport.actions.ts';

export const transport = createStateConfig({
  initial: 'empty',
  on: {
    'media.requested': '.opening',
    'media.closed': '.empty',
    'player.seek': { guard: by('maySeek'), actions: [by('noteJump'), by('seek')] },
    'server.progress.updated': { actions: by('rememberUpdate') },
  },
  states: {
    empty: {
      entry: [
        'leaveDock',
        { type: 'notifyMedia', params: { media: null } },
        { type: 'notifySheet', params: { type: 'sheet.collapse' } },
        { type: 'notifySleepTimer', params: { type: 'media.closed' } },
      ],
      on: {
        'player.accountLoaded': { actions: by('takeUser') },
        'player.restore': { target: 'standby', actions: [by('takeRestored'), by('notifyMedia')] },
      },
    },
    /** Shown as paused; a playback session opens on play. */
    standby: {
      entry: ['placePlayhead', { type: 'keepOpen', params: {} }, 'readDetails'],
      invoke: { src: 'hotkeys', id: 'standbyHotkeys' },
      on: {
        'player.describe': { guard: by('isItemOfOpen'), actions: by('keepDetails') },
        'player.resume': { actions: 'playRestored' },
        'player.seek': { guard: by('isNumber'), actions: [by('startAt'), 'movePlayhead'] },
        'player.followProgress': {
          guard: by('isPlaceOfOpen'),
          actions: [{ type: 'startAt', params: ({ event }) => ({ time: event.time ?? 0 }) }, 'placePlayhead'],
        },
        'server.progress.updated': { guard: by('isNewsBeforeSound'), actions: [by('startAtNews'), 'placePlayhead'] },
      },
    },
    /** The playback session is requested. */
    opening: {
      tags: 'busy',
      on: {
        // An impatient second press also wants sound.
        'player.resume': { actions: wantsSound },
        'player.pause': { actions: wantsSilence },
        'playback.opened': [
          {
            guard: by('hasNoSound'),
            target: 'failed',
            actions: { type: 'rememberFailure', params: { failure: { kind: 'noSound' } } },
          },
          {
            guard: not('hasNext'),
            target: 'loaded',
            actions: [by('rememberSession'), 'openPlayhead', 'noteStart', 'loadFromStart', 'resumeMedia'],
          },
        ],
        'playback.failed': {
          guard: not('hasNext'),
          target: 'failed',
          actions: {
            type: 'rememberFailure',
            params: ({ event }) => ({ failure: { kind: 'session', error: event.error } }),
          },
        },
      },
    },
    loaded,
    failed: {
      tags: 'failed',
      entry: wantsSilence,
      on: {
        'playback.reopened': { guard: 'wasOpened', actions: by('rememberSession') },
        // Without sound: the press may be long ago.
        'server.reached': { guard: 'wasUnreached', actions: raise({ type: 'player.retry', isSilent: true }) },
        'player.resume': { actions: raise({ type: 'player.retry' }) },
      },
    },
  },
});
