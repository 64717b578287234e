import type { ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { defaultPreferences } from '../../../schemas/preferences.ts';
import { engine } from './engine.region.ts';
import { playerSetup } from './player.setup.ts';
import { session } from './session.region.ts';
import { transport } from './transport.region.ts';
import type { SystemRef } from '../../kit/system.ts';

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
    isCasting: false,
    isMoving: false,
    request: null,
    next: null,
    opened: null,
    details: null,
    wantsSound: false,
    failure: null,
    recoveries: 0,
    recoveredAt: 0,
    isRecovering: false,
    loudVolume: null,
    isUndoOffered: false,
    isFirstSound: false,
    isAnnounced: false,
    isDrawingHeld: false,
    isUnchecked: false,
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
    'tabs.sessionsChanged': { actions: by('takeBrowserSessions') },
    'press.ended': { actions: 'endFirstSound' },
    'drawing.due': { actions: 'draw' },
    'server.user.updated': {
      actions: by('takeAccount'),
    },
    'server.item.updated': {
      guard: by('isItemOfOpen'),
      actions: [
        { type: 'takeItem', params: ({ event }) => ({ items: [event.item] }) },
        { type: 'keepOpen', params: {} },
        'showRenamed',
      ],
    },
    'server.items.updated': {
      guard: { type: 'holdsOpen', params: ({ event }) => event.items },
      actions: [
        { type: 'takeItem', params: ({ event }) => event.items },
        { type: 'keepOpen', params: {} },
        'showRenamed',
      ],
    },
    'server.session.closed': { actions: by('notifyNotice') },
    'server.stream.failed': {
      guard: { type: 'isOwnSession', params: ({ event }) => ({ sessionId: event.failure.id }) },
      actions: [{ type: 'sayStreamFailed', params: ({ event }) => event.failure }, 'failStream'],
    },
    'player.expand': { guard: 'isOpen', actions: { type: 'notifySheet', params: { type: 'sheet.expand' } } },
    'player.toggleFullScreen': { guard: 'isOpen', actions: { type: 'notifySheet', params: { type: 'sheet.toggle' } } },
    'player.collapse': { actions: { type: 'notifySheet', params: { type: 'sheet.collapse' } } },
    'player.escape': { actions: { type: 'notifySheet', params: { type: 'sheet.escape' } } },
    'player.closePressed': {
      guard: 'mayClose',
      actions: [{ type: 'notifyQueue', params: { type: 'queue.close' } }, 'closeWithUndo'],
    },
    'player.undoJump': { actions: { type: 'notifyNotice', params: { type: 'notice.undoJump' } } },
    'player.seekBy': { actions: { type: 'seekBy', params: ({ event }) => ({ seconds: event.seconds }) } },
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
    'player.setRate': { actions: { type: 'setRate', params: ({ event }) => ({ rate: event.rate }) } },
    'player.raiseRate': { actions: { type: 'stepRate', params: { steps: 1 } } },
    'player.lowerRate': { actions: { type: 'stepRate', params: { steps: -1 } } },
    'player.setVolume': { actions: { type: 'setVolume', params: ({ event }) => ({ volume: event.volume }) } },
    'player.raiseVolume': { actions: { type: 'stepVolume', params: { steps: 1 } } },
    'player.lowerVolume': { actions: { type: 'stepVolume', params: { steps: -1 } } },
    'player.toggleMute': { actions: 'toggleMute' },
    'player.extendSleepTimer': { actions: { type: 'notifySleepTimer', params: { type: 'sleepTimer.extend' } } },
  },
  type: 'parallel',
  states: { engine, transport, session },
});

export type PlayerRef = SystemRef<'player', ActorRefFrom<typeof playerMachine>>;
