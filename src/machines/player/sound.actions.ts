import { assign, enqueueActions, raise, sendTo } from 'xstate';
import { getPorts } from '../app/ports.ts';
import { getProgress, getTimeElsewhere } from '../app/system.ts';
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

/** A finished item that is started again is not saved before so many seconds were heard (pitfall 9, server fact 16). */
const SILENT_RESTART_S = 5;
/** The second half of a double press that opened something comes so long after the first sound at most. */
const DOUBLE_PRESS_MS = 400;
/** What was pressed sounds so soon, or the player shows that it is on its way. */
const SOON_MS = 250;
/** The player is drawn so long after its first sound. */
const HEARD_MS = 50;

/** With what the transport, the engine and the playhead do. */
export const withSound = playerBase.extend({
  actions: {
    command: sendTo('engine', (_, params: EngineCommand) => params),
    restartStream: sendTo('engine', { type: 'engine.restartStream' }, { delay: 'streamReset' }),
    /** Inside the press: the browser lets what it made sound when the server has answered. */
    prepareSound: ({ system }) => getPorts(system).media.prepare(),
    /** From a step of its own, in which the engine is there and what was opened is known. */
    loadFromStart: raise(({ context, system }): LoadSound => ({
      type: 'sound.load',
      time: startTimeOf(context, system),
    })),
    loadFromHere: raise(({ context }): LoadSound => ({ type: 'sound.load', time: timeOf(context) })),
    /** The session that is open for one place is replaced, then its files are loaded in the other (PLR-036). */
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
    /**
     * Before the new session is remembered. Files sound on while their addresses change; a stream, and what
     * sounds in another place from now on, is loaded again.
     */
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
    /** What draws the player would compete with what makes the sound. */
    holdDrawing: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isDrawingHeld: true });
      enqueue.raise({ type: 'drawing.due' }, { id: 'drawing', delay: SOON_MS });
    }),
    draw: enqueueActions(({ enqueue }) => {
      enqueue.assign({ isDrawingHeld: false });
      enqueue.cancel('drawing');
    }),
    rememberFailure: assign((_, params: { failure: PlayerFailure }) => params),
    /** Another session first; when that does not sound either, one that the server transcodes (PLR-037). */
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
    /** The time line of what has no playback session stands where playing would begin. */
    placePlayhead: sendTo(
      ({ context }) => context.playhead,
      ({ context, system }) => {
        const time = standbyTimeOf(context, system);
        return { type: 'playhead.opened' as const, time, savedTime: time, silentFor: 0 };
      },
    ),
    /** The listener chose another place before it sounds: it was left where it was. */
    movePlayhead: sendTo(
      ({ context }) => context.playhead,
      ({ context, system }) => ({
        type: 'playhead.opened' as const,
        time: standbyTimeOf(context, system),
        savedTime: savedTimeIn(context),
        silentFor: 0,
      }),
    ),
    /** A finished item begins again: as at its opening, a few seconds are not saved. */
    silence: sendTo(({ context }) => context.playhead, { type: 'playhead.silenced', seconds: SILENT_RESTART_S }),
    adoptPosition: sendTo(
      ({ context }) => context.playhead,
      (_, params: { time: number }) => ({ type: 'playhead.adopted' as const, time: params.time }),
    ),
    seek: sendTo('engine', ({ context }, params: { time: number }): EngineCommand => ({
      type: 'engine.seek',
      time: clampTime(params.time, durationOf(context)),
    })),
    /** Playing what is open already goes on, from another place if one is requested. */
    goOn: enqueueActions(({ context, enqueue }, { time }: { time: number | undefined }) => {
      if (time !== undefined && context.opened) enqueue.raise({ type: 'player.seek', time });
      if (time !== undefined && !context.opened)
        enqueue.assign({ request: context.request && { ...context.request, startTime: time } });
      enqueue.raise({ type: 'player.resume' });
    }),
    /** What another tab plays goes on here where it is there. */
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
    /** Once until silence is wanted: sound that comes back after it waited for data takes it from no other tab. */
    announce: enqueueActions(({ context, enqueue, system }) => {
      if (context.isAnnounced) return;
      const { clock, storage } = getPorts(system);
      storage.write(PLAYING_SINCE, { at: clock.now() });
      enqueue.assign({ isAnnounced: true });
    }),
    leaveDock: ({ system }) => getPorts(system).page.leaveDock(),
  },
});
