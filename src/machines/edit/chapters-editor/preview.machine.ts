import { assign, sendTo, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import { toAppError, type AppError } from '../../../schemas/app-error.ts';
import { closeSession, playItem } from '../../../services/endpoints/playback.ts';
import { getPorts } from '../../kit/ports.ts';
import { playerWatch, type PlayerSounded } from '../../kit/player-watch.actor.ts';
import { named } from '../../kit/system.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import { deviceIdOf } from '../../playback/player/device.ts';
import { asideEngine } from '../../playback/player/engines/element.engine.ts';
import type { EngineCommand, EngineReport, EngineTrack } from '../../playback/player/engines/engine.protocol.ts';
import { tracksOf } from '../../playback/player/open-session.actor.ts';
import { playheadLogic, type PlayheadRef } from '../../playback/player/playhead.actor.ts';
import type { PreviewPlace } from './preview.logic.ts';

type PreviewSessionReport =
  { type: 'preview.opened'; tracks: readonly EngineTrack[] } | { type: 'preview.refused'; cause: unknown };

/**
 * Opens a playback session whose files need no token. Its own device id keeps the player's session open; nothing is
 * saved in it, and it closes with this actor.
 */
const previewSession = fromCallback<PreviewSessionReport, { readonly itemId: string }>(
  ({ input: { itemId }, sendBack, system }) => {
    const ports = getPorts(system);
    const notify = (report: PreviewSessionReport) => sendBack(report);
    let sessionId: string | null = null;
    let hasEnded = false;
    // A session that can't be closed is dropped by the server or by the next preview.
    const close = (id: string) =>
      void ports.api.call(closeSession, { sessionId: id, listened: null }).catch(() => undefined);
    const request = {
      itemId,
      deviceInfo: { clientName: 'Earmark Web', deviceId: `${deviceIdOf(ports)}-preview` },
      supportedMimeTypes: ports.media.playableTypes(),
      mediaPlayer: 'html5',
      forceTranscode: false,
      forceDirectPlay: true,
    };
    ports.api.call(playItem, request).then(
      (session) => {
        if (hasEnded) return close(session.id);
        sessionId = session.id;
        notify({ type: 'preview.opened', tracks: tracksOf(session, new URL(ports.baseUrl).pathname) });
      },
      (cause: unknown) => {
        if (!hasEnded) notify({ type: 'preview.refused', cause });
      },
    );
    return () => {
      hasEnded = true;
      if (sessionId !== null) close(sessionId);
    };
  },
);

type PreviewEnded = { type: 'preview.ended' };

/** In seconds: closer to its end the preview needs a timer, as ticks are too far apart. */
const NEAR_S = 0.4;

/** Reports when playing reaches this second of the book. */
const endWatch = fromCallback<PreviewEnded, { readonly playhead: PlayheadRef; readonly until: number | null }>(
  ({ input: { playhead, until }, sendBack, system }) => {
    if (until === null) return;
    const media = getPorts(system).media.aside();
    let callOff: (() => void) | null = null;
    const subscription = playhead.subscribe(({ context: { time, lastTick } }) => {
      if (lastTick === null || until - time > NEAR_S) return;
      callOff?.();
      callOff = media.wait((until - time) * 1000, () => sendBack({ type: 'preview.ended' } satisfies PreviewEnded));
    });
    return () => {
      subscription.unsubscribe();
      callOff?.();
    };
  },
);

export type PreviewEvent =
  /** Pauses this place when it plays, else plays it. */
  | { type: 'preview.toggle'; place: PreviewPlace }
  | { type: 'preview.pause' }
  | PreviewSessionReport
  | PlayerSounded
  | PreviewEnded
  | EngineReport;

interface PreviewContext {
  readonly itemId: string;
  readonly playhead: PlayheadRef;
  readonly place: PreviewPlace;
  readonly tracks: readonly EngineTrack[];
  readonly isLoaded: boolean;
  readonly hasReopened: boolean;
  readonly error: AppError | null;
}

const NOWHERE: PreviewPlace = { id: '', time: 0, until: null };

type Pressed = { readonly place: PreviewPlace };

const isSamePlace = (one: PreviewPlace, other: PreviewPlace): boolean =>
  one.id === other.id && one.time === other.time && one.until === other.until;

/** Plays chapters beside the player; only one of the two sounds. Records no listening time and moves no position. */
export const previewMachine = setup({
  types: {
    input: {} as { readonly itemId: string },
    context: {} as PreviewContext,
    events: {} as PreviewEvent,
    tags: {} as 'sounding',
    children: {} as {
      session: 'previewSession';
      engine: 'previewEngine';
      endWatch: 'endWatch';
      playerWatch: 'playerWatch';
      playhead: 'playhead';
    },
  },
  actors: { previewSession, previewEngine: asideEngine, endWatch, playerWatch, playhead: playheadLogic },
  guards: {
    isSame: ({ context }, { place }: Pressed) => isSamePlace(place, context.place),
    mayReopen: ({ context }) => !context.hasReopened,
  },
  actions: {
    remember: assign((_, { place }: Pressed) => ({ place, error: null })),
    hushPlayer: sendTo(named('player'), { type: 'player.pause' }),
    command: sendTo('engine', (_, command: EngineCommand) => command),
    start: sendTo('engine', ({ context: { tracks, place, isLoaded } }): EngineCommand =>
      isLoaded
        ? { type: 'engine.seek', time: place.time }
        : { type: 'engine.load', tracks, time: place.time, playing: true },
    ),
    rememberLoaded: assign({ isLoaded: true }),
    rememberFailure: assign((_, { cause }: Failure) => ({ error: toAppError(cause) })),
  },
}).createMachine({
  id: 'preview',
  context: ({ input, spawn }) => ({
    itemId: input.itemId,
    playhead: spawn('playhead', { id: 'playhead' }),
    place: NOWHERE,
    tracks: [],
    isLoaded: false,
    hasReopened: false,
    error: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: { 'preview.toggle': { target: 'open', actions: by('remember') } },
    },
    open: {
      entry: assign({ isLoaded: false, tracks: [] }),
      invoke: [
        { src: 'previewSession', id: 'session', input: ({ context }) => ({ itemId: context.itemId }) },
        { src: 'previewEngine', id: 'engine', input: ({ context }) => ({ playhead: context.playhead }) },
      ],
      initial: 'opening',
      states: {
        opening: {
          tags: 'sounding',
          entry: 'hushPlayer',
          on: {
            'preview.opened': { target: 'sounding', actions: assign(({ event: { tracks } }) => ({ tracks })) },
            'preview.refused': { target: '#preview.failed', actions: by('rememberFailure') },
            'preview.pause': '#preview.idle',
            'preview.toggle': [{ guard: by('isSame'), target: '#preview.idle' }, { actions: by('remember') }],
          },
        },
        sounding: {
          tags: 'sounding',
          entry: ['hushPlayer', 'start', { type: 'command', params: { type: 'engine.play' } }, 'rememberLoaded'],
          invoke: [
            {
              src: 'endWatch',
              id: 'endWatch',
              input: ({ context: { playhead, place } }) => ({ playhead, until: place.until }),
            },
            { src: 'playerWatch', id: 'playerWatch' },
          ],
          on: {
            'preview.toggle': [
              { guard: by('isSame'), target: 'resting' },
              { target: 'sounding', reenter: true, actions: by('remember') },
            ],
            'preview.pause': 'resting',
            'preview.ended': 'resting',
            'player.sounded': 'resting',
            'engine.started': { actions: assign({ hasReopened: false }) },
            'engine.paused': 'resting',
            'engine.ended': 'resting',
            'engine.failed': [
              // The server may have lost the session.
              { guard: 'mayReopen', target: '#preview.open', reenter: true, actions: assign({ hasReopened: true }) },
              '#preview.failed',
            ],
          },
        },
        resting: {
          entry: { type: 'command', params: { type: 'engine.pause' } },
          on: {
            'preview.toggle': { target: 'sounding', actions: by('remember') },
          },
        },
      },
    },
    failed: {
      on: {
        'preview.toggle': { target: 'open', actions: by('remember') },
      },
    },
  },
});

export type PreviewRef = ActorRefFrom<typeof previewMachine>;
