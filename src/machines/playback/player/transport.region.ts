import { not, raise } from 'xstate';
import { by } from '../../kit/by.ts';
import { opening } from './opening.state.ts';
import { toMediaRef } from '../../kit/media.logic.ts';
import { playerSetup } from './player.setup.ts';
import {
  follow,
  followEdit,
  followOther,
  followPlace,
  pause,
  play,
  sayBlocked,
  sayOtherTab,
  saySound,
  sayTakenOver,
  seekToFirst,
  notifyNoMedia,
  wantsSilence,
  wantsSound,
  withEngine,
} from './transport.handlers.ts';

const collapse = { type: 'notifySheet', params: { type: 'sheet.collapse' } } as const;

/** Transport states follow the engine's reports, not the commands. */
export const transport = playerSetup.createStateConfig({
  initial: 'empty',
  on: {
    'player.play': [
      {
        guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) },
        actions: { type: 'goOn', params: ({ event }) => ({ time: event.startTime }) },
      },
      { target: '.opening', actions: { type: 'notifyMedia', params: ({ event }) => ({ media: toMediaRef(event) }) } },
    ],
    'player.playOrPause': [
      {
        guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) },
        actions: raise({ type: 'player.toggle' }),
      },
      { actions: raise(({ event }) => ({ ...event, type: 'player.play' })) },
    ],
    'player.seek': {
      guard: { type: 'maySeek', params: ({ event }) => ({ time: event.time }) },
      actions: [by('noteJump'), { type: 'seek', params: ({ event }) => ({ time: event.time }) }],
    },
    'player.close': { guard: 'mayClose', target: '.empty' },
    'player.shutDown': { guard: 'isOpen', target: '.empty' },
    'server.progress.updated': { actions: by('rememberUpdate') },
  },
  states: {
    empty: {
      entry: [
        'leaveDock',
        'draw',
        notifyNoMedia,
        collapse,
        { type: 'notifySleepTimer', params: { type: 'media.closed' } },
      ],
      exit: 'withdrawUndo',
      on: {
        'player.play': {
          target: 'opening',
          actions: ['holdDrawing', { type: 'notifyMedia', params: ({ event }) => ({ media: toMediaRef(event) }) }],
        },
        'player.accountLoaded': {
          actions: [by('takeUser'), by('notifyUser'), by('restoreLast')],
        },
        'player.restore': {
          target: 'standby',
          actions: [by('takeRestored'), by('notifyMedia')],
        },
      },
    },
    /** Shown as paused; a playback session opens on play. */
    standby: {
      entry: ['placePlayhead', { type: 'keepOpen', params: {} }],
      invoke: { src: 'hotkeys', id: 'standbyHotkeys' },
      initial: 'waiting',
      states: {
        waiting: { entry: 'readDetails' },
        reading: {
          invoke: {
            src: 'fetchItem',
            id: 'fetchItem',
            input: ({ context }) => ({ id: context.request?.media.libraryItemId ?? '' }),
            onDone: {
              target: 'settled',
              actions: { type: 'keepDetails', params: ({ event }) => ({ item: event.output }) },
            },
            onError: 'settled',
          },
        },
        settled: {},
      },
      on: {
        'details.due': { guard: not('isDescribed'), target: '.reading' },
        'player.describe': {
          guard: by('isItemOfOpen'),
          target: '.settled',
          actions: by('keepDetails'),
        },
        'server.reached': { guard: not('isDescribed'), target: '.reading' },
        'player.play': {
          target: 'opening',
          actions: { type: 'notifyMedia', params: ({ event }) => ({ media: toMediaRef(event) }) },
        },
        'player.toggle': { actions: 'playRestored' },
        'player.resume': { actions: 'playRestored' },
        'player.seek': {
          guard: { type: 'isNumber', params: ({ event }) => ({ time: event.time }) },
          actions: [{ type: 'startAt', params: ({ event }) => ({ time: event.time }) }, 'movePlayhead'],
        },
        'player.close': { target: 'empty', actions: ['forgetOpen', 'forget'] },
        'player.shutDown': { target: 'empty', actions: ['forgetOpen', 'forget'] },
        'player.followProgress': {
          guard: by('isPlaceOfOpen'),
          actions: [{ type: 'startAt', params: ({ event }) => ({ time: event.time ?? 0 }) }, 'placePlayhead'],
        },
        'server.progress.updated': {
          guard: by('isNewsBeforeSound'),
          actions: [by('startAtNews'), 'placePlayhead'],
        },
      },
    },
    opening,
    paused: {
      entry: [
        wantsSilence,
        'endFirstSound',
        'draw',
        'doubtUnlessLive',
        { type: 'notifyAutoRewind', params: { type: 'sound.stopped' } },
      ],
      on: {
        ...withEngine,
        'player.followProgress': followPlace,
        'server.lost': { actions: 'doubt' },
        'server.reached': { actions: 'doubt' },
        'engine.started': 'playing',
        'engine.stalled': { target: 'stalled', actions: wantsSound },
        'engine.paused': {
          guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) },
          actions: [wantsSilence, sayBlocked],
        },
        'player.toggle': { actions: ['catchUp', wantsSound, play] },
        'player.resume': { actions: ['catchUp', wantsSound, play] },
        ...followOther,
      },
    },
    playing: {
      tags: 'sounding',
      entry: [wantsSound, 'announce', saySound, { type: 'notifyAutoRewind', params: { type: 'sound.started' } }],
      on: {
        ...withEngine,
        ...followEdit,
        'engine.paused': 'paused',
        'engine.stalled': 'stalled',
        'engine.ended': 'ended',
        'player.toggle': { guard: not('isSamePress'), actions: pause },
        'player.pause': { actions: pause },
        'player.startedElsewhere': { actions: [pause, sayOtherTab] },
        'player.moveHere': { guard: by('isPaused'), target: 'paused' },
        'playback.takenOver': { actions: [pause, sayTakenOver] },
        'server.progress.updated': [
          { guard: by('isOutdated'), actions: follow },
          {
            guard: by('isPlayedElsewhere'),
            actions: [by('rememberUpdate'), by('noteOther')],
          },
        ],
      },
    },
    /** Buffering, or the source is being replaced. */
    stalled: {
      tags: ['busy', 'sounding'],
      on: {
        ...withEngine,
        ...followEdit,
        'engine.started': 'playing',
        'engine.loaded': { guard: not('wantsSound'), target: 'paused' },
        'engine.ended': 'ended',
        'engine.paused': [
          {
            guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) },
            target: 'paused',
            actions: sayBlocked,
          },
          { target: 'paused' },
        ],
        'playback.reopened': [
          {
            guard: 'isRecovering',
            actions: [
              { type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) },
              'endRecovery',
              'loadFromHere',
            ],
          },
          {
            actions: [by('takeTracks'), by('rememberSession')],
          },
        ],
        'player.toggle': { guard: not('isSamePress'), actions: [pause, 'toggleWantsSound'] },
        'player.pause': { actions: [pause, wantsSilence] },
        'player.resume': { actions: wantsSound },
        'player.moveHere': { guard: by('isPaused'), target: 'paused' },
        'player.startedElsewhere': { actions: [pause, wantsSilence, sayOtherTab] },
        'playback.takenOver': { actions: [pause, wantsSilence, sayTakenOver] },
      },
    },
    ended: {
      entry: [
        wantsSilence,
        'doubtUnlessLive',
        { type: 'notifySleepTimer', params: { type: 'media.ended' } },
        { type: 'notifyAutoRewind', params: { type: 'media.ended' } },
      ],
      on: {
        ...withEngine,
        ...followOther,
        'player.followProgress': followPlace,
        'server.lost': { actions: 'doubt' },
        'server.reached': { actions: 'doubt' },
        'engine.started': 'playing',
        'engine.stalled': { target: 'stalled', actions: wantsSound },
        'engine.paused': {
          guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) },
          target: 'paused',
          actions: sayBlocked,
        },
        'player.toggle': { actions: [wantsSound, 'silence', seekToFirst, play] },
        'player.resume': { actions: [wantsSound, 'silence', seekToFirst, play] },
        'player.seek': {
          guard: { type: 'maySeek', params: ({ event }) => ({ time: event.time }) },
          target: 'paused',
          actions: [by('noteJump'), { type: 'seek', params: ({ event }) => ({ time: event.time }) }],
        },
      },
    },
    failed: {
      tags: 'failed',
      entry: [wantsSilence, 'draw'],
      on: {
        'playback.reopened': {
          guard: 'wasOpened',
          actions: { type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) },
        },
        'player.retry': 'opening',
        // Without sound: the press may be long ago.
        'server.reached': { guard: 'wasUnreached', actions: raise({ type: 'player.retry', isSilent: true }) },
        'player.toggle': { actions: raise({ type: 'player.retry' }) },
        'player.resume': { actions: raise({ type: 'player.retry' }) },
      },
    },
  },
});
