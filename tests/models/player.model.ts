import { fromTransition, type SnapshotFrom } from 'xstate';
import type { EngineReport } from '../../src/machines/player/engines/engine.protocol.ts';
import { playbackSessionMachine, type PlaybackSessionParentEvent } from '../../src/machines/player/playback-session.machine.ts';
import { playerMachine } from '../../src/machines/player/player.machine.ts';
import type { PlayerCommand } from '../../src/machines/player/player.protocol.ts';
import { playheadLogic } from '../../src/machines/player/playhead.actor.ts';
import { progressMachine } from '../../src/machines/progress/progress.machine.ts';
import { syncMachine } from '../../src/machines/progress/sync.machine.ts';
import type { MediaProgress } from '../../src/schemas/api/media-progress.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { account, BOOK, bookProgress, openedBook, playheadAt } from '../support/player-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const lost = new AppException({ kind: 'network' });
const refused = new AppException({ kind: 'forbidden', message: '' });

export const syncModel = defineModel({
  name: 'sync',
  machine: syncMachine,
  starts: [
    { input: { sessionId: 's1', media: BOOK, duration: 100, isPlaying: true, playhead: playheadAt({ time: 30, listened: 30 }) } },
    { input: { sessionId: 's1', media: BOOK, duration: 100, isPlaying: false, playhead: playheadAt({}) } },
  ],
  named: { toasts: null, progress: null },
  events: [
    { type: 'sync.started' },
    { type: 'sync.stopped' },
    { type: 'sync.save' },
    { type: 'page.ending' },
    { type: 'sync.abandon' },
    { type: 'sync.finish' },
    { type: 'courier.delivered', currentTime: 30 },
    { type: 'courier.failed', error: lost.error },
    { type: 'courier.refused' },
    { type: 'courier.finished' },
  ],
  project: ({ context }) => [context.failures, context.hasWarned, context.isAskedAgain, context.dueAt],
  invariants: {
    'the listener is told before a fifth failure in a row': ({ context }) => context.failures < 4,
    'the courier is there to the end, whatever happens': ({ children, status }) => status === 'done' || children.courier !== undefined,
  },
  unreachable: [
    'keeping.pace.recording: after untilDue [isDue] -> keeping.pace.recording',
    'keeping.delivery.resting: sync.due [hasNews and movedEnough] -> keeping.delivery.delivering',
    'keeping.delivery.backingOff: sync.due -> keeping.delivery.delivering',
  ].map((transition) => ({
    transition,
    reason: 'the playhead of a model stands still, so nothing falls due a second time; the tests of saves while playing take it',
  })),
});

export const playbackSessionModel = defineModel({
  name: 'playbackSession',
  machine: playbackSessionMachine,
  starts: [{ input: { media: BOOK, playhead: playheadAt({}) } }],
  events: [
    { type: 'session.playing' },
    { type: 'session.paused' },
    { type: 'session.save' },
    { type: 'session.renew' },
    { type: 'session.endedElsewhere' },
    { type: 'session.close' },
    { type: 'sync.sessionLost' },
    { type: 'sync.abandoned' },
  ],
  outputs: { openSession: [openedBook()], renewSession: [openedBook({ id: 'session-2' })] },
  failures: { openSession: [refused], renewSession: [lost, refused] },
  project: ({ context }) => [context.isPlaying, context.tries, context.opened?.session.id, context.error?.kind],
  stopWhen: ({ context }) => context.tries > 2,
  invariants: {
    'nothing is synced without a session (pitfall 32)': ({ children, context }) => children.sync === undefined || context.opened !== null,
    'a session is synced exactly while it lives': (state) => (state.children.sync !== undefined) === state.matches('live'),
  },
});

const other = { type: 'server.progress.updated', progress: { sessionId: 'phone', deviceDescription: 'Phone', data: bookProgress({ currentTime: 50, lastUpdate: 5000 }) } } as const;

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

/** An engine reports only while files are loaded. */
const isLoaded = ({ context, value }: PlayerSnapshot) =>
  context.opened !== null && context.next === null && value.session !== 'absent';
/** A session reports its opening first, and nothing after it was told to close. */
const isExpected = ({ context, value }: PlayerSnapshot, report: PlaybackSessionParentEvent) =>
  typeof value.session === 'object' && value.session.present === 'active' &&
  (report.type === 'session.failed' || (report.type === 'session.opened') === (context.opened === null));
const engineReports: readonly EngineReport[] = [
  { type: 'engine.ready' },
  { type: 'engine.playing' },
  { type: 'engine.paused', reason: 'asked' },
  { type: 'engine.paused', reason: 'blocked' },
  { type: 'engine.waiting' },
  { type: 'engine.seeked', time: 10 },
  { type: 'engine.ended' },
  { type: 'engine.failed', failure: 'network', time: 10 },
];
const sessionReports: readonly PlaybackSessionParentEvent[] = [
  { type: 'session.opened', opened: openedBook() },
  { type: 'session.opened', opened: openedBook({ audioTracks: [] }) },
  { type: 'session.renewed', opened: openedBook({ id: 'session-2' }) },
  { type: 'session.failed', error: lost.error },
  { type: 'session.takenOver' },
];

/** Commands that change no state: tried in one. */
const settings: readonly PlayerCommand[] = [
  { type: 'player.seek', time: Number.NaN },
  { type: 'player.seekBy', seconds: 5 },
  { type: 'player.jumpForward' },
  { type: 'player.jumpBackward' },
  { type: 'player.previousChapter' },
  { type: 'player.nextChapter' },
  { type: 'player.setRate', rate: 2 },
  { type: 'player.rateUp' },
  { type: 'player.rateDown' },
  { type: 'player.setVolume', volume: 0.5 },
  { type: 'player.volumeUp' },
  { type: 'player.volumeDown' },
  { type: 'player.toggleMute' },
];

export const playerModel = defineModel({
  name: 'player',
  machine: playerMachine,
  named: {
    toasts: null,
    preferences: fromTransition((state) => state, defaultPreferences),
    progress: fromTransition((state) => state, { entries: {} }),
  },
  fakes: { playhead: playheadLogic },
  events: [
    { type: 'player.play', ...BOOK },
    { type: 'player.play', libraryItemId: 'other' },
    { type: 'player.warm' },
    { type: 'player.toggle' },
    { type: 'player.resume' },
    { type: 'player.pause' },
    { type: 'player.seek', time: 10 },
    ...settings.map((command) => ({ value }: PlayerSnapshot) => (value.transport === 'playing' ? command : null)),
    { type: 'player.expand' },
    { type: 'player.collapse' },
    { type: 'player.escape' },
    { type: 'player.undoMove' },
    { type: 'player.dismissNotice' },
    { type: 'player.retry' },
    { type: 'player.close' },
    { type: 'player.startedElsewhere' },
    { type: 'preferences.changed', preferences: defaultPreferences },
    ...engineReports.map((report) => (state: PlayerSnapshot) => (isLoaded(state) ? report : null)),
    ...sessionReports.map((report) => (state: PlayerSnapshot) => (isExpected(state, report) ? report : null)),
    other,
    { ...other, progress: { ...other.progress, sessionId: 'session-1' } },
    { type: 'server.session.closed', sessionId: 'phone' },
    { type: 'server.session.closed', sessionId: 'session-1' },
  ],
  project: ({ context }) => ({
    request: context.request?.media.libraryItemId,
    next: context.next?.media.libraryItemId,
    opened: context.opened?.tracks.length,
    failure: context.failure?.kind,
    wantsSound: context.wantsSound,
    recovering: context.isRecovering,
    recoveries: context.recoveries,
    notice: context.notice?.kind,
    isToldOf: context.lastUpdate > 0,
  }),
  /** Side issues one at a time, or the states would be tens of thousands. */
  stopWhen: ({ context, value }) => {
    const isOther = context.request?.media.libraryItemId === 'other';
    const sides = [value.sheet === 'expanded', value.notice === 'shown' || context.lastUpdate > 0, context.next !== null, context.recoveries > 0];
    const isMended = context.recoveries > 0 && !context.isRecovering && context.failure === null;
    return isOther || isMended || sides.filter(Boolean).length > 1;
  },
  invariants: {
    'nothing sounds without an engine': (state) => state.matches({ transport: 'empty' }) || state.children.engine !== undefined,
    'a failure is told exactly while it stands': (state) => (state.context.failure !== null) === state.matches({ transport: 'failed' }),
    'a notice is there exactly while it is shown': (state) => (state.context.notice !== null) === state.matches({ notice: 'shown' }),
  },
});

const brief = (entry: MediaProgress | null | undefined) => entry && [entry.isFinished, entry.currentTime, entry.lastUpdate];

const unconfirmedOf = ({ unconfirmed }: SnapshotFrom<typeof progressMachine>['context']) => {
  const open = unconfirmed[BOOK.libraryItemId];
  return open && [brief(open.before), open.edits];
};

export const progressModel = defineModel({
  name: 'progress',
  machine: progressMachine,
  starts: [{ input: { user: account([bookProgress()], { id: 'user-1' }) } }],
  named: { toasts: null },
  events: [
    { type: 'server.user.updated', user: account([], { id: 'user-1' }) },
    { type: 'server.user.updated', user: account([bookProgress({ currentTime: 9, lastUpdate: 2000 })], { id: 'user-1' }) },
    { type: 'server.user.updated', user: account([], { id: 'user-2' }) },
    { type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 5, lastUpdate: 500 }) } },
    { type: 'server.progress.updated', progress: { data: bookProgress({ currentTime: 6, lastUpdate: 3000 }) } },
    { type: 'progress.recorded', media: BOOK, currentTime: 40, duration: 100 },
    { type: 'progress.markFinished', ...BOOK },
    { type: 'progress.markUnfinished', ...BOOK },
    { type: 'progress.reset', ...BOOK },
    { type: 'saver.saved', media: BOOK },
    { type: 'saver.failed', media: BOOK, error: lost.error },
  ],
  project: ({ context }) => [brief(context.entries[BOOK.libraryItemId]), unconfirmedOf(context)],
  stopWhen: ({ context }) => (context.unconfirmed[BOOK.libraryItemId]?.edits ?? 0) > 1,
});
