import { and, assign, raise, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toMediaRef } from '../../kit/media.logic.ts';
import { defaultPreferences } from '../../../schemas/preferences.ts';
import { details } from './details.region.ts';
import { engine, engineActions, output } from './engine.region.ts';
import { HERE } from './open-session.actor.ts';
import { rootActions } from './player.actions.ts';
import { playerBase } from './player.base.ts';
import type { PlayTarget } from './player.protocol.ts';
import { session, sessionActions } from './session.region.ts';
import { drawing, sound, soundActions } from './sound.region.ts';
import { transport } from './transport.region.ts';
import { transportActions } from './transport.actions.ts';
import { undo, undoActions } from './undo.region.ts';
import type { SystemRef } from '../../kit/system.ts';

export const playerSetup = playerBase.extend({
  actions: {
    ...rootActions,
    ...engineActions,
    ...soundActions,
    ...transportActions,
    ...sessionActions,
    ...undoActions,
  },
});

const mediaOf = ({ event }: { event: PlayTarget }) => ({ media: toMediaRef(event) });
const isOpenHere = { type: 'isOpenHere', params: mediaOf } as const;
const request = [{ type: 'notifyMedia', params: mediaOf }, by('requestMedia')] as const;
const takenOver = (by: 'device' | 'tab') =>
  ({ type: 'notifyNotice', params: { type: 'notice.show', notice: { kind: 'takenOver', by } } }) as const;
const close = ['forgetOpen', 'close'] as const;

/**
 * Plays one item at a time. Closes a session before it opens the next (server fact 15), within `endGrace`.
 * Ticks go to the playhead, never here. Regions do not depend on their order: cross-region data comes with events.
 */
export const playerMachine = playerSetup.createMachine({
  id: 'player',
  context: ({ spawn }) => ({
    playhead: spawn('playhead', { id: 'playhead' }),
    preferences: defaultPreferences,
    userId: '',
    mediaPlayer: HERE,
    request: null,
    next: null,
    opened: null,
    details: null,
    wantsSound: false,
    failure: null,
    recoveries: 0,
    recoveredAt: 0,
    loudVolume: null,
    lastUpdate: 0,
    ownSessions: [],
    browserSessions: [],
  }),
  invoke: [
    { src: 'itemSettings', id: 'itemSettings' },
    { src: 'playersWatch', id: 'playersWatch' },
    { src: 'skipEnd', id: 'skipEnd', input: ({ context, self }) => ({ playhead: context.playhead, player: self }) },
    { src: 'notice', id: 'notice' },
    { src: 'sheet', id: 'sheet' },
    { src: 'sleepTimer', id: 'sleepTimer', input: ({ context }) => ({ playhead: context.playhead }) },
    { src: 'chapterList', id: 'chapterList' },
    { src: 'bookmarks', id: 'bookmarks', input: ({ context }) => ({ playhead: context.playhead }) },
    { src: 'autoRewind', id: 'autoRewind', input: ({ context }) => ({ playhead: context.playhead }) },
    { src: 'history', id: 'history' },
  ],
  on: {
    'player.play': [
      { guard: 'isStandingBy', actions: request },
      { guard: isOpenHere, actions: by('goOn') },
      { actions: request },
    ],
    'player.playOrPause': [
      { guard: isOpenHere, actions: raise({ type: 'player.toggle' }) },
      { actions: raise(({ event }) => ({ ...event, type: 'player.play' })) },
    ],
    'player.toggle': [
      { guard: 'isSamePress' },
      { guard: and(['isSounding', 'wantsSound']), actions: 'pressPause' },
      { actions: raise({ type: 'player.resume' }) },
    ],
    'player.retry': { guard: 'hasFailed', actions: by('requestAgain') },
    'player.close': { guard: 'mayClose', actions: close },
    'player.shutDown': { guard: 'isOpen', actions: close },
    'player.startedElsewhere': [
      { guard: 'isSounding', actions: ['pressPause', takenOver('tab')] },
      { actions: 'pressPause' },
    ],
    'playback.takenOver': { guard: 'isSounding', actions: ['pressPause', takenOver('device')] },
    'tabs.sessionsChanged': { actions: assign(({ event }) => ({ browserSessions: event.ids })) },
    'server.user.updated': { actions: by('takeAccount') },
    'server.item.updated': {
      guard: by('isItemOfOpen'),
      actions: [
        { type: 'takeItems', params: ({ event }) => [event.item] },
        { type: 'keepOpen', params: {} },
      ],
    },
    'server.items.updated': {
      guard: { type: 'holdsOpen', params: ({ event }) => event.items },
      actions: [
        { type: 'takeItems', params: ({ event }) => event.items.items },
        { type: 'keepOpen', params: {} },
      ],
    },
    'server.session.closed': { actions: by('notifyNotice') },
    'server.stream.failed': {
      guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.failure.id }) },
      actions: { type: 'failStream', params: ({ event }) => event.failure },
    },
    'player.expand': { guard: 'isOpen', actions: { type: 'notifySheet', params: { type: 'sheet.expand' } } },
    'player.toggleFullScreen': { guard: 'isOpen', actions: { type: 'notifySheet', params: { type: 'sheet.toggle' } } },
    'player.collapse': { actions: { type: 'notifySheet', params: { type: 'sheet.collapse' } } },
    'player.escape': { actions: { type: 'notifySheet', params: { type: 'sheet.escape' } } },
    'player.undoJump': { actions: { type: 'notifyNotice', params: { type: 'notice.undoJump' } } },
    'player.seekBy': { actions: by('seekBy') },
    'player.jumpForward': {
      actions: { type: 'seekBy', params: ({ context }) => ({ seconds: context.preferences.jumpForwardAmount }) },
    },
    'player.jumpBackward': {
      actions: { type: 'seekBy', params: ({ context }) => ({ seconds: -context.preferences.jumpBackwardAmount }) },
    },
    'player.seekToPreviousChapter': { actions: 'seekToPrevious' },
    'player.seekToNextChapter': [
      { guard: 'hasNextChapter', actions: 'seekToNext' },
      { actions: { type: 'notifyQueue', params: { type: 'queue.playNext' } } },
    ],
    'player.openChapters': { guard: 'hasChapters', actions: 'openChapters' },
    'player.openBookmarks': { guard: 'isBookOpen', actions: 'openBookmarks' },
    'player.addBookmark': { guard: 'isBookOpen', actions: 'addBookmark' },
    'player.noteBookmark': {
      guard: {
        type: 'isOpenHere',
        params: ({ event: { bookmark } }) => ({ media: { libraryItemId: bookmark.libraryItemId, episodeId: null } }),
      },
      actions: ['openBookmarks', by('noteBookmark')],
    },
    'player.openQueue': { guard: 'isOpen', actions: 'openQueue' },
    'player.setRate': { actions: by('setRate') },
    'player.raiseRate': { actions: { type: 'stepRate', params: { steps: 1 } } },
    'player.lowerRate': { actions: { type: 'stepRate', params: { steps: -1 } } },
    'player.setVolume': { actions: by('setVolume') },
    'player.raiseVolume': { actions: { type: 'stepVolume', params: { steps: 1 } } },
    'player.lowerVolume': { actions: { type: 'stepVolume', params: { steps: -1 } } },
    'player.toggleMute': { actions: 'toggleMute' },
    'player.extendSleepTimer': { actions: { type: 'notifySleepTimer', params: { type: 'sleepTimer.extend' } } },
  },
  type: 'parallel',
  states: { engine, output, transport, sound, drawing, details, session, undo },
});

export type PlayerRef = SystemRef<'player', ActorRefFrom<typeof playerMachine>>;
