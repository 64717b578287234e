import { fromTransition, type EventObject, type SnapshotFrom } from 'xstate';
import type { EngineReport } from '../../src/machines/playback/player/engines/engine.protocol.ts';
import {
  playbackSessionMachine,
  type PlaybackSessionParentEvent,
} from '../../src/machines/playback/player/playback-session.machine.ts';
import { bookmarksMachine } from '../../src/machines/playback/player/bookmarks.machine.ts';
import { chapterListMachine } from '../../src/machines/playback/player/chapter-list.machine.ts';
import { noticeMachine } from '../../src/machines/playback/player/notice.machine.ts';
import { playerMachine } from '../../src/machines/playback/player/player.machine.ts';
import { CAST, isStream } from '../../src/machines/playback/player/open-session.actor.ts';
import type { PlayerEvent } from '../../src/machines/playback/player/player.context.ts';
import { sheetMachine } from '../../src/machines/playback/player/sheet.machine.ts';
import { sleepTimerMachine, type SleepTimerEvent } from '../../src/machines/playback/player/sleep-timer.machine.ts';
import type { PlayerCommand } from '../../src/machines/playback/player/player.protocol.ts';
import { keyOf } from '../../src/machines/kit/media.logic.ts';
import { playheadLogic } from '../../src/machines/playback/player/playhead.actor.ts';
import { editsIn } from '../../src/machines/playback/pending-changes/pending-changes.logic.ts';
import type { ChangeBody } from '../../src/schemas/pending-change.ts';
import { progressMachine } from '../../src/machines/playback/progress/progress.machine.ts';
import type { ProgressEdit } from '../../src/machines/playback/progress/progress.logic.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { account, BOOK, bookProgress, openedBook, openedStream, playheadAt } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { innermost } from '../support/state-values.ts';
import type { EventCase } from '../support/rig/model.ts';

const lost = new AppException({ kind: 'network' });
const refused = new AppException({ kind: 'forbidden', message: '' });

const request = { media: BOOK, mediaPlayer: 'html5', forceTranscode: false };

export const playbackSessionModel = defineModel({
  name: 'playbackSession',
  machine: playbackSessionMachine,
  named: { toasts: null, progress: null, ledger: null },
  starts: [
    { input: { ...request, playhead: playheadAt({ time: 30, listened: 30 }) } },
    // Its place is saved, and the next save is due: until that is made.
    {
      input: { ...request, playhead: playheadAt({ time: 30, savedTime: 30, listened: 30 }) },
      until: ({ context }) => context['dueAt'] > 20,
    },
  ],
  events: [
    { type: 'save.due' },
    { type: 'playback.started' },
    { type: 'playback.paused' },
    { type: 'playback.save' },
    { type: 'playback.finished' },
    { type: 'playback.adopt', time: 12 },
    { type: 'playback.reopen' },
    { type: 'playback.endedElsewhere' },
    { type: 'playback.retry' },
    { type: 'call.answered' },
    { type: 'playback.close' },
    { type: 'document.left' },
    { type: 'ledger.saved', time: 30 },
    { type: 'ledger.failed', error: refused.error },
    { type: 'ledger.lost', error: lost.error },
    { type: 'ledger.left', savedTime: 30 },
  ],
  outputs: { openSession: [openedBook()], reopenSession: [openedBook({ id: 'session-2' })] },
  failures: { openSession: [refused], reopenSession: [lost, refused] },
  project: ({ context }) => [
    context.isPlaying,
    context.tries,
    context.opened?.session.id,
    context.error?.kind,
    context.failures,
    context.hasWarned,
    context.dueAt,
  ],
  stopWhen: ({ context }) => context.tries > 1,
  invariants: {
    'nothing is recorded without a session (pitfall 32)': ({ children, context }) =>
      children.recorder === undefined || context.opened !== null,
    'the recorder is there exactly while the item is open, whatever happens to its session': (state) =>
      (state.children.recorder !== undefined) === state.matches('live'),
    'what sounds is noted exactly while it sounds': (state) =>
      !state.matches('live') || state.matches({ live: { pace: 'sounding' } }) === state.context.isPlaying,
    'the listener is warned before a fifth failure in a row': ({ context }) => context.failures < 4,
    'the rest of the program gets each save that arrived, and the end of the sound': (
      _state,
      { happened, receivedBy },
    ) =>
      receivedBy('progress').length <=
      happened.filter(({ type }) => type === 'ledger.saved' || type === 'playback.finished').length,
    'a save that arrives removes the warning': (state, { happened }) =>
      !state.matches('live') || happened.at(-1)?.type !== 'ledger.saved' || !state.context.hasWarned,
  },
});

const other = {
  type: 'server.progress.updated',
  progress: {
    sessionId: 'phone',
    deviceDescription: 'Phone',
    data: bookProgress({ currentTime: 50, lastUpdate: 5000 }),
  },
} as const;

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

/** The open item, as an event brings it. */
const openItem = { ...reducedBook, id: BOOK.libraryItemId };

const engineReports: readonly EngineReport[] = [
  { type: 'engine.loaded' },
  { type: 'engine.started' },
  { type: 'engine.paused', reason: 'requested' },
  { type: 'engine.paused', reason: 'blocked' },
  { type: 'engine.stalled' },
  { type: 'engine.seeked', time: 10 },
  { type: 'engine.ended' },
  { type: 'engine.failed', failure: 'network', time: 10 },
];
const sessionReports: readonly PlaybackSessionParentEvent[] = [
  { type: 'playback.opened', opened: openedBook() },
  { type: 'playback.opened', opened: openedBook({ audioTracks: [] }) },
  { type: 'playback.reopened', opened: openedBook({ id: 'session-2' }) },
  { type: 'playback.failed', error: lost.error },
  { type: 'playback.takenOver' },
  { type: 'playback.delayed' },
];

/** Commands that change no state: tried in one. */
const settings: readonly PlayerCommand[] = [
  { type: 'player.seekBy', seconds: 5 },
  { type: 'player.jumpForward' },
  { type: 'player.jumpBackward' },
  { type: 'player.undoJump' },
  { type: 'player.seekToPreviousChapter' },
  { type: 'player.seekToNextChapter' },
  { type: 'player.setRate', rate: 2 },
  { type: 'player.raiseRate' },
  { type: 'player.lowerRate' },
  { type: 'player.setVolume', volume: 0.5 },
  { type: 'player.raiseVolume' },
  { type: 'player.lowerVolume' },
  { type: 'player.toggleMute' },
  { type: 'player.openChapters' },
  { type: 'player.openBookmarks' },
  { type: 'player.addBookmark' },
  {
    type: 'player.noteBookmark',
    bookmark: { libraryItemId: BOOK.libraryItemId, time: 5, title: 'Now', createdAt: 1 },
  },
  { type: 'player.openQueue' },
  { type: 'player.extendSleepTimer' },
];

/** The data of a new account. */
const atStart: readonly PlayerEvent[] = [
  { type: 'tabs.sessionsChanged', ids: ['tab'] },
  { type: 'player.accountLoaded', userId: 'user-1' },
  {
    type: 'player.restore',
    media: BOOK,
    preview: { title: '', author: '', coverUpdatedAt: null, duration: 60 },
    startTime: null,
  },
];

type PlayerCase = EventCase<PlayerSnapshot, PlayerEvent>;

const isIn = ({ value }: PlayerSnapshot, ...names: readonly string[]) => names.includes(innermost(value.transport));
const isDoubted = (state: PlayerSnapshot) =>
  state.matches({ session: { present: { active: { account: 'doubted' } } } });
const isMoving = (state: PlayerSnapshot) => state.matches({ output: 'moving' });
const isCasting = ({ context }: PlayerSnapshot) => context.mediaPlayer === CAST;

const playerEvents: readonly PlayerCase[] = [
  { type: 'player.play', ...BOOK },
  { type: 'player.play', libraryItemId: 'other' },
  (state: PlayerSnapshot) =>
    isIn(state, 'empty', 'playing') ? ({ type: 'player.playOrPause', ...BOOK } as const) : null,
  { type: 'player.prefetch' },
  { type: 'player.toggle' },
  { type: 'player.resume' },
  { type: 'player.pause' },
  { type: 'player.seek', time: 10 },
  ...settings.map((command) => (state: PlayerSnapshot) => (isIn(state, 'playing') ? command : null)),
  // Without a chapter the queue is notified.
  (state: PlayerSnapshot) => (isIn(state, 'empty') ? ({ type: 'player.seekToNextChapter' } as const) : null),
  (state: PlayerSnapshot) =>
    isIn(state, 'standby')
      ? ({ type: 'player.describe', item: { ...wholeBook, id: BOOK.libraryItemId } } as const)
      : null,
  { type: 'player.expand' },
  { type: 'player.collapse' },
  (state: PlayerSnapshot) => (isIn(state, 'empty', 'playing') ? ({ type: 'player.toggleFullScreen' } as const) : null),
  { type: 'player.escape' },
  { type: 'player.closePressed' },
  { type: 'player.followProgress', media: BOOK, time: null },
  { type: 'player.followProgress', media: BOOK, time: 0 },
  { type: 'player.retry' },
  { type: 'player.close' },
  { type: 'player.shutDown' },
  { type: 'player.startedElsewhere' },
  { type: 'preferences.changed', preferences: defaultPreferences },
  { type: 'player.setGain', gain: 0.5 },
  // At any time, also of an ended engine or session.
  ...engineReports,
  ...sessionReports,
  ...atStart.map((event) => (state: PlayerSnapshot) => (isIn(state, 'empty') ? event : null)),
  (state: PlayerSnapshot) =>
    state.hasTag('unreachable') || isIn(state, 'standby', 'stalled', 'paused', 'ended', 'failed')
      ? ({ type: 'server.reached' } as const)
      : null,
  (state: PlayerSnapshot) => (isIn(state, 'paused', 'ended') ? ({ type: 'server.lost' } as const) : null),
  (state: PlayerSnapshot) => (isDoubted(state) ? ({ type: 'server.checked' } as const) : null),
  (state: PlayerSnapshot) =>
    isIn(state, 'empty', 'playing') && !isCasting(state) ? ({ type: 'player.moveToReceiver' } as const) : null,
  ...([true, false] as const).map(
    (isPaused) => (state: PlayerSnapshot) =>
      isCasting(state) ? ({ type: 'player.moveHere', isPaused } as const) : null,
  ),
  (state: PlayerSnapshot) =>
    isIn(state, 'playing') ? ({ type: 'playback.reopened', opened: openedStream({ id: 'session-3' }) } as const) : null,
  ({ context }: PlayerSnapshot) =>
    isStream(context.opened)
      ? ({ type: 'server.stream.failed', failure: { id: 'session-3', message: 'No encoder' } } as const)
      : null,
  ({ context }: PlayerSnapshot) =>
    isStream(context.opened) ? ({ type: 'server.stream.reset', reset: { streamId: 'session-3' } } as const) : null,
  other,
  { ...other, progress: { ...other.progress, sessionId: 'session-1' } },
  { type: 'server.user.updated', user: account([]) },
  { type: 'server.session.closed', sessionId: 'phone' },
  { type: 'server.session.closed', sessionId: 'session-1' },
  (state: PlayerSnapshot) =>
    isIn(state, 'failed') ? ({ type: 'server.item.updated', item: openItem } as const) : null,
  (state: PlayerSnapshot) =>
    isIn(state, 'ended')
      ? ({ type: 'server.items.updated', items: { items: [openItem], dropped: [] } } as const)
      : null,
];

/** Differences by a receiver. All else is tested without one: it is the same. */
const OF_RECEIVERS: readonly string[] = [
  'player.play',
  'player.retry',
  'player.close',
  'player.shutDown',
  'player.setGain',
  'player.moveHere',
  'preferences.changed',
  'playback.opened',
  'playback.failed',
  'engine.started',
  'engine.stalled',
];

/** Differences by the first moments of sound, and by an undo on offer. */
const OF_MOMENTS: readonly string[] = [
  'player.play',
  'player.restore',
  'player.playOrPause',
  'player.toggle',
  'player.close',
  'playback.opened',
  'playback.failed',
  'engine.started',
  'engine.paused',
  'engine.stalled',
  'engine.failed',
];
const isMoment = (state: PlayerSnapshot) =>
  !state.matches({ drawing: 'drawn' }) || state.matches({ sound: 'first' }) || state.matches({ undo: 'offered' });

function unlessSame(tried: PlayerCase): PlayerCase {
  return (state) => {
    const event = typeof tried === 'function' ? tried(state) : tried;
    if (!event || (isCasting(state) && !OF_RECEIVERS.includes(event.type))) return null;
    return isMoment(state) && !OF_MOMENTS.includes(event.type) ? null : event;
  };
}

export const playerModel = defineModel({
  name: 'player',
  warnings: ['The player cannot seek: the time is no number'],
  machine: playerMachine,
  named: {
    toasts: null,
    menus: null,
    ledger: null,
    preferences: fromTransition((state) => state, defaultPreferences),
    progress: fromTransition((state) => state, { entries: {} }),
  },
  fakes: { playhead: playheadLogic },
  events: playerEvents.map(unlessSame),
  outputs: { fetchItem: [wholeBook] },
  ignored: [
    { type: 'player.seek', time: Number.NaN },
    { type: 'server.item.updated', item: reducedBook },
  ],
  project: ({ context, value }) => ({
    isDescribed: value.transport === 'standby' && context.details !== null,
    request: context.request?.media.libraryItemId,
    next: context.next?.media.libraryItemId,
    opened: context.opened?.tracks.length,
    isStream: isStream(context.opened),
    failure: context.failure?.kind,
    wantsSound: context.wantsSound,
    recoveries: Math.min(context.recoveries, 2),
    mediaPlayer: context.mediaPlayer,
  }),
  /** Side issues one at a time, or the states would be tens of thousands. */
  stopWhen: (state) => {
    const { context } = state;
    const isOther = context.request?.media.libraryItemId === 'other';
    const sides = [
      context.next !== null,
      isCasting(state),
      isDoubted(state),
      isMoment(state) && !isCasting(state),
      context.recoveries > 0,
      state.hasTag('unreachable'),
      isIn(state, 'standby'),
      isStream(context.opened),
    ];
    const isMended = context.recoveries > 0 && !isIn(state, 'recovering') && context.failure === null;
    const isMoved =
      (isMoving(state) && (context.opened !== null || !isCasting(state))) ||
      (isCasting(state) && isIn(state, 'paused', 'ended'));
    return isOther || isMended || isMoved || sides.filter(Boolean).length > 1;
  },
  invariants: {
    'the player is drawn where there is no sound': (state) =>
      state.matches({ drawing: 'drawn' }) || !isIn(state, 'paused', 'failed', 'standby'),
    'there is an engine exactly while files are loaded': (state) =>
      (state.children.engine !== undefined) ===
      (state.matches({ transport: 'loaded' }) ||
        (state.matches({ transport: 'failed' }) && state.context.opened !== null)),
    'other tabs know of sound exactly while it is wanted': (state) =>
      !isIn(state, 'playing') || !state.matches({ sound: 'silent' }),
    'an item only shown has no playback session': (state) =>
      !state.matches({ transport: 'standby' }) ||
      (state.context.opened === null && !state.matches({ session: { present: 'active' } })),
    'what was loaded since a receiver came or went sounds in the right place': (state) =>
      isMoving(state) ||
      !state.matches({ engine: 'running' }) ||
      isCasting(state) === state.matches({ engine: { running: 'cast' } }),
    'a failure shows exactly while it lasts': (state) =>
      (state.context.failure !== null) === state.matches({ transport: 'failed' }),
  },
});

const moved = { by: 'device', device: 'Phone', sessionId: 'phone', from: 12, to: 24 } as const;

export const noticeModel = defineModel({
  name: 'notice',
  machine: noticeMachine,
  events: [
    { type: 'notice.show', notice: { kind: 'otherDevice', device: 'Phone', sessionId: 'phone' } },
    { type: 'notice.show', notice: { kind: 'takenOver', by: 'tab' } },
    { type: 'notice.show', notice: { kind: 'blocked' } },
    { type: 'position.followed', move: moved },
    { type: 'position.followed', move: { ...moved, from: 24, to: 30 } },
    { type: 'position.followed', move: { ...moved, sessionId: 'tab', by: 'tab', from: 24, to: 40 } },
    { type: 'position.jumped', from: 12, to: 24 },
    { type: 'position.jumped', from: 24, to: 200 },
    { type: 'sound.started' },
    { type: 'media.changed' },
    { type: 'server.session.closed', sessionId: 'phone' },
    { type: 'notice.undo' },
    { type: 'notice.undoJump' },
    { type: 'notice.dismiss' },
  ],
  ignored: [{ type: 'server.session.closed', sessionId: 'other' }],
  project: ({ context: { notice, followed, jump } }) => [notice, followed, jump?.from, jump?.to],
  invariants: {
    'a text is set exactly while the notice shows': (state) =>
      (state.context.notice !== null) === state.matches('shown'),
    'while there is sound no notice denies it': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'sound.started' ||
      (context.notice?.kind !== 'takenOver' && context.notice?.kind !== 'blocked'),
    'no notice is about another item': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'media.changed' || context.notice === null,
    'the way back leads to a place where the listener was here': (_state, { parentEvents }) =>
      parentEvents.every((event) => 'time' in event && (event['time'] === 12 || event['time'] === 24)),
    'each way back is used once': (_state, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'notice.undo' || type === 'notice.undoJump').length,
    'a jump of another item is not taken back': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'media.changed' || context.jump === null,
  },
});

export const sheetModel = defineModel({
  name: 'sheet',
  machine: sheetMachine,
  named: { menus: null },
  events: [
    { type: 'sheet.expand' },
    { type: 'sheet.collapse' },
    { type: 'sheet.toggle' },
    { type: 'sheet.escape' },
    { type: 'sheet.back', isCovered: true },
    { type: 'sheet.back', isCovered: false },
  ],
  invariants: {
    'going back closes the sheet exactly while it is open': ({ children, value }) =>
      (children.holdBack !== undefined) === (value === 'expanded'),
    'Escape closes the sheet, and the player only where there is no sheet': (state, { happened, parentEvents }) => {
      let isOpen = false;
      const requested = happened.filter(({ type }) => {
        const wasOpen = isOpen;
        isOpen = type === 'sheet.expand' || (type === 'sheet.toggle' && !wasOpen);
        return type === 'sheet.escape' && !wasOpen;
      });
      return parentEvents.length === requested.length && state.status === 'active';
    },
  },
});

export const chapterListModel = defineModel({
  name: 'chapterList',
  machine: chapterListMachine,
  events: [
    { type: 'chapterList.reset' },
    { type: 'chapterList.filter', text: 'ten' },
    { type: 'chapterList.type', character: 't' },
  ],
  project: ({ context }) => context,
  stopWhen: ({ context }) => context.typed.length > 2,
  invariants: {
    'something was typed exactly while the next character belongs to it': (state) =>
      (state.context.typed !== '') === state.matches('typing'),
    'only who searches changes the search, and a new opening ends it': ({ context }, { happened }) =>
      (context.query !== '') ===
      (happened.findLast(({ type }) => type !== 'chapterList.type' && !type.startsWith('xstate'))?.type ===
        'chapterList.filter'),
  },
});

const sleepChapters = [
  { id: 0, start: 0, end: 40, title: 'One' },
  { id: 1, start: 40, end: 60, title: 'Two' },
  { id: 2, start: 60, end: 100, title: 'Three' },
];

/** The listener's countdown less the played time, read off a run: seconds that should be left. */
function leftOf(happened: readonly EventObject[]): number {
  let left = 0;
  let draft = '';
  for (const event of happened as readonly SleepTimerEvent[]) {
    if (event.type === 'sleepTimer.set' && event.timer.type === 'countdown') left = event.timer.seconds;
    if (event.type === 'sleepTimer.change') draft = event.text;
    if (event.type === 'sleepTimer.submit') {
      if (draft === '0.1') left = 6;
      draft = '';
    }
    if (event.type === 'sleepTimer.raise') left += event.seconds;
    if (event.type === 'sleepTimer.lower') left = left < 300 ? left - (left > 60 ? 60 : 5) : left - 300;
    if (event.type === 'sleepTimer.lower' && left < 0) left = 3;
    if ((event.type === 'sleepTimer.extend' || event.type === 'play.pressed') && left <= 30) left += 300;
    if (event.type === 'sound.heard') left -= event.seconds;
  }
  return left;
}

type SleepTimerSnapshot = SnapshotFrom<typeof sleepTimerMachine>;
const isAtWork = ({ value }: SleepTimerSnapshot) => value !== 'idle' && value !== 'expired';

export const sleepTimerModel = defineModel({
  name: 'sleepTimer',
  machine: sleepTimerMachine,
  starts: [{ input: { playhead: playheadAt({ time: 12 }) } }],
  named: { toasts: null, preferences: fromTransition((state) => state, defaultPreferences) },
  events: [
    { type: 'sleepTimer.set', timer: { type: 'countdown', seconds: 100 } },
    { type: 'sleepTimer.set', timer: { type: 'chapter', count: 1 } },
    { type: 'sleepTimer.set', timer: { type: 'chapter', count: 2 } },
    { type: 'sleepTimer.cancel' },
    ...(['0.1', 'soon'] as const).map(
      (text) => (state: SleepTimerSnapshot) =>
        isAtWork(state) && state.context.left !== 100 ? null : ({ type: 'sleepTimer.change', text } as const),
    ),
    { type: 'sleepTimer.submit' },
    { type: 'sleepTimer.raise', seconds: 300 },
    { type: 'sleepTimer.lower', seconds: 300 },
    { type: 'sleepTimer.extend' },
    { type: 'play.pressed' },
    { type: 'media.opened', chapters: sleepChapters, duration: 100 },
    { type: 'media.ended' },
    { type: 'media.closed' },
    { type: 'sound.heard', seconds: 80, time: 39 },
    { type: 'sound.heard', seconds: 20, time: 40 },
    { type: 'sound.heard', seconds: 1, time: 99.9 },
    { type: 'sound.moved', time: 2 },
    { type: 'sound.moved', time: 99 },
  ],
  project: (state) => {
    const { type, left, border, count, draft, chapters } = state.context;
    return isAtWork(state)
      ? [type, type === 'countdown' ? [left > 100, left] : [left > 30, border, count], draft, chapters.length]
      : [draft, chapters.length];
  },
  stopWhen: ({ context }) =>
    context.left > 100 || (context.type === 'countdown' && ![0, 6, 19, 20, 100].includes(context.left)),
  invariants: {
    'sound is watched exactly while a timer is set': (state) =>
      (state.children.soundWatch !== undefined) === isAtWork(state),
    "a countdown's rest is its start, plus and minus the changes, less the played time": (state, { happened }) =>
      !isAtWork(state) || state.context.type !== 'countdown' || Math.max(0, leftOf(happened)) === state.context.left,
    'it stops the sound by sound or by hand, never by a seek or another item': (_state, { happened, parentEvents }) =>
      parentEvents.at(-1)?.type !== 'player.pause' ||
      !['sound.moved', 'media.opened'].includes(happened.at(-1)?.type ?? ''),
    'a chapter timer stops at a border of chapters': (state, { happened, parentEvents }) => {
      const last = happened.at(-1) as SleepTimerEvent | undefined;
      const hasStopped = last?.type === 'sound.heard' && parentEvents.at(-1)?.type === 'player.pause';
      return state.context.type !== 'chapter' || !hasStopped || last.time >= 40;
    },
    'a timer of two chapters stops at the end of the second, if only sound comes between': (state, { happened }) => {
      const events = happened as readonly SleepTimerEvent[];
      const set = events.findLastIndex(({ type }) => type !== 'sound.heard');
      const begun = events[set];
      const isOfTwo = begun?.type === 'sleepTimer.set' && begun.timer.type === 'chapter' && begun.timer.count === 2;
      if (!isOfTwo || state.context.chapters.length === 0) return true;
      const isThere = events.slice(set).some((event) => event.type === 'sound.heard' && event.time >= 60);
      return isThere === (state.value === 'expired');
    },
    'the volume is whole unless the last seconds run, or it has stopped': (state, { parentEvents }) => {
      const gain = parentEvents.findLast(({ type }) => type === 'player.setGain') as { gain?: number } | undefined;
      return state.value === 'expired' || state.context.left <= 30 || gain === undefined || gain.gain === 1;
    },
    'more time is offered only in the last seconds': (state, { receivedBy }) => {
      const toast = receivedBy('toasts').at(-1);
      return toast?.type !== 'toasts.show' || !('action' in toast) || (isAtWork(state) && state.context.left <= 30);
    },
    'it has said that it is done exactly when it is': (state, { receivedBy }) => {
      const toast = receivedBy('toasts').at(-1);
      const hasSaid = toast?.type === 'toasts.show' && !('action' in toast);
      return hasSaid === (state.value === 'expired');
    },
  },
});

const mark = (time: number, title: string) => ({ libraryItemId: 'book', time, title, createdAt: 1 });

export const bookmarksModel = defineModel({
  name: 'bookmarks',
  machine: bookmarksMachine,
  starts: [{ input: { playhead: playheadAt({ time: 12.5 }) } }],
  named: {
    menus: null,
    pendingChanges: null,
    toasts: null,
    progress: fromTransition((state) => state, { bookmarks: [mark(40, 'Old')] }),
    session: fromTransition((state) => state, {
      account: { serverSettings: { dateFormat: 'yyyy-MM-dd', timeFormat: 'HH:mm' } },
    }),
  },
  events: [
    { type: 'bookmarks.reset' },
    { type: 'bookmarks.change', text: 'Note' },
    { type: 'bookmarks.create', libraryItemId: 'book' },
    { type: 'bookmarks.add', libraryItemId: 'book' },
    { type: 'bookmarks.edit', bookmark: mark(40, 'Old') },
    { type: 'bookmarks.edit', bookmark: mark(12, 'Now'), isUntitled: true },
    { type: 'bookmarks.changeTitle', text: 'New' },
    { type: 'bookmarks.submit' },
    { type: 'bookmarks.cancel' },
    { type: 'bookmarks.remove', bookmark: mark(40, 'Old') },
  ],
  project: ({ context }) => [context.draft, context.edited, context.title],
  invariants: {
    'a bookmark is renamed exactly while it is edited': (state) =>
      (state.context.edited !== null) === state.matches('editing'),
    'each press that makes one offers a note to it, the form closes its dialog': (_state, { happened, receivedBy }) => {
      const timesOf = (type: string) => happened.filter((event) => event.type === type).length;
      return (
        receivedBy('toasts').length === timesOf('bookmarks.add') &&
        receivedBy('menus').length === timesOf('bookmarks.create') + timesOf('bookmarks.remove')
      );
    },
    'each removal is a pending change': (_state, { happened, receivedBy }) =>
      receivedBy('pendingChanges').filter((event) => JSON.stringify(event).includes('"kind":"remove"')).length ===
      happened.filter(({ type }) => type === 'bookmarks.remove').length,
  },
});

const brief = (entry: MediaProgress | null | undefined) =>
  entry && [entry.isFinished, entry.currentTime, entry.lastUpdate];

const pendingOf = ({ pendingEdits }: SnapshotFrom<typeof progressMachine>['context']) => {
  const open = pendingEdits[BOOK.libraryItemId];
  return open && [brief(open.before), open.edits];
};

const EDITS: readonly string[] = ['progress.edit', 'progress.editMany'];
const endsEdit = (event: object): boolean => 'body' in event && editsIn(event.body as ChangeBody).length > 0;
const READ: ChangeBody = {
  kind: 'progress',
  media: BOOK,
  edit: { kind: 'read', location: '8', share: 0.6 },
  saving: { kind: 'read', location: '8', share: 0.6, over: null },
};
const SEVERAL: ChangeBody = {
  kind: 'progressOfMany',
  edits: [{ media: BOOK, edit: { kind: 'finish' }, saving: { kind: 'change', changes: [{ isFinished: true }] } }],
  count: 1,
};
const settled = {
  type: 'change.settled',
  answer: undefined,
  error: null,
  isLast: true,
  isSent: true,
  again: [],
} as const;
const edit = (one: ProgressEdit) => ({ type: 'progress.edit', media: BOOK, edit: one, title: 'Emma' }) as const;
const hidden: ChangeBody = { kind: 'series', seriesId: 's', isHidden: true };

export const progressModel = defineModel({
  name: 'progress',
  machine: progressMachine,
  starts: [{ input: { user: account([bookProgress()], { id: 'user-1' }) } }],
  named: { toasts: null, pendingChanges: null },
  events: [
    { type: 'server.user.updated', user: account([], { id: 'user-1' }) },
    {
      type: 'server.user.updated',
      user: account([bookProgress({ currentTime: 9, lastUpdate: 2000 })], { id: 'user-1' }),
    },
    { type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 5, lastUpdate: 500 }) } },
    { type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 6, lastUpdate: 3000 }) } },
    { type: 'progress.recorded', media: BOOK, libraryId: 'books', currentTime: 40, duration: 100, hasEnded: false },
    edit({ kind: 'finish' }),
    edit({ kind: 'unfinish' }),
    edit({ kind: 'reset' }),
    edit({ kind: 'read', location: '7', share: 0.5 }),
    {
      type: 'changes.found',
      changes: [{ id: 'c', userId: 'user-1', at: 1500, number: 1, attempts: 0, known: null, body: READ }],
    },
    edit({ kind: 'hide' }),
    edit({ kind: 'show', lastUpdate: 1000 }),
    edit({ kind: 'restore', entry: bookProgress({ currentTime: 9 }) }),
    edit({ kind: 'restore', entry: null }),
    { type: 'progress.hideSeries', seriesId: 's', title: 'Expanse' },
    { type: 'progress.showSeries', seriesId: 's' },
    { type: 'progress.editMany', edits: [{ media: BOOK, edit: { kind: 'finish' } }] },
    { ...settled, body: SEVERAL, error: lost.error },
    { ...settled, body: SEVERAL, answer: account([], { id: 'user-1' }) },
    { ...settled, body: SEVERAL, isLast: false },
    { ...settled, body: READ, answer: bookProgress({ currentTime: 9, lastUpdate: 2500 }) },
    { ...settled, body: READ, isSent: false },
    { ...settled, body: READ, answer: null, error: lost.error },
    { ...settled, body: READ, error: lost.error },
    { ...settled, body: hidden },
    { ...settled, body: hidden, error: lost.error },
    { ...settled, body: { kind: 'bookmark', job: { kind: 'remove', bookmark: mark(40, 'Old') } } },
    {
      ...settled,
      body: { kind: 'bookmark', job: { kind: 'create', bookmark: mark(1, 'New') } },
      error: lost.error,
    },
  ],
  ignored: [{ type: 'server.user.updated', user: account([], { id: 'user-2' }) }],
  project: ({ context }) => [brief(context.entries[BOOK.libraryItemId]), pendingOf(context)],
  stopWhen: ({ context }) => (context.pendingEdits[BOOK.libraryItemId]?.edits ?? 0) > 1,
  invariants: {
    'a refusal is reported, and a bookmark can be made again': (_state, { happened, receivedBy }) => {
      const last = happened.at(-1);
      const toast = JSON.stringify(receivedBy('toasts').at(-1));
      return last?.type !== 'change.settled' || !('error' in last && last.error) || toast.includes('"kind":"error"');
    },
    'as many edits are under way as have no answer': ({ context }, { happened }) => {
      const open = happened.reduce(
        (edits, event) =>
          EDITS.includes(event.type) || event.type === 'changes.found'
            ? edits + 1
            : endsEdit(event)
              ? Math.max(0, edits - 1)
              : edits,
        0,
      );
      return (context.pendingEdits[BOOK.libraryItemId]?.edits ?? 0) === open;
    },
    'an entry stands under the key of its own book or episode': ({ context }) =>
      Object.entries(context.entries).every(([key, entry]) => keyOf(entry) === key),
  },
});
