import { and, assign, enqueueActions, sendParent, sendTo } from 'xstate';
import { by } from '../../kit/by.ts';
import { getPorts } from '../../kit/ports.ts';
import { rememberBrowserSession } from './device.ts';
import { systemPositionOf } from './media-session.logic.ts';
import { CAST, HERE, type OpenSession } from './open-session.actor.ts';
import { playerActions, playerBase } from './player.base.ts';
import type { MediaRequested, PlayRequest } from './player.context.ts';
import type { PlayerParentEvent } from './player.protocol.ts';
import type { SleepTimerEvent } from './sleep-timer.machine.ts';

const opening = (request: PlayRequest | null) => ({ request, next: null, opened: null, recoveries: 0, lastUpdate: 0 });

export const sessionActions = playerActions({
  request: assign((_, { request, isSilent }: MediaRequested) => ({
    ...opening(request),
    wantsSound: !isSilent,
    failure: null,
  })),
  requestNext: assign((_, { request, isSilent }: MediaRequested) => ({
    next: request,
    wantsSound: !isSilent,
    failure: null,
  })),
  takeNext: assign(({ context }) => opening(context.next)),
  notifyOpened: enqueueActions(({ context, enqueue, system }, { opened }: { opened: OpenSession }) => {
    const { chapters, duration, id } = opened.session;
    rememberBrowserSession(getPorts(system).storage, id);
    enqueue.sendTo('mediaSession', { type: 'mediaSession.show', shown: { request: context.request, opened } });
    enqueue.sendTo('sleepTimer', {
      type: 'media.opened',
      chapters: chapters.items,
      duration,
    } satisfies SleepTimerEvent);
  }),
  notifyTabs: ({ system }, { opened }: { opened: OpenSession }) =>
    rememberBrowserSession(getPorts(system).storage, opened.session.id),
  notifySystem: sendTo('mediaSession', ({ context }, params: { isPlaying: boolean }) => ({
    type: 'mediaSession.setState' as const,
    isPlaying: params.isPlaying,
    position: systemPositionOf(context),
  })),
  notifySystemPosition: sendTo('mediaSession', ({ context }, params: { rate?: number }) => ({
    type: 'mediaSession.setPosition' as const,
    position: { ...systemPositionOf(context), ...params },
  })),
  /** The live connection may take long, or never come back. */
  askForCheck: sendParent({ type: 'player.checkRequested' } satisfies PlayerParentEvent),
});

const { createStateConfig } = playerBase.extend({ actions: sessionActions });

const close = { type: 'notifySession', params: { type: 'playback.close' } } as const;
const save = { type: 'notifySession', params: { type: 'playback.save' } } as const;
const started = { type: 'notifySession', params: { type: 'playback.started' } } as const;
const showPlaying = { type: 'notifySystem', params: { isPlaying: true } } as const;
const showPosition = { type: 'notifySystemPosition', params: {} } as const;
const notifyPaused = [
  { type: 'notifySession', params: { type: 'playback.paused' } },
  { type: 'notifySystem', params: { isPlaying: false } },
] as const;
const reopen = (mediaPlayer: string) =>
  ({ type: 'notifySession', params: { type: 'playback.reopen', mediaPlayer } }) as const;

/** The playback session, and what runs while an item is open: keys, system controls. */
export const session = createStateConfig({
  initial: 'absent',
  states: {
    absent: {
      on: { 'media.requested': { target: 'present', actions: by('request') } },
    },
    present: {
      invoke: [
        {
          src: 'playbackSession',
          id: 'playbackSession',
          input: ({ context: { mediaPlayer, playhead, request } }) => ({
            media: request?.media ?? { libraryItemId: '', episodeId: null },
            playhead,
            mediaPlayer,
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
          type: 'parallel',
          on: {
            'media.requested': { target: 'ending', actions: [by('requestNext'), close] },
            'media.closed': { target: 'ending', actions: close },
            'playback.opened': { actions: [by('keepOpen'), by('notifyOpened')] },
            'playback.reopened': { actions: by('notifyTabs') },
            'player.moveToReceiver': { actions: reopen(CAST) },
            'player.moveHere': [
              { guard: by('pausesThere'), actions: [...notifyPaused, reopen(HERE)] },
              { actions: reopen(HERE) },
            ],
            'preferences.changed': {
              actions: {
                type: 'notifySystemPosition',
                params: ({ event }) => ({ rate: event.preferences.playbackRate }),
              },
            },
            'engine.paused': { actions: notifyPaused },
            'engine.ended': {
              actions: [...notifyPaused, { type: 'notifySession', params: { type: 'playback.finished' } }],
            },
            /** All clients get all resets (pitfall 20). */
            'server.stream.reset': {
              guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.reset.streamId }) },
              actions: sendTo('engine', { type: 'engine.restartStream' }, { delay: 'streamReset' }),
            },
            'server.session.closed': {
              guard: by('isOwnSession'),
              actions: { type: 'notifySession', params: { type: 'playback.endedElsewhere' } },
            },
          },
          states: {
            server: {
              initial: 'reachable',
              states: {
                reachable: { on: { 'playback.delayed': 'unreachable' } },
                unreachable: {
                  tags: 'unreachable',
                  on: {
                    'playback.reopened': { target: 'reachable', actions: by('notifyTabs') },
                    'server.reached': { actions: { type: 'notifySession', params: { type: 'playback.retry' } } },
                  },
                },
              },
            },
            account: {
              initial: 'trusted',
              states: {
                trusted: {
                  on: {
                    'server.lost': { guard: 'isResting', target: 'doubted' },
                    'server.reached': { guard: 'isResting', target: 'doubted' },
                    'engine.started': { actions: [started, showPlaying] },
                    'engine.seeked': { actions: [save, showPosition] },
                  },
                },
                /** Disconnected without sound: another device may have moved the position, so ours is not saved. */
                doubted: {
                  on: {
                    'engine.started': { actions: ['askForCheck', showPlaying] },
                    'engine.seeked': { actions: showPosition },
                    'server.checked': [
                      { guard: 'isPlaying', target: 'trusted', actions: started },
                      { target: 'trusted', actions: save },
                    ],
                  },
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
          on: { 'media.requested': { actions: by('requestNext') } },
        },
      },
    },
  },
});
