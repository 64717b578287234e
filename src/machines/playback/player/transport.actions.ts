import { assign, enqueueActions, raise, sendTo } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { getPorts } from '../../kit/ports.ts';
import { getProgress, getTimeElsewhere, isLive } from '../../kit/system.ts';
import type { JumpReason } from '../../../schemas/player-memory.ts';
import { getUnsavedPosition } from '../progress/ledger.readers.ts';
import type { AutoRewindEvent } from './auto-rewind.machine.ts';
import { detailsIn, durationOf } from './details.logic.ts';
import { LAST_OPEN } from './device.ts';
import type { EngineCommand } from './engines/engine.protocol.ts';
import { isChoice } from './history.logic.ts';
import type { HistoryEvent } from './history.machine.ts';
import type { ItemSettingsEvent } from './item-settings.machine.ts';
import { deviceOf, isOfTab } from './news.logic.ts';
import type { NoticeEvent } from './notice.machine.ts';
import type { OpenSession } from './open-session.actor.ts';
import type { PlaybackSessionEvent } from './playback-session.machine.ts';
import { isForgiven, playerActions, playerBase } from './player.base.ts';
import type { LoadSound, PlayerContext, PlayerFailure, RestoreCommand, ServerProgress } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import { readPlayhead } from './playhead.actor.ts';
import {
  pauseBefore,
  rewindLimitsOf,
  savedTimeIn,
  savedTimeOf,
  standbyTimeOf,
  startTimeOf,
  timeOf,
} from './position.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';

/** Listened seconds before a restarted finished item is saved (pitfall 9, server fact 16). */
const SILENT_RESTART_S = 5;
const OWN_SESSIONS = 9;

export const transportActions = playerActions({
  takeUser: enqueueActions(({ enqueue, system }, { userId }: { userId: string }) => {
    enqueue.assign({ userId });
    enqueue.sendTo('itemSettings', { type: 'account.loaded', userId } satisfies ItemSettingsEvent);
    enqueue.sendTo('history', { type: 'account.loaded', userId } satisfies HistoryEvent);
    const last = getPorts(system).tabStorage.read(LAST_OPEN);
    if (last?.userId !== userId || getProgress(system, last.media)?.isFinished) return;
    enqueue.raise({ type: 'player.restore', media: last.media, preview: last.preview, startTime: null });
  }),
  takeRestored: assign((_, { media, preview, startTime }: RestoreCommand) => ({
    request: { media, preview, startTime },
    next: null,
    opened: null,
    details: null,
    wantsSound: false,
    failure: null,
    lastUpdate: 0,
  })),
  startAt: assign(({ context }, { time }: { time: number }) => ({ request: startingAt(context, time) })),
  /** The other device's position, unless this browser has a newer unsaved one. */
  startAtNews: assign(({ context, system }, { progress }: ServerProgress) => ({
    request: startingAt(
      context,
      (context.request && getUnsavedPosition(system, context.request.media)) ?? progress.data.currentTime,
    ),
  })),
  /** The live connection opens after the first paint; the item waits for it. */
  readDetails: enqueueActions(({ enqueue, system }) => {
    if (isLive(system)) enqueue.raise({ type: 'details.due' });
  }),
  keepDetails: assign(({ context: { request } }, { item }: { item: LibraryItemExpanded }) => ({
    details: request && detailsIn(item, request.media),
  })),
  playRestored: enqueueActions(({ context, enqueue }) => {
    if (!context.request) return;
    const { media, startTime, preview } = context.request;
    enqueue.raise({
      type: 'player.play',
      ...media,
      ...(startTime === null ? {} : { startTime }),
      ...(preview === null ? {} : { preview }),
    });
  }),
  rememberSession: assign(({ context }, { opened }: { opened: OpenSession }) => ({
    opened,
    ownSessions: [...context.ownSessions.slice(-OWN_SESSIONS), opened.session.id],
  })),
  rememberFailure: assign((_, params: { failure: PlayerFailure }) => params),
  rememberUpdate: assign(({ context }, { progress }: ServerProgress) => {
    const { lastUpdate } = progress.data;
    const isOpen = context.request !== null && isSameMedia(context.request.media, progress.data);
    return isOpen && lastUpdate >= context.lastUpdate ? { lastUpdate } : {};
  }),
  /** In a step of its own: the engine runs by then. */
  loadFromStart: raise(({ context, system }): LoadSound => ({
    type: 'sound.load',
    time: startTimeOf(context, system),
  })),
  loadFromHere: raise(({ context }): LoadSound => ({ type: 'sound.load', time: timeOf(context) })),
  /** First with a new session, then with one that transcodes. */
  recover: enqueueActions(({ context, enqueue }) => {
    const recoveries = isForgiven(context) ? 1 : context.recoveries + 1;
    enqueue.assign({ recoveries, recoveredAt: readPlayhead(context.playhead).listened });
    enqueue.sendTo('playbackSession', { type: 'playback.reopen', forceTranscode: recoveries > 1 });
  }),
  openPlayhead: sendTo(
    ({ context }) => context.playhead,
    ({ context, system }) => ({
      type: 'playhead.opened' as const,
      time: startTimeOf(context, system),
      savedTime: savedTimeOf(context, system),
      silentFor: context.request && getProgress(system, context.request.media)?.isFinished ? SILENT_RESTART_S : 0,
    }),
  ),
  /** Without a playback session, where playing would begin. */
  placePlayhead: sendTo(
    ({ context }) => context.playhead,
    ({ context, system }) => {
      const time = standbyTimeOf(context, system);
      return { type: 'playhead.opened' as const, time, savedTime: time, silentFor: 0 };
    },
  ),
  movePlayhead: sendTo(
    ({ context }) => context.playhead,
    ({ context, system }) => ({
      type: 'playhead.opened' as const,
      time: standbyTimeOf(context, system),
      savedTime: savedTimeIn(context),
      silentFor: 0,
    }),
  ),
  /** A restarted finished item is not saved for a few seconds. */
  silence: sendTo(({ context }) => context.playhead, { type: 'playhead.silenced', seconds: SILENT_RESTART_S }),
  seek: sendTo('engine', ({ context }, params: { time: number }): EngineCommand => ({
    type: 'engine.seek',
    time: clampTime(params.time, durationOf(context)),
  })),
  catchUp: enqueueActions(({ context, enqueue, system }) => {
    const time = context.request && getTimeElsewhere(system, context.request.media);
    if (time !== null)
      enqueue.sendTo('engine', {
        type: 'engine.seek',
        time: clampTime(time, durationOf(context)),
      } satisfies EngineCommand);
  }),
  /** A position that is saved already. */
  adopt: enqueueActions(({ context, enqueue }, { time }: { time: number }) => {
    enqueue.sendTo(context.playhead, { type: 'playhead.adopted', time });
    enqueue.sendTo('playbackSession', { type: 'playback.adopt', time } satisfies PlaybackSessionEvent);
    enqueue.sendTo('engine', {
      type: 'engine.seek',
      time: clampTime(time, durationOf(context)),
    } satisfies EngineCommand);
  }),
  /** Runs before the seek. */
  noteJump: enqueueActions(({ context, enqueue }, { time, reason = 'seek' }: { time: number; reason?: JumpReason }) => {
    const jump = { from: timeOf(context), to: clampTime(time, durationOf(context)) };
    enqueue.sendTo('history', { type: 'position.jumped', jump: { ...jump, reason } } satisfies HistoryEvent);
    enqueue.sendTo('autoRewind', { type: 'position.jumped' } satisfies AutoRewindEvent);
    if (isChoice(reason)) enqueue.sendTo('notice', { type: 'position.jumped', ...jump } satisfies NoticeEvent);
  }),
  noteStart: enqueueActions(({ context, enqueue, system }) => {
    const { request, opened } = context;
    if (!request?.isJump || !opened) return;
    const from = getUnsavedPosition(system, request.media) ?? opened.session.currentTime;
    const jump = { from, to: startTimeOf(context, system) };
    const noted = { ...jump, reason: 'chapter' as const };
    enqueue.sendTo('history', { type: 'position.jumped', jump: noted } satisfies HistoryEvent);
    enqueue.sendTo('notice', { type: 'position.jumped', ...jump } satisfies NoticeEvent);
  }),
  noteMove: enqueueActions(({ context, enqueue }, { progress }: ServerProgress) => {
    const by = isOfTab(context, progress) ? 'tab' : 'device';
    const move = {
      device: deviceOf(progress.deviceDescription),
      sessionId: progress.sessionId ?? '',
      from: timeOf(context),
      to: progress.data.currentTime,
    };
    enqueue.sendTo('history', { type: 'position.jumped', jump: { ...move, reason: by } } satisfies HistoryEvent);
    enqueue.sendTo('autoRewind', { type: 'position.jumped' } satisfies AutoRewindEvent);
    enqueue.sendTo('notice', { type: 'position.followed', move: { ...move, by } } satisfies NoticeEvent);
  }),
  noteOther: sendTo('notice', (_, { progress }: ServerProgress): NoticeEvent => ({
    type: 'notice.show',
    notice: {
      kind: 'otherDevice',
      device: deviceOf(progress.deviceDescription),
      sessionId: progress.sessionId ?? '',
    },
  })),
  resumeMedia: enqueueActions(({ context, enqueue, system }) => {
    const pause = pauseBefore(context, system);
    const limits = rewindLimitsOf(context, startTimeOf(context, system));
    if (pause !== null)
      enqueue.sendTo('autoRewind', { type: 'media.resumed', pause, limits } satisfies AutoRewindEvent);
  }),
  doubtUnlessLive: enqueueActions(({ enqueue, system }) => {
    if (!isLive(system)) enqueue.raise({ type: 'server.lost' });
  }),
  notifyMedia: enqueueActions(({ enqueue }, { media }: { media: MediaRef | null }) => {
    enqueue.sendTo('notice', { type: 'media.changed' } satisfies NoticeEvent);
    enqueue.sendTo('autoRewind', { type: 'media.changed' } satisfies AutoRewindEvent);
    enqueue.sendTo('itemSettings', { type: 'media.changed', media } satisfies ItemSettingsEvent);
    enqueue.sendTo('history', { type: 'media.changed', media } satisfies HistoryEvent);
  }),
  leaveDock: ({ system }) => getPorts(system).page.leaveDock(),
});

export const { createStateConfig } = playerBase.extend({ actions: transportActions });

function startingAt(context: PlayerContext, time: number) {
  return context.request && { ...context.request, startTime: clampTime(time, durationOf(context) || time) };
}

export const wantsSound = { type: 'want', params: { wantsSound: true } } as const;
export const wantsSilence = { type: 'want', params: { wantsSound: false } } as const;
export const play = { type: 'command', params: { type: 'engine.play' } } as const;
export const pause = { type: 'command', params: { type: 'engine.pause' } } as const;
export const sayBlocked = {
  type: 'notifyNotice',
  params: { type: 'notice.show', notice: { kind: 'blocked' } },
} as const;
