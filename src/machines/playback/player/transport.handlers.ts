import { by } from '../../kit/by.ts';
import type { PlayerCommand } from './player.protocol.ts';
import type { PlayerContext, ServerProgress } from './player.context.ts';
import { playerSetup } from './player.setup.ts';
import { savedTimeIn, skipsOf } from './position.ts';

type FollowProgress = Extract<PlayerCommand, { type: 'player.followProgress' }>;

export const wantsSound = { type: 'want', params: { wantsSound: true } } as const;
export const wantsSilence = { type: 'want', params: { wantsSound: false } } as const;
export const play = { type: 'command', params: { type: 'engine.play' } } as const;
export const pause = { type: 'command', params: { type: 'engine.pause' } } as const;
export const sayTakenOver = {
  type: 'notifyNotice',
  params: { type: 'notice.show', notice: { kind: 'takenOver', by: 'device' } },
} as const;
export const sayOtherTab = {
  type: 'notifyNotice',
  params: { type: 'notice.show', notice: { kind: 'takenOver', by: 'tab' } },
} as const;
export const sayBlocked = {
  type: 'notifyNotice',
  params: { type: 'notice.show', notice: { kind: 'blocked' } },
} as const;
export const notifyNoMedia = { type: 'notifyMedia', params: { media: null } } as const;
export const saySound = { type: 'notifyNotice', params: { type: 'sound.started' } } as const;

export const seekToFirst = {
  type: 'seek',
  params: ({ context }: { context: PlayerContext }) => ({ time: skipsOf(context).start }),
} as const;

export const follow = [
  { type: 'rememberUpdate', params: ({ event }: { event: ServerProgress }) => event },
  { type: 'noteMove', params: ({ event }: { event: ServerProgress }) => event },
  {
    type: 'adoptPosition',
    params: ({ event }: { event: ServerProgress }) => ({ time: event.progress.data.currentTime }),
  },
  {
    type: 'notifySession',
    params: ({ event }: { event: ServerProgress }) =>
      ({ type: 'playback.adopt', time: event.progress.data.currentTime }) as const,
  },
  { type: 'seek', params: ({ event }: { event: ServerProgress }) => ({ time: event.progress.data.currentTime }) },
] as const;

export const followOther = playerSetup.createStateConfig({
  on: {
    'server.progress.updated': {
      guard: by('isMovedByOther'),
      target: 'paused',
      actions: follow,
    },
  },
}).on;

export const followEdit = playerSetup.createStateConfig({
  on: {
    'player.followProgress': {
      guard: by('isOpenMedia'),
      target: '#player.transport.paused',
      actions: [
        { type: 'adoptPosition', params: ({ context, event }) => ({ time: event.time ?? savedTimeIn(context) }) },
        {
          type: 'notifySession',
          params: ({ context, event }) => ({ type: 'playback.adopt', time: event.time ?? savedTimeIn(context) }),
        },
        { type: 'seek', params: ({ context, event }) => ({ time: event.time ?? savedTimeIn(context) }) },
        pause,
      ],
    },
  },
}).on;

/** Without sound only another position is followed: ours is being saved. */
export const followPlace = {
  guard: { type: 'isPlaceOfOpen', params: ({ event }: { event: FollowProgress }) => event },
  target: '#player.transport.paused',
  actions: [
    { type: 'adoptPosition', params: ({ event }: { event: FollowProgress }) => ({ time: event.time ?? 0 }) },
    {
      type: 'notifySession',
      params: ({ event }: { event: FollowProgress }) => ({ type: 'playback.adopt', time: event.time ?? 0 }) as const,
    },
    { type: 'seek', params: ({ event }: { event: FollowProgress }) => ({ time: event.time ?? 0 }) },
  ],
} as const;

export const withEngine = playerSetup.createStateConfig({
  on: {
    'playback.failed': {
      target: '#player.transport.failed',
      actions: [
        { type: 'rememberFailure', params: ({ event }) => ({ failure: { kind: 'session', error: event.error } }) },
        pause,
      ],
    },
    'playback.reopened': {
      actions: [by('takeTracks'), by('rememberSession')],
    },
    'engine.failed': [
      { guard: 'mayRecover', target: '#player.transport.stalled', actions: 'recover' },
      {
        target: '#player.transport.failed',
        actions: {
          type: 'rememberFailure',
          params: ({ event }) => ({ failure: { kind: 'sound', failure: event.failure } }),
        },
      },
    ],
  },
}).on;
