import type { PlayerCommand } from './player.protocol.ts';
import type { PlayerContext, ServerProgress } from './player.context.ts';
import { playerSetup } from './player.setup.ts';
import { savedTimeIn, skipsOf } from './position.ts';

type FollowProgress = Extract<PlayerCommand, { type: 'player.followProgress' }>;

/** What the states of the transport do in several places, ready for `actions`. */
export const wantsSound = { type: 'want', params: { wantsSound: true } } as const;
export const wantsSilence = { type: 'want', params: { wantsSound: false } } as const;
export const play = { type: 'command', params: { type: 'engine.play' } } as const;
export const pause = { type: 'command', params: { type: 'engine.pause' } } as const;
export const sayTakenOver = {
  type: 'tellNotice',
  params: { type: 'notice.show', notice: { kind: 'takenOver', by: 'device' } },
} as const;
export const sayOtherTab = {
  type: 'tellNotice',
  params: { type: 'notice.show', notice: { kind: 'takenOver', by: 'tab' } },
} as const;
export const sayBlocked = { type: 'tellNotice', params: { type: 'notice.show', notice: { kind: 'blocked' } } } as const;
export const tellNoMedia = { type: 'tellMedia', params: { media: null } } as const;
export const saySound = { type: 'tellNotice', params: { type: 'sound.started' } } as const;

/** What is over begins again. */
export const seekToFirst = {
  type: 'seek',
  params: ({ context }: { context: PlayerContext }) => ({ time: skipsOf(context).start }),
} as const;

/** What makes the position of another device the one here. */
export const follow = [
  { type: 'rememberUpdate', params: ({ event }: { event: ServerProgress }) => event },
  { type: 'noteMove', params: ({ event }: { event: ServerProgress }) => event },
  {
    type: 'adoptPosition',
    params: ({ event }: { event: ServerProgress }) => ({ time: event.progress.data.currentTime }),
  },
  {
    type: 'tellSession',
    params: ({ event }: { event: ServerProgress }) =>
      ({ type: 'playback.adopt', time: event.progress.data.currentTime }) as const,
  },
  { type: 'seek', params: ({ event }: { event: ServerProgress }) => ({ time: event.progress.data.currentTime }) },
] as const;

/** Without sound here the position of another device holds, with a way back (SYN-008). */
export const followOther = playerSetup.createStateConfig({
  on: {
    'server.progress.updated': {
      guard: { type: 'isMovedByOther', params: ({ event }) => event },
      target: 'paused',
      actions: follow,
    },
  },
}).on;

/** Progress changed by hand holds here too: where it was told to be, paused. */
export const followEdit = playerSetup.createStateConfig({
  on: {
    'player.followProgress': {
      guard: { type: 'isOpenMedia', params: ({ event }) => event },
      target: '#player.transport.paused',
      actions: [
        { type: 'adoptPosition', params: ({ context, event }) => ({ time: event.time ?? savedTimeIn(context) }) },
        {
          type: 'tellSession',
          params: ({ context, event }) => ({ type: 'playback.adopt', time: event.time ?? savedTimeIn(context) }),
        },
        { type: 'seek', params: ({ context, event }) => ({ time: event.time ?? savedTimeIn(context) }) },
        pause,
      ],
    },
  },
}).on;

/** Without sound only another place is followed: what the server has is on its way or there. */
export const followPlace = {
  guard: { type: 'isPlaceOfOpen', params: ({ event }: { event: FollowProgress }) => event },
  target: '#player.transport.paused',
  actions: [
    { type: 'adoptPosition', params: ({ event }: { event: FollowProgress }) => ({ time: event.time ?? 0 }) },
    {
      type: 'tellSession',
      params: ({ event }: { event: FollowProgress }) => ({ type: 'playback.adopt', time: event.time ?? 0 }) as const,
    },
    { type: 'seek', params: ({ event }: { event: FollowProgress }) => ({ time: event.time ?? 0 }) },
  ],
} as const;

/** What may happen to the sound, and to the session behind it, while there is an engine. */
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
      actions: [
        { type: 'takeTracks', params: ({ event }) => event },
        { type: 'rememberSession', params: ({ event }) => event },
      ],
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
