import { and, stateIn } from 'xstate';
import { by } from '../../kit/by.ts';
import { CAST } from './open-session.actor.ts';
import { toMediaRef } from '../../kit/media.logic.ts';
import { playerSetup } from './player.setup.ts';

const close = { type: 'notifySession', params: { type: 'playback.close' } } as const;
const notifyPaused = [
  { type: 'notifySession', params: { type: 'playback.paused' } },
  { type: 'notifySystem', params: { isPlaying: false } },
] as const;

const mediaPlayerOf = (isCasting: boolean) => (isCasting ? CAST : 'html5');
const reopen = (isCasting: boolean) =>
  ({ type: 'notifySession', params: { type: 'playback.reopen', mediaPlayer: mediaPlayerOf(isCasting) } }) as const;

/** The playback session, and what runs while an item is open: keys, system controls. */
export const session = playerSetup.createStateConfig({
  initial: 'absent',
  states: {
    absent: {
      on: { 'player.play': { target: 'present', actions: by('request') } },
    },
    present: {
      invoke: [
        {
          src: 'playbackSession',
          id: 'playbackSession',
          input: ({ context }) => ({
            media: context.request?.media ?? { libraryItemId: '', episodeId: null },
            playhead: context.playhead,
            mediaPlayer: mediaPlayerOf(context.isCasting),
            forceTranscode: false,
          }),
          onDone: [
            { guard: and(['isEnding', 'hasNext']), target: 'present', reenter: true, actions: 'takeNext' },
            { guard: 'isEnding', target: 'absent' },
          ],
        },
        { src: 'hotkeys', id: 'hotkeys' },
        { src: 'mediaSession', id: 'mediaSession', input: ({ context }) => ({ playhead: context.playhead }) },
      ],
      initial: 'active',
      states: {
        active: {
          on: {
            'server.reached': { actions: { type: 'notifySession', params: { type: 'playback.retry' } } },
            'player.play': [
              { guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) } },
              { target: 'ending', actions: [by('requestNext'), close] },
            ],
            'player.retry': { guard: 'hasFailed', target: 'ending', actions: [by('requestAgain'), close] },
            'player.close': { guard: 'mayClose', target: 'ending', actions: ['forgetOpen', 'forget', close] },
            'player.shutDown': { target: 'ending', actions: ['forgetOpen', 'forget', close] },
            'playback.opened': {
              actions: [by('notifyTabs'), by('showInSystem'), by('keepOpen'), by('notifyOpened')],
            },
            'playback.reopened': { actions: by('notifyTabs') },
            'player.moveToReceiver': { actions: reopen(true) },
            'player.moveHere': [
              {
                guard: by('isPaused'),
                actions: [...notifyPaused, reopen(false)],
              },
              { actions: reopen(false) },
            ],
            'server.checked': [
              {
                guard: and(['isUnchecked', stateIn({ transport: 'playing' })]),
                actions: ['trust', { type: 'notifySession', params: { type: 'playback.started' } }],
              },
              {
                guard: 'isUnchecked',
                actions: ['trust', { type: 'notifySession', params: { type: 'playback.save' } }],
              },
            ],
            'engine.started': [
              { guard: 'isUnchecked', actions: ['askForCheck', { type: 'notifySystem', params: { isPlaying: true } }] },
              {
                actions: [
                  { type: 'notifySession', params: { type: 'playback.started' } },
                  { type: 'notifySystem', params: { isPlaying: true } },
                ],
              },
            ],
            'preferences.changed': {
              actions: { type: 'notifySystemRate', params: ({ event }) => ({ rate: event.preferences.playbackRate }) },
            },
            'engine.paused': { actions: notifyPaused },
            'engine.ended': {
              actions: [...notifyPaused, { type: 'notifySession', params: { type: 'playback.finished' } }],
            },
            'engine.seeked': [
              { guard: 'isUnchecked', actions: 'notifySystemPosition' },
              { actions: [{ type: 'notifySession', params: { type: 'playback.save' } }, 'notifySystemPosition'] },
            ],
            'engine.failed': [
              { guard: 'mayRecover' },
              { actions: { type: 'notifySession', params: { type: 'playback.paused' } } },
            ],
            /** All clients get all resets (pitfall 20). */
            'server.stream.reset': {
              guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.reset.streamId }) },
              actions: 'restartStream',
            },
            'server.session.closed': {
              guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.sessionId }) },
              actions: { type: 'notifySession', params: { type: 'playback.endedElsewhere' } },
            },
          },
          initial: 'reachable',
          states: {
            reachable: { on: { 'playback.delayed': 'unreachable' } },
            unreachable: {
              tags: 'unreachable',
              on: {
                'playback.reopened': {
                  target: 'reachable',
                  actions: by('notifyTabs'),
                },
              },
            },
          },
        },
        ending: {
          after: {
            endGrace: [
              { guard: 'hasNext', target: '#player.session.present', reenter: true, actions: 'takeNext' },
              { target: '#player.session.absent' },
            ],
          },
          on: {
            'player.play': { actions: by('requestNext') },
            'player.shutDown': { actions: ['forgetOpen', 'forget'] },
          },
        },
      },
    },
  },
});
