import { and, not, or } from 'xstate';
import { by } from '../../kit/by.ts';
import { isMoveOfOther } from './news.logic.ts';
import { isStream, type OpenSession } from './open-session.actor.ts';
import type { PlayerContext, ServerProgress } from './player.context.ts';
import type { PlayerCommand } from './player.protocol.ts';
import { savedTimeIn, skipsOf } from './position.ts';
import { createStateConfig, pause, play, sayBlocked, wantsSilence, wantsSound } from './transport.actions.ts';

type FollowProgress = Extract<PlayerCommand, { type: 'player.followProgress' }>;

const seekTo = { type: 'seek', params: ({ event }: { event: { time: number } }) => ({ time: event.time }) } as const;
const restart = {
  type: 'seek',
  params: ({ context }: { context: PlayerContext }) => ({ time: skipsOf(context).start }),
} as const;
const blocked = { guard: by('isBlocked'), target: '#player.transport.loaded.paused' } as const;

const isMoved = ({ context, event }: { context: PlayerContext; event: ServerProgress }) =>
  isMoveOfOther(context, event.progress);
const opensStream = ({ event }: { event: { opened: OpenSession } }) => isStream(event.opened);

const followOther = [
  by('rememberUpdate'),
  by('noteMove'),
  { type: 'adopt', params: ({ event }: { event: ServerProgress }) => ({ time: event.progress.data.currentTime }) },
] as const;

/** Without sound only another position is followed: ours is being saved. */
const followPlace = {
  guard: by('isPlaceOfOpen'),
  target: 'paused',
  actions: { type: 'adopt', params: ({ event }: { event: FollowProgress }) => ({ time: event.time ?? 0 }) },
} as const;

/** An engine has the files; its reports, not the commands, change the state. */
export const loaded = createStateConfig({
  initial: 'loading',
  on: {
    'playback.failed': {
      target: 'failed',
      actions: [
        { type: 'rememberFailure', params: ({ event }) => ({ failure: { kind: 'session', error: event.error } }) },
        pause,
      ],
    },
    // Files play on with new addresses; streams and a changed output reload.
    'playback.reopened': [
      { guard: or(['isMoving', 'isStream', opensStream]), actions: ['loadFromHere', by('rememberSession')] },
      {
        actions: [
          {
            type: 'command',
            params: ({ event }) => ({ type: 'engine.replaceTrackUrls', tracks: event.opened.tracks }),
          },
          by('rememberSession'),
        ],
      },
    ],
    'engine.failed': [
      { guard: 'mayRecover', target: '.sounding.recovering', actions: 'recover' },
      {
        target: 'failed',
        actions: [
          { type: 'rememberFailure', params: ({ event }) => ({ failure: { kind: 'sound', failure: event.failure } }) },
          { type: 'notifySession', params: { type: 'playback.paused' } },
        ],
      },
    ],
    'engine.started': '.sounding.playing',
  },
  states: {
    loading: {
      tags: 'busy',
      on: {
        'player.resume': { actions: [wantsSound, play] },
        'player.pause': { actions: wantsSilence },
        'engine.loaded': { guard: not('wantsSound'), target: 'paused' },
        'engine.paused': [{ ...blocked, actions: sayBlocked }, { target: 'paused' }],
      },
    },
    paused: {
      entry: [wantsSilence, 'doubtUnlessLive', { type: 'notifyAutoRewind', params: { type: 'sound.stopped' } }],
      on: {
        'player.resume': { actions: ['catchUp', wantsSound, play] },
        'player.followProgress': followPlace,
        'server.progress.updated': { guard: by('isMovedByOther'), target: 'paused', actions: followOther },
        'engine.stalled': { target: 'sounding.stalled', actions: wantsSound },
        'engine.paused': { guard: by('isBlocked'), actions: [wantsSilence, sayBlocked] },
      },
    },
    sounding: {
      tags: 'sounding',
      initial: 'playing',
      on: {
        'player.resume': { actions: wantsSound },
        'player.pause': { actions: [pause, wantsSilence] },
        'player.moveHere': { guard: by('pausesThere'), target: 'paused' },
        'player.followProgress': {
          guard: by('isOpenMedia'),
          target: 'paused',
          actions: [
            { type: 'adopt', params: ({ context, event }) => ({ time: event.time ?? savedTimeIn(context) }) },
            pause,
          ],
        },
        'engine.loaded': { guard: not('wantsSound'), target: 'paused' },
        'engine.paused': [{ ...blocked, actions: sayBlocked }, { target: 'paused' }],
        'engine.ended': 'ended',
      },
      states: {
        playing: {
          entry: [
            wantsSound,
            { type: 'notifyNotice', params: { type: 'sound.started' } },
            { type: 'notifyAutoRewind', params: { type: 'sound.started' } },
          ],
          on: {
            'player.pause': { actions: pause },
            'server.progress.updated': [
              { guard: and(['isDoubted', isMoved]), actions: followOther },
              { guard: by('isPlayedElsewhere'), actions: [by('rememberUpdate'), by('noteOther')] },
            ],
            'engine.started': {},
            'engine.stalled': 'stalled',
            'engine.paused': '#player.transport.loaded.paused',
          },
        },
        /** Buffering. */
        stalled: { tags: 'busy' },
        /** Failed; the next playback session replaces the files. */
        recovering: {
          tags: 'busy',
          on: {
            'playback.reopened': { target: 'stalled', actions: [by('rememberSession'), 'loadFromHere'] },
          },
        },
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
        'player.resume': { actions: [wantsSound, 'silence', restart, play] },
        'player.seek': { guard: by('maySeek'), target: 'paused', actions: [by('noteJump'), seekTo] },
        'player.followProgress': followPlace,
        'server.progress.updated': { guard: by('isMovedByOther'), target: 'paused', actions: followOther },
        'engine.stalled': { target: 'sounding.stalled', actions: wantsSound },
        'engine.paused': { ...blocked, actions: sayBlocked },
      },
    },
  },
});
