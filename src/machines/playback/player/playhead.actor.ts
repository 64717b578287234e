import { fromTransition, type ActorRefFrom } from 'xstate';
import type { EngineTick } from './engines/engine.protocol.ts';

/**
 * Position and listened time of the open item. Gets the engine's ticks (4/s); only timeline views subscribe.
 * A second is listened when both sound and clock advance by it; seeks and clock changes don't count.
 * `listened` only grows; `listened - recorded` is time the ledger doesn't have.
 */
export interface Playhead {
  readonly time: number;
  /** Position while dragging. */
  readonly scrub: number | null;
  readonly bufferedEnd: number;
  /** Real seconds. */
  readonly listened: number;
  readonly recorded: number;
  readonly savedTime: number;
  /** Nothing is saved before (a finished item started again, server fact 16). */
  readonly silentUntil: number;
  readonly lastTick: { readonly time: number; readonly at: number } | null;
  /** In ms, as of a tick: sound before the first tick counts from here. */
  readonly movedAt: number | null;
  /** Uncounted seconds of sound ahead of the clock; negative when behind. */
  readonly drift: number;
  /** Stopped, but still readable by later savers. */
  readonly hasEnded: boolean;
}

export type PlayheadEvent =
  | EngineTick
  /** Nothing is saved before `silentFor` listened seconds. */
  | { type: 'playhead.opened'; time: number; savedTime: number; silentFor: number }
  | { type: 'playhead.silenced'; seconds: number }
  | { type: 'playhead.adopted'; time: number }
  | { type: 'playhead.scrubbed'; time: number | null }
  | { type: 'playhead.saved'; time: number }
  | { type: 'playhead.recorded'; listened: number }
  /** XState sends it to a stopped actor. */
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

/** In seconds: smaller gaps of sound and clock are buffering. */
const MAX_DRIFT_S = 0.5;

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

export const playheadLogic = fromTransition(movePlayhead, START);
export type PlayheadRef = ActorRefFrom<typeof playheadLogic>;

/** Listened time since the last record, and its end; null when nothing is to be recorded. */
export function unrecorded({
  listened,
  recorded,
  silentUntil,
  time,
}: Playhead): { seconds: number; time: number; listened: number } | null {
  return listened < silentUntil ? null : { seconds: listened - recorded, time, listened };
}

export function readPlayhead(ref: PlayheadRef): Playhead {
  return ref.getSnapshot().context;
}
