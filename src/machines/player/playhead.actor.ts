import { fromTransition, type ActorRefFrom } from 'xstate';
import type { EngineTick } from './engines/engine.protocol.ts';

/**
 * Where the open item is and how much of it was heard. Ticks come here, four in a second, and to nobody
 * else: views of the time line subscribe to this actor, the rest of the player reads it when it has to.
 *
 * Invariants:
 * 1. `listened` only grows, whatever is opened, saved or lost.
 * 2. `recorded` moves when seconds go into the ledger, so `listened - recorded` is known nowhere else.
 * 3. A second counts as listened when the sound moved on by it *and* it passed: seeking and clocks that are
 *    set make no listening time. Sound that falters and catches up loses none.
 */
export interface Playhead {
  /** Seconds of the whole item. */
  readonly time: number;
  /** Where the time line is being dragged to; null while it is not. */
  readonly scrub: number | null;
  /** How far the sound is loaded, in seconds of the whole item. */
  readonly bufferedEnd: number;
  /** Seconds on the wall that were heard. */
  readonly listened: number;
  readonly recorded: number;
  /** The position that the server has. */
  readonly savedTime: number;
  /** Nothing is saved before so much was heard (a finished item that is started again, server fact 16). */
  readonly silentUntil: number;
  readonly lastTick: { readonly time: number; readonly at: number } | null;
  /** When it was put where it is (ms, as of a tick): what sounds before the first tick counts from here. */
  readonly movedAt: number | null;
  /** Seconds by which the sound ran ahead of the clock (below 0: behind it) without being counted yet. */
  readonly drift: number;
  /** The actor has ended: who saves after it can still read the seconds, and has nobody to tell. */
  readonly hasEnded: boolean;
}

export type PlayheadEvent =
  | EngineTick
  /** `savedTime`: where the server says the listener was. Nothing is saved before `silentFor` seconds were heard. */
  | { type: 'playhead.opened'; time: number; savedTime: number; silentFor: number }
  /** Nothing is saved before so many more seconds were heard. */
  | { type: 'playhead.silenced'; seconds: number }
  /** The server has this position already: another device put it there. */
  | { type: 'playhead.adopted'; time: number }
  /** The time line is held at this place; a seek or the end of holding lets it go. */
  | { type: 'playhead.scrubbed'; time: number | null }
  /** The server has this position. */
  | { type: 'playhead.saved'; time: number }
  /** The ledger has what was heard so far. */
  | { type: 'playhead.recorded'; listened: number }
  /** What XState sends to an actor that is stopped. */
  | { type: 'xstate.stop' };

const START: Playhead = {
  time: 0,
  scrub: null,
  bufferedEnd: 0,
  listened: 0,
  recorded: 0,
  savedTime: 0,
  silentUntil: 0,
  lastTick: null,
  movedAt: null,
  drift: 0,
  hasEnded: false,
};

/** Sound and clock may be apart by this (s) and still be the same listening: sound that faltered for a moment. */
const MAX_DRIFT_S = 0.5;

/** The playhead after an event: a pure function. */
export function movePlayhead(state: Playhead, event: PlayheadEvent): Playhead {
  switch (event.type) {
    case 'playhead.opened':
      return {
        ...START,
        time: event.time,
        savedTime: event.savedTime,
        listened: state.listened,
        recorded: state.listened,
        silentUntil: state.listened + event.silentFor,
      };
    case 'playhead.scrubbed':
      return { ...state, scrub: event.time };
    case 'playhead.silenced':
      return { ...state, silentUntil: state.listened + event.seconds };
    case 'playhead.adopted':
    case 'playhead.saved':
      return { ...state, savedTime: event.time };
    case 'playhead.recorded':
      return { ...state, recorded: event.listened };
    case 'engine.moved':
      return { ...state, time: event.time, scrub: null, lastTick: null, movedAt: event.at, drift: 0 };
    case 'engine.ticked':
      return { ...state, ...heard(state, event), time: event.time, bufferedEnd: event.bufferedEnd };
    case 'xstate.stop':
      return { ...state, hasEnded: true };
    default:
      return state;
  }
}

function heard(
  { drift, lastTick, listened, movedAt, time }: Playhead,
  tick: { time: number; at: number; rate: number },
): Pick<Playhead, 'lastTick' | 'listened' | 'drift'> {
  const thisTick = { time: tick.time, at: tick.at };
  const from = lastTick ?? (movedAt === null ? null : { time, at: movedAt });
  if (!from) return { lastTick: thisTick, listened, drift: 0 };
  const moved = (tick.time - from.time) / tick.rate;
  const passed = (tick.at - from.at) / 1000;
  const apart = drift + moved - passed;
  const isOneStretch = moved >= 0 && Math.abs(apart) <= MAX_DRIFT_S;
  const both = Math.min(moved + Math.max(drift, 0), passed + Math.max(-drift, 0));
  return { lastTick: thisTick, listened: listened + Math.max(0, both), drift: isOneStretch ? apart : 0 };
}

/** The playhead as an actor; see {@link Playhead} for what holds of it. */
export const playheadLogic = fromTransition(movePlayhead, START);
export type PlayheadRef = ActorRefFrom<typeof playheadLogic>;

/** What was heard since the ledger was told last, and where it ended; null while it is not to be told. */
export function unrecorded({
  listened,
  recorded,
  silentUntil,
  time,
}: Playhead): { seconds: number; time: number; listened: number } | null {
  return listened < silentUntil ? null : { seconds: listened - recorded, time, listened };
}

/** The playhead as it is now. */
export function readPlayhead(ref: PlayheadRef): Playhead {
  return ref.getSnapshot().context;
}
