import { not } from 'xstate';
import { toMediaRef } from './player.protocol.ts';
import { playerSetup } from './player.setup.ts';

const wantsSound = { type: 'want', params: { wantsSound: true } } as const;
const wantsSilence = { type: 'want', params: { wantsSound: false } } as const;
const play = { type: 'command', params: { type: 'engine.play' } } as const;
const pause = { type: 'command', params: { type: 'engine.pause' } } as const;
const unload = { type: 'command', params: { type: 'engine.unload' } } as const;
const sayTakenOver = { type: 'showNotice', params: { notice: { kind: 'takenOver' } } } as const;
const sayBlocked = { type: 'showNotice', params: { notice: { kind: 'blocked' } } } as const;

/**
 * What is heard. States follow the reports of the engine, not the commands. Stands before the session in the
 * machine: when another item is asked for, the sound stops and is counted before its session is closed.
 */
export const transport = playerSetup.createStateConfig({
  initial: 'empty',
  on: {
    'player.play': [
      {
        guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) },
        actions: { type: 'goOn', params: ({ event }) => ({ time: event.startTime }) },
      },
      { target: '.opening', actions: unload },
    ],
    'player.seek': {
      guard: { type: 'maySeek', params: ({ event }) => ({ time: event.time }) },
      actions: { type: 'seek', params: ({ event }) => ({ time: event.time }) },
    },
    'player.close': { guard: 'mayClose', target: '.empty', actions: unload },
    'session.failed': {
      guard: not('hasFailed'),
      target: '.failed',
      actions: [{ type: 'rememberFailure', params: ({ event }) => ({ failure: { kind: 'session', error: event.error } }) }, pause],
    },
    'engine.failed': [
      { guard: 'hasFailed' },
      { guard: 'mayRecover', target: '.stalled', actions: 'countRecovery' },
      {
        target: '.failed',
        actions: { type: 'rememberFailure', params: ({ event }) => ({ failure: { kind: 'sound', failure: event.failure } }) },
      },
    ],
    'session.renewed': { actions: [{ type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) }, 'readdress'] },
    'server.progress.updated': { actions: { type: 'rememberUpdate', params: ({ event }) => event } },
  },
  states: {
    empty: { entry: 'leaveDock', on: { 'player.play': 'opening' } },
    opening: {
      tags: 'busy',
      on: {
        'session.opened': [
          {
            guard: { type: 'hasNoSound', params: ({ event }) => ({ opened: event.opened }) },
            target: 'failed',
            actions: { type: 'rememberFailure', params: { failure: { kind: 'noSound' } } },
          },
          {
            actions: [
              { type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) },
              'openPlayhead',
              { type: 'load', params: { from: 'start' } },
            ],
          },
        ],
        'engine.ready': { guard: not('wantsSound'), target: 'paused' },
        'engine.playing': 'playing',
        'engine.paused': [
          { guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) }, target: 'paused', actions: sayBlocked },
          { target: 'paused' },
        ],
        'player.toggle': { actions: 'turnWish' },
        'player.resume': { actions: wantsSound },
        'player.pause': { actions: wantsSilence },
        'player.startedElsewhere': { actions: wantsSilence },
      },
    },
    paused: {
      entry: wantsSilence,
      on: {
        'engine.playing': 'playing',
        'engine.waiting': { target: 'stalled', actions: wantsSound },
        'engine.paused': {
          guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) },
          actions: [wantsSilence, sayBlocked],
        },
        'player.toggle': { actions: [wantsSound, play] },
        'player.resume': { actions: [wantsSound, play] },
        'server.progress.updated': [
          {
            guard: { type: 'isMovedByOther', params: ({ event }) => event },
            actions: [
              { type: 'rememberUpdate', params: ({ event }) => event },
              { type: 'noteMove', params: ({ event }) => event },
              { type: 'adoptPosition', params: ({ event }) => ({ time: event.progress.data.currentTime }) },
              { type: 'seek', params: ({ event }) => ({ time: event.progress.data.currentTime }) },
            ],
          },
          { actions: { type: 'rememberUpdate', params: ({ event }) => event } },
        ],
      },
    },
    playing: {
      tags: 'sounding',
      entry: [wantsSound, 'announce', 'followNobody', 'dropOutdatedNotice'],
      on: {
        'engine.paused': 'paused',
        'engine.waiting': 'stalled',
        'engine.ended': 'ended',
        'player.toggle': { actions: pause },
        'player.pause': { actions: pause },
        'player.startedElsewhere': { actions: [pause, sayTakenOver] },
        'session.takenOver': { actions: [pause, sayTakenOver] },
        'server.progress.updated': [
          {
            guard: { type: 'isNewsOfOther', params: ({ event }) => event },
            actions: [{ type: 'rememberUpdate', params: ({ event }) => event }, { type: 'noteOther', params: ({ event }) => event }],
          },
          { actions: { type: 'rememberUpdate', params: ({ event }) => event } },
        ],
      },
    },
    /** Sound is wanted and there is none yet: data is missing, or its source is being replaced. */
    stalled: {
      tags: ['busy', 'sounding'],
      on: {
        'engine.playing': 'playing',
        'engine.ready': { guard: not('wantsSound'), target: 'paused' },
        'engine.ended': 'ended',
        'engine.paused': [
          { guard: { type: 'isBlocked', params: ({ event }) => ({ reason: event.reason }) }, target: 'paused', actions: sayBlocked },
          { target: 'paused' },
        ],
        'session.renewed': [
          {
            guard: 'isRecovering',
            actions: [
              { type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) },
              'endRecovery',
              { type: 'load', params: { from: 'here' } },
            ],
          },
          { actions: [{ type: 'rememberSession', params: ({ event }) => ({ opened: event.opened }) }, 'readdress'] },
        ],
        'player.toggle': { actions: [pause, 'turnWish'] },
        'player.pause': { actions: [pause, wantsSilence] },
        'player.resume': { actions: wantsSound },
        'player.startedElsewhere': { actions: [pause, wantsSilence, sayTakenOver] },
        'session.takenOver': { actions: [pause, wantsSilence, sayTakenOver] },
      },
    },
    ended: {
      entry: wantsSilence,
      on: {
        'engine.playing': 'playing',
        'engine.waiting': { target: 'stalled', actions: wantsSound },
        'player.toggle': { actions: [wantsSound, 'silence', { type: 'seek', params: { time: 0 } }, play] },
        'player.resume': { actions: [wantsSound, 'silence', { type: 'seek', params: { time: 0 } }, play] },
        'player.seek': {
          guard: { type: 'maySeek', params: ({ event }) => ({ time: event.time }) },
          target: 'paused',
          actions: { type: 'seek', params: ({ event }) => ({ time: event.time }) },
        },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'player.retry': 'opening' },
    },
  },
});
