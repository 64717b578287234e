import { assign, enqueueActions, raise, sendTo } from 'xstate';
import { getPorts } from '../../kit/ports.ts';
import { getProgress, getTimeElsewhere } from '../../kit/system.ts';
import { nextChapterTime, previousChapterTime } from './chapters.logic.ts';
import { chaptersOf, durationOf } from './details.logic.ts';
import { PLAYING_SINCE } from './device.ts';
import type { EngineCommand } from './engines/engine.protocol.ts';
import { isStream, type OpenSession } from './open-session.actor.ts';
import { isForgiven, playerBase } from './player.base.ts';
import type { LoadSound, PlayerFailure } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import { readPlayhead } from './playhead.actor.ts';
import { savedTimeIn, savedTimeOf, standbyTimeOf, startTimeOf, timeOf } from './position.ts';

/** Listened seconds before a restarted finished item is saved (pitfall 9, server fact 16). */
const SILENT_RESTART_S = 5;
/** In ms after the first sound: later presses are no double press. */
const DOUBLE_PRESS_MS = 400;
/** In ms: slower starts show the player as loading. */
const SOON_MS = 250;
/** In ms after the first sound. */
const HEARD_MS = 50;

export const withSound = playerBase.extend({
  actions: {
    command: sendTo('engine', (_, params: EngineCommand) => params),
    restartStream: sendTo('engine', { type: 'engine.restartStream' }, { delay: 'streamReset' }),
    /** Inside the press, so that the browser allows sound later. */
    prepareSound: ({ system }) => getPorts(system).media.prepare(),
    /** In a step of its own: the engine runs by then. */
    loadFromStart: raise(({ context, system }): LoadSound => ({
      type: 'sound.load',
      time: startTimeOf(context, system),
    })),
    loadFromHere: raise(({ context }): LoadSound => ({ type: 'sound.load', time: timeOf(context) })),
    /** Replaces the session, then loads its files on the other output. */
    moveSound: assign((_, { isCasting }: { isCasting: boolean }) => ({ isCasting, isMoving: true })),
    load: enqueueActions(({ context, enqueue }, { time }: LoadSound) => {
      enqueue.assign({ isMoving: false });
      enqueue.sendTo('engine', { type: 'engine.setRate', rate: context.preferences.playbackRate });
      enqueue.sendTo('engine', { type: 'engine.setVolume', volume: context.preferences.volume });
      enqueue.sendTo('engine', {
        type: 'engine.load',
        tracks: context.opened?.tracks ?? [],
        time,
        playing: context.wantsSound,
      });
    }),
    /** Runs before the new session is stored. Files play on with new addresses; streams and a changed output reload. */
    takeTracks: enqueueActions(({ context, enqueue }, { opened }: { opened: OpenSession }) => {
      if (context.isMoving || isStream(context.opened) || isStream(opened))
        enqueue.raise({ type: 'sound.load', time: timeOf(context) });
      else enqueue.sendTo('engine', { type: 'engine.replaceTrackUrls', tracks: opened.tracks });
    }),
    want: assign(({ context }, { wantsSound }: { wantsSound: boolean }) => ({
      wantsSound,
      isAnnounced: wantsSound && context.isAnnounced,
    })),
    toggleWantsSound: assign(({ context }) => ({ wantsSound: !context.wantsSound, isAnnounced: false })),
    beginFirstSound: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isFirstSound: true });
      enqueue.cancel('drawing');
      enqueue.raise({ type: 'drawing.due' }, { id: 'drawing', delay: HEARD_MS });
      enqueue.raise({ type: 'press.ended' }, { id: 'press', delay: DOUBLE_PRESS_MS });
    }),
    endFirstSound: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isFirstSound: false });
      enqueue.cancel('press');
    }),
    /** Drawing the player would compete with starting the sound. */
    holdDrawing: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isDrawingHeld: true });
      enqueue.raise({ type: 'drawing.due' }, { id: 'drawing', delay: SOON_MS });
    }),
    draw: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isDrawingHeld: false });
      enqueue.cancel('drawing');
    }),
    rememberFailure: assign((_, params: { failure: PlayerFailure }) => params),
    /** First with a new session, then with one that transcodes. */
    recover: enqueueActions(({ context, enqueue }) => {
      const recoveries = isForgiven(context) ? 1 : context.recoveries + 1;
      enqueue.assign({ recoveries, recoveredAt: readPlayhead(context.playhead).listened, isRecovering: true });
      enqueue.sendTo('playbackSession', { type: 'playback.reopen', forceTranscode: recoveries > 1 });
    }),
    endRecovery: assign({ isRecovering: false }),
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
    adoptPosition: sendTo(
      ({ context }) => context.playhead,
      (_, params: { time: number }) => ({ type: 'playhead.adopted' as const, time: params.time }),
    ),
    seek: sendTo('engine', ({ context }, params: { time: number }): EngineCommand => ({
      type: 'engine.seek',
      time: clampTime(params.time, durationOf(context)),
    })),
    goOn: enqueueActions(({ context, enqueue }, { time }: { time: number | undefined }) => {
      if (time !== undefined && context.opened) enqueue.raise({ type: 'player.seek', time });
      if (time !== undefined && !context.opened)
        enqueue.assign({ request: context.request && { ...context.request, startTime: time } });
      enqueue.raise({ type: 'player.resume' });
    }),
    catchUp: enqueueActions(({ context, enqueue, system }) => {
      const time = context.request && getTimeElsewhere(system, context.request.media);
      if (time !== null)
        enqueue.sendTo('engine', {
          type: 'engine.seek',
          time: clampTime(time, durationOf(context)),
        } satisfies EngineCommand);
    }),
    seekBy: raise(({ context }, params: { seconds: number }) => ({
      type: 'player.seek',
      time: timeOf(context) + params.seconds,
    })),
    seekToPrevious: raise(({ context }) => ({
      type: 'player.seek',
      time: previousChapterTime(chaptersOf(context), timeOf(context)),
      reason: 'chapter' as const,
    })),
    seekToNext: raise(({ context }) => ({
      type: 'player.seek',
      time: nextChapterTime(chaptersOf(context), timeOf(context)) ?? Number.NaN,
      reason: 'chapter' as const,
    })),
    /** Once until paused: buffering does not notify again. */
    announce: enqueueActions(({ context, enqueue, system }) => {
      if (context.isAnnounced) return;
      const { clock, storage } = getPorts(system);
      storage.write(PLAYING_SINCE, { at: clock.now() });
      enqueue.assign({ isAnnounced: true });
    }),
    leaveDock: ({ system }) => getPorts(system).page.leaveDock(),
  },
});
