import { and, assign, enqueueActions, not, raise, sendTo, setup, stateIn } from 'xstate';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { Preferences } from '../../schemas/preferences.ts';
import { getPorts, type System } from '../app/ports.ts';
import { getPreferences, getProgress, named } from '../app/system.ts';
import type { PreferencesEvent } from '../preferences/preferences.machine.ts';
import { nextChapterTime, previousChapterTime } from './chapters.logic.ts';
import { PLAYING_SINCE } from './device.ts';
import type { EngineCommand, EngineFailure, EngineReport } from './engines/engine.protocol.ts';
import { html5Engine } from './engines/html5.engine.ts';
import { hotkeys } from './hotkeys.actor.ts';
import { mediaSession } from './media-session.actor.ts';
import { nowPlayingOf, systemPositionOf } from './media-session.logic.ts';
import type { OpenSession } from './open-session.actor.ts';
import {
  playbackSessionMachine, type PlaybackSessionEvent, type PlaybackSessionParentEvent,
} from './playback-session.machine.ts';
import { clampTime, clampVolume, stepVolume, toggleMute } from './player.logic.ts';
import { isSameMedia, toMediaRef, type MediaRef, type PlayerCommand, type PlayPreview } from './player.protocol.ts';
import { playheadLogic, readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { clampRate, stepRate } from './rate.logic.ts';
import { otherTabs, preferencesWatch, type PreferencesChanged, type StartedElsewhere } from './watchers.actor.ts';

/** What was asked to be played. */
export interface PlayRequest {
  readonly media: MediaRef;
  /** Seconds, or null for where the server says the listener was. */
  readonly startTime: number | null;
  readonly preview: PlayPreview | null;
}

export type PlayerFailure =
  /** The server did not open a session. */
  | { readonly kind: 'session'; readonly error: AppError }
  /** The file did not sound. */
  | { readonly kind: 'sound'; readonly failure: EngineFailure }
  /** The item has no sound at all. */
  | { readonly kind: 'noSound' };

/** Something about playing that the listener should know now. `device` is the server's description of it. */
export type PlayerNotice =
  /** The same item is played on another device too. */
  | { readonly kind: 'otherDevice'; readonly device: string; readonly sessionId: string }
  /** Another device moved the position; it was at `from` (seconds). */
  | { readonly kind: 'moved'; readonly device: string; readonly sessionId: string; readonly from: number }
  /** Another tab or device took over, so this one stopped. */
  | { readonly kind: 'takenOver' }
  /** The browser wants a press before there is sound. */
  | { readonly kind: 'blocked' };

export interface PlayerContext {
  playhead: PlayheadRef;
  preferences: Preferences;
  /** What is open, or being opened. */
  request: PlayRequest | null;
  /** What is opened as soon as the present session is closed. */
  next: PlayRequest | null;
  opened: OpenSession | null;
  /** Whether there should be sound as soon as there can be. */
  wantsSound: boolean;
  failure: PlayerFailure | null;
  /** Tries to get failed sound going again, and the listened seconds at the last one. */
  recoveries: number;
  recoveredAt: number;
  isRecovering: boolean;
  /** Volume before mute. */
  loudVolume: number | null;
  notice: PlayerNotice | null;
  /** Server time (ms) of the newest progress known of the open item. */
  lastUpdate: number;
  /** Sessions that were ours; late news of them are not news of another device. */
  ownSessions: readonly string[];
  /** The session of another device that the paused position follows; it was told once. */
  followed: string | null;
}

/** Progress of an item as the server tells it over the socket. */
export interface ServerProgress {
  type: 'server.progress.updated';
  progress: { sessionId?: string | null | undefined; deviceDescription?: string | null | undefined; data: MediaProgress };
}

export type PlayerEvent =
  | PlayerCommand
  | EngineReport
  | PlaybackSessionParentEvent
  | PreferencesChanged
  | StartedElsewhere
  | ServerProgress
  | { type: 'server.session.closed'; sessionId: string }
  | { type: 'notice.shown' }
  | { type: 'notice.cleared' };

type PlayCommand = Extract<PlayerCommand, { type: 'player.play' }>;

/** Tries to get failed sound going again before giving up (pitfall 4), and after how many heard seconds they are forgiven. */
const RECOVERIES = 2;
const FORGIVEN_AFTER_S = 30;
/** A finished item that is started again is not saved before so many seconds were heard (pitfall 9, areas 30.5). */
const SILENT_RESTART_S = 5;
/** Former sessions that are remembered. */
const OWN_SESSIONS = 9;
/** A position that another device changed by less is the same. */
const SAME_POSITION_S = 1;

/** Names and types of everything that the player's regions use. */
export const playerSetup = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    tags: {} as 'busy' | 'failed' | 'sounding',
    children: {} as {
      playhead: 'playhead'; engine: 'html5Engine'; playbackSession: 'playbackSession'; mediaSession: 'mediaSession';
      hotkeys: 'hotkeys'; preferencesWatch: 'preferencesWatch'; otherTabs: 'otherTabs';
    },
  },
  actors: {
    playhead: playheadLogic, html5Engine, playbackSession: playbackSessionMachine, mediaSession, hotkeys, preferencesWatch, otherTabs,
  },
  guards: {
    /** Something is open, and not only on its way (PLR-034). */
    mayClose: and([({ context }: { context: PlayerContext }) => context.request !== null, not(stateIn({ transport: 'opening' }))]),
    isEnding: stateIn({ session: { present: 'ending' } }),
    isOpen: ({ context }) => context.request !== null,
    /** The item is open here, or being opened, and has not failed. */
    isOpenHere: ({ context }, params: { media: MediaRef }) =>
      context.request !== null && context.next === null && context.failure === null && isSameMedia(context.request.media, params.media),
    hasFailed: ({ context }) => context.failure !== null,
    hasNext: ({ context }) => context.next !== null,
    hasNoSound: (_, params: { opened: OpenSession }) => params.opened.tracks.length === 0,
    wantsSound: ({ context }) => context.wantsSound,
    isRecovering: ({ context }) => context.isRecovering,
    mayRecover: ({ context }) => context.recoveries < RECOVERIES || readPlayhead(context.playhead).listened - context.recoveredAt > FORGIVEN_AFTER_S,
    maySeek: ({ context }, params: { time: number }) => {
      if (Number.isNaN(params.time)) console.warn('The player was asked to seek to a time that is no number');
      return !Number.isNaN(params.time) && context.opened !== null && context.failure === null;
    },
    hasNextChapter: ({ context }) => nextChapterTime(chaptersOf(context), timeOf(context)) !== null,
    isOwnSession: ({ context }, params: { sessionId: string }) => params.sessionId === context.opened?.session.id,
    isMoved: ({ context }) => context.notice?.kind === 'moved',
    isAboutNotice: ({ context }, params: { sessionId: string }) =>
      context.notice !== null && 'sessionId' in context.notice && context.notice.sessionId === params.sessionId,
    isNewsOfOther: ({ context }, { progress }: ServerProgress) => isNewsOfOther(context, progress),
    isMovedByOther: ({ context }, { progress }: ServerProgress) =>
      isNewsOfOther(context, progress) && Math.abs(progress.data.currentTime - timeOf(context)) >= SAME_POSITION_S,
    isBlocked: (_, params: { reason: string }) => params.reason === 'blocked',
  },
  delays: {
    /** The multi-session warning stays so long (SYN-007, CON-054). */
    noticeTime: 20_000,
    /** A server that does not answer holds up the next item no longer than this. */
    endGrace: 1500,
  },
  actions: {
    command: sendTo('engine', (_, params: EngineCommand) => params),
    tellSession: sendTo('playbackSession', (_, params: PlaybackSessionEvent) => params),
    request: assign((_, params: PlayCommand) => ({ request: toRequest(params), next: null, opened: null, wantsSound: true, failure: null, recoveries: 0, isRecovering: false, lastUpdate: 0 })),
    requestNext: assign((_, params: PlayCommand) => ({ next: toRequest(params), wantsSound: true, failure: null })),
    /** The same once more, from where it is. */
    requestAgain: assign(({ context }) => ({
      next: context.request && { ...context.request, startTime: context.opened ? timeOf(context) : context.request.startTime },
      wantsSound: true,
      failure: null,
    })),
    takeNext: assign(({ context }) => ({ request: context.next, next: null, opened: null, recoveries: 0, isRecovering: false, lastUpdate: 0 })),
    forget: assign({ request: null, next: null, opened: null, failure: null, wantsSound: false, isRecovering: false }),
    want: assign((_, params: { wantsSound: boolean }) => params),
    turnWish: assign({ wantsSound: ({ context }) => !context.wantsSound }),
    rememberSession: assign(({ context }, { opened }: { opened: OpenSession }) => ({
      opened,
      ownSessions: [...context.ownSessions.slice(-OWN_SESSIONS), opened.session.id],
    })),
    rememberFailure: assign((_, params: { failure: PlayerFailure }) => params),
    countRecovery: assign(({ context }) => {
      const { listened } = readPlayhead(context.playhead);
      const isForgiven = listened - context.recoveredAt > FORGIVEN_AFTER_S;
      return { recoveries: isForgiven ? 1 : context.recoveries + 1, recoveredAt: listened, isRecovering: true };
    }),
    readdress: sendTo('engine', ({ context }): EngineCommand => ({ type: 'engine.readdress', tracks: context.opened?.tracks ?? [] })),
    endRecovery: assign({ isRecovering: false }),
    openPlayhead: sendTo(({ context }) => context.playhead, ({ context, system }) => ({
      type: 'playhead.opened' as const,
      time: startTimeOf(context),
      silentUntil: context.request && getProgress(system, context.request.media)?.isFinished ? SILENT_RESTART_S : 0,
    })),
    /** A finished item begins again: as at its opening, a few seconds are not saved. */
    silence: sendTo(({ context }) => context.playhead, { type: 'playhead.silenced', seconds: SILENT_RESTART_S }),
    adoptPosition: sendTo(({ context }) => context.playhead, (_, params: { time: number }) => ({ type: 'playhead.adopted' as const, time: params.time })),
    load: enqueueActions(({ context, enqueue }, params: { from: 'start' | 'here' }) => {
      const time = params.from === 'start' ? startTimeOf(context) : timeOf(context);
      enqueue.sendTo('engine', { type: 'engine.setRate', rate: context.preferences.playbackRate });
      enqueue.sendTo('engine', { type: 'engine.setVolume', volume: context.preferences.volume });
      enqueue.sendTo('engine', { type: 'engine.load', tracks: context.opened?.tracks ?? [], time, playing: context.wantsSound });
    }),
    seek: sendTo('engine', ({ context }, params: { time: number }): EngineCommand => ({
      type: 'engine.seek', time: clampTime(params.time, durationOf(context)),
    })),
    /** Playing what is open already goes on, from another place if one is asked for. */
    goOn: enqueueActions(({ context, enqueue }, { time }: { time: number | undefined }) => {
      if (time !== undefined && context.opened) enqueue.raise({ type: 'player.seek', time });
      if (time !== undefined && !context.opened) enqueue.assign({ request: context.request && { ...context.request, startTime: time } });
      enqueue.raise({ type: 'player.resume' });
    }),
    seekBy: raise(({ context }, params: { seconds: number }) => ({ type: 'player.seek', time: timeOf(context) + params.seconds })),
    seekToPrevious: raise(({ context }) => ({ type: 'player.seek', time: previousChapterTime(chaptersOf(context), timeOf(context)) })),
    seekToNext: raise(({ context }) => ({ type: 'player.seek', time: nextChapterTime(chaptersOf(context), timeOf(context)) ?? Number.NaN })),
    undoMove: raise(({ context }) => ({ type: 'player.seek', time: context.notice?.kind === 'moved' ? context.notice.from : Number.NaN })),
    takePreferences: assign((_, params: { preferences: Preferences }) => params),
    readPreferences: assign(({ system }: { system: System }) => ({ preferences: getPreferences(system) })),
    setRate: sendTo(named('preferences'), (_, params: { rate: number }): PreferencesEvent => ({
      type: 'preferences.set', change: { playbackRate: clampRate(params.rate) },
    })),
    stepRate: sendTo(named('preferences'), ({ context }, params: { steps: number }): PreferencesEvent => {
      const { playbackRate, playbackRateIncrementDecrement } = context.preferences;
      return { type: 'preferences.set', change: { playbackRate: stepRate(playbackRate, playbackRateIncrementDecrement, params.steps) } };
    }),
    setVolume: sendTo(named('preferences'), (_, params: { volume: number }): PreferencesEvent => ({
      type: 'preferences.set', change: { volume: clampVolume(params.volume) },
    })),
    stepVolume: sendTo(named('preferences'), ({ context }, params: { steps: number }): PreferencesEvent => ({
      type: 'preferences.set', change: { volume: stepVolume(context.preferences.volume, params.steps) },
    })),
    toggleMute: enqueueActions(({ context, enqueue }) => {
      const { volume, remembered } = toggleMute(context.preferences.volume, context.loudVolume);
      enqueue.assign({ loudVolume: remembered });
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change: { volume } });
    }),
    showNotice: enqueueActions(({ enqueue }, params: { notice: PlayerNotice }) => {
      enqueue.assign({ notice: params.notice });
      enqueue.raise({ type: 'notice.shown' });
    }),
    forgetNotice: assign({ notice: null }),
    dropOutdatedNotice: enqueueActions(({ context, enqueue }) => {
      if (context.notice?.kind === 'takenOver' || context.notice?.kind === 'blocked') enqueue.raise({ type: 'notice.cleared' });
    }),
    noteOther: enqueueActions(({ enqueue }, { progress }: ServerProgress) => {
      enqueue.assign({ notice: { kind: 'otherDevice', device: progress.deviceDescription ?? '', sessionId: progress.sessionId ?? '' } });
      enqueue.raise({ type: 'notice.shown' });
    }),
    noteMove: enqueueActions(({ context, enqueue }, { progress }: ServerProgress) => {
      const sessionId = progress.sessionId ?? '';
      if (context.followed === sessionId) return;
      enqueue.assign({ followed: sessionId, notice: { kind: 'moved', device: progress.deviceDescription ?? '', sessionId, from: timeOf(context) } });
      enqueue.raise({ type: 'notice.shown' });
    }),
    leaveDock: ({ system }) => getPorts(system).page.leaveDock(),
    followNobody: assign({ followed: null }),
    closeByKey: raise({ type: 'player.close' }),
    rememberUpdate: assign(({ context }, { progress }: ServerProgress) => {
      const isOpen = context.request !== null && isSameMedia(context.request.media, progress.data);
      return isOpen ? { lastUpdate: Math.max(context.lastUpdate, progress.data.lastUpdate) } : {};
    }),
    announce: ({ system }) => {
      const { clock, storage } = getPorts(system);
      storage.write(PLAYING_SINCE, { at: clock.now() });
    },
    showInSystem: sendTo('mediaSession', ({ context, system }) => ({
      type: 'mediaSession.show' as const, playing: nowPlayingOf(context, getPorts(system).baseUrl),
    })),
    tellSystem: sendTo('mediaSession', ({ context }, params: { isPlaying: boolean }) => ({
      type: 'mediaSession.state' as const, isPlaying: params.isPlaying, position: systemPositionOf(context),
    })),
    tellSystemPosition: sendTo('mediaSession', ({ context }) => ({ type: 'mediaSession.position' as const, position: systemPositionOf(context) })),
  },
});

function toRequest(command: PlayCommand): PlayRequest {
  return { media: toMediaRef(command), startTime: command.startTime ?? null, preview: command.preview ?? null };
}

function timeOf(context: PlayerContext): number {
  return readPlayhead(context.playhead).time;
}

function durationOf(context: PlayerContext): number {
  return context.opened?.session.duration ?? 0;
}

function chaptersOf(context: PlayerContext) {
  return context.opened?.session.chapters ?? [];
}

function startTimeOf(context: PlayerContext): number {
  return clampTime(context.request?.startTime ?? context.opened?.session.currentTime ?? 0, durationOf(context));
}

/** News about the open item from a session that is not ours, newer than what is known (pitfall 8, SYN-010, SYN-011). */
function isNewsOfOther(context: PlayerContext, { sessionId, data }: ServerProgress['progress']): boolean {
  if (!context.request || !context.opened || !isSameMedia(context.request.media, data)) return false;
  return sessionId != null && !context.ownSessions.includes(sessionId) && data.lastUpdate > context.lastUpdate;
}
