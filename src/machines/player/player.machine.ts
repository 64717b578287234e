import { and, type ActorRefFrom } from 'xstate';
import { defaultPreferences } from '../../schemas/preferences.ts';
import { playerSetup } from './player.setup.ts';
import { toMediaRef } from './player.protocol.ts';
import { transport } from './transport.region.ts';

/** What makes the sound. Every engine runs under the id `engine`, so nobody asks which one it is. */
const engine = playerSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      on: {
        'player.warm': 'html5',
        'player.play': 'html5',
        'preferences.changed': { actions: { type: 'takePreferences', params: ({ event }) => ({ preferences: event.preferences }) } },
      },
    },
    html5: {
      invoke: { src: 'html5Engine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) },
      on: {
        'preferences.changed': {
          actions: [
            { type: 'takePreferences', params: ({ event }) => ({ preferences: event.preferences }) },
            { type: 'command', params: ({ event }) => ({ type: 'engine.setRate', rate: event.preferences.playbackRate }) },
            { type: 'command', params: ({ event }) => ({ type: 'engine.setVolume', volume: event.preferences.volume }) },
          ],
        },
      },
    },
  },
});

/** The session on the server, and what lives as long as something is open: keys, the system's own player. */
const session = playerSetup.createStateConfig({
  initial: 'absent',
  states: {
    absent: { on: { 'player.play': { target: 'present', actions: { type: 'request', params: ({ event }) => event } } } },
    present: {
      invoke: [
        {
          src: 'playbackSession',
          id: 'playbackSession',
          input: ({ context }) => ({ media: context.request?.media ?? { libraryItemId: '', episodeId: null }, playhead: context.playhead }),
          onDone: [
            { guard: and(['isEnding', 'hasNext']), target: 'present', reenter: true, actions: 'takeNext' },
            { guard: 'isEnding', target: 'absent' },
          ],
        },
        { src: 'hotkeys', id: 'hotkeys' },
        { src: 'mediaSession', id: 'mediaSession' },
      ],
      initial: 'active',
      states: {
        active: {
          on: {
            'player.play': [
              { guard: { type: 'isOpenHere', params: ({ event }) => ({ media: toMediaRef(event) }) } },
              {
                target: 'ending',
                actions: [{ type: 'requestNext', params: ({ event }) => event }, { type: 'tellSession', params: { type: 'session.close' } }],
              },
            ],
            'player.retry': { guard: 'hasFailed', target: 'ending', actions: ['requestAgain', { type: 'tellSession', params: { type: 'session.close' } }] },
            'player.close': {
              guard: 'mayClose',
              target: 'ending',
              actions: ['forget', { type: 'tellSession', params: { type: 'session.close' } }],
            },
            'session.opened': { actions: 'showInSystem' },
            'engine.playing': { actions: [{ type: 'tellSession', params: { type: 'session.playing' } }, { type: 'tellSystem', params: { isPlaying: true } }] },
            'engine.paused': { actions: [{ type: 'tellSession', params: { type: 'session.paused' } }, { type: 'tellSystem', params: { isPlaying: false } }] },
            'engine.ended': { actions: [{ type: 'tellSession', params: { type: 'session.paused' } }, { type: 'tellSystem', params: { isPlaying: false } }] },
            'engine.seeked': { actions: [{ type: 'tellSession', params: { type: 'session.save' } }, 'tellSystemPosition'] },
            'engine.failed': [
              { guard: 'mayRecover', actions: { type: 'tellSession', params: { type: 'session.renew' } } },
              { actions: { type: 'tellSession', params: { type: 'session.paused' } } },
            ],
            'server.session.closed': {
              guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.sessionId }) },
              actions: { type: 'tellSession', params: { type: 'session.endedElsewhere' } },
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
          on: { 'player.play': { actions: { type: 'requestNext', params: ({ event }) => event } } },
        },
      },
    },
  },
});

/** The one thing that the listener should know now. */
const notice = playerSetup.createStateConfig({
  initial: 'hidden',
  states: {
    hidden: { entry: 'forgetNotice', on: { 'notice.shown': 'shown' } },
    shown: {
      after: { noticeTime: 'hidden' },
      on: {
        'notice.shown': { target: 'shown', reenter: true },
        'notice.cleared': 'hidden',
        'player.dismissNotice': 'hidden',
        'player.close': { guard: 'mayClose', target: 'hidden' },
        'player.undoMove': { guard: 'isMoved', target: 'hidden', actions: 'undoMove' },
        'server.session.closed': {
          guard: { type: 'isAboutNotice', params: ({ event }) => ({ sessionId: event.sessionId }) },
          target: 'hidden',
        },
      },
    },
  },
});

/** The full-screen player of a phone. */
const sheet = playerSetup.createStateConfig({
  initial: 'collapsed',
  states: {
    collapsed: { on: { 'player.expand': { guard: 'isOpen', target: 'expanded' }, 'player.escape': { actions: 'closeByKey' } } },
    expanded: {
      on: {
        'player.collapse': 'collapsed',
        'player.escape': 'collapsed',
        'player.close': { guard: 'mayClose', target: 'collapsed' },
      },
    },
  },
});

/**
 * Plays one item at a time.
 *
 * Invariants:
 * 1. Ticks of the time never come here: the engine sends them to the playhead.
 * 2. A session is saved and closed before the next one is opened, or the server would close it unsaved when
 *    this device opens another (areas 30.3); a server that does not answer holds that up by `endGrace` at most.
 * 3. Failed sound is tried again a bounded number of times (pitfall 4).
 */
export const playerMachine = playerSetup.createMachine({
  id: 'player',
  context: ({ spawn }) => ({
    playhead: spawn('playhead', { id: 'playhead' }),
    preferences: defaultPreferences,
    request: null,
    next: null,
    opened: null,
    wantsSound: false,
    failure: null,
    recoveries: 0,
    recoveredAt: 0,
    isRecovering: false,
    loudVolume: null,
    notice: null,
    lastUpdate: 0,
    ownSessions: [],
    followed: null,
  }),
  entry: 'readPreferences',
  invoke: [
    { src: 'preferencesWatch', id: 'preferencesWatch' },
    { src: 'otherTabs', id: 'otherTabs' },
  ],
  on: {
    'player.seekBy': { actions: { type: 'seekBy', params: ({ event }) => ({ seconds: event.seconds }) } },
    'player.jumpForward': { actions: { type: 'seekBy', params: ({ context }) => ({ seconds: context.preferences.jumpForwardAmount }) } },
    'player.jumpBackward': { actions: { type: 'seekBy', params: ({ context }) => ({ seconds: -context.preferences.jumpBackwardAmount }) } },
    'player.previousChapter': { actions: 'seekToPrevious' },
    'player.nextChapter': { guard: 'hasNextChapter', actions: 'seekToNext' },
    'player.setRate': { actions: { type: 'setRate', params: ({ event }) => ({ rate: event.rate }) } },
    'player.rateUp': { actions: { type: 'stepRate', params: { steps: 1 } } },
    'player.rateDown': { actions: { type: 'stepRate', params: { steps: -1 } } },
    'player.setVolume': { actions: { type: 'setVolume', params: ({ event }) => ({ volume: event.volume }) } },
    'player.volumeUp': { actions: { type: 'stepVolume', params: { steps: 1 } } },
    'player.volumeDown': { actions: { type: 'stepVolume', params: { steps: -1 } } },
    'player.toggleMute': { actions: 'toggleMute' },
  },
  type: 'parallel',
  states: { engine, transport, session, notice, sheet },
});

export type PlayerRef = ActorRefFrom<typeof playerMachine>;
