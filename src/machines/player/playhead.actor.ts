import { fromTransition, type ActorRefFrom } from 'xstate';
import type { EngineTick } from './engines/engine.protocol.ts';

/**
 * Where the open item is and how much of it was heard. Ticks come here, four in a second, and to nobody
 * else: views of the time line subscribe to this actor, the rest of the player reads it when it has to.
 *
 * Invariants:
 * 1. `listened` only grows while an item is open. It is never set back by a save, so a failed one loses nothing.
 * 2. `savedListened` moves only when the server has confirmed, so `listened - savedListened` is unsent at any time.
 * 3. A second counts as listened when the sound moved on by it *and* it passed: seeking and clocks that are
 *    set make no listening time.
 */
export interface Playhead {
  /** Counts what was opened: what is saved late is taken from the seconds of the item that they were heard of. */
  readonly opening: number;
  /** Seconds of the whole item. */
  readonly time: number;
  /** Where the time line is being dragged to; null while it is not. */
  readonly scrub: number | null;
  /** How far the sound is loaded, in seconds of the whole item. */
  readonly bufferedEnd: number;
  /** Seconds on the wall that were heard since the item was opened. */
  readonly listened: number;
  readonly savedListened: number;
  readonly savedTime: number;
  /** Nothing is saved before so much was heard (a finished item that is started again, areas 30.5). */
  readonly silentUntil: number;
  readonly lastTick: { readonly time: number; readonly at: number } | null;
  /** The actor has ended: who saves after it can still read the seconds, and has nobody to tell. */
  readonly hasEnded: boolean;
}

export type PlayheadEvent =
  | EngineTick
  | { type: 'playhead.opened'; time: number; silentUntil: number }
  /** Nothing is saved before so many more seconds were heard. */
  | { type: 'playhead.silenced'; seconds: number }
  /** The server has this position already: another device put it there. */
  | { type: 'playhead.adopted'; time: number }
  /** The time line is held at this place; a seek or the end of holding lets it go. */
  | { type: 'playhead.scrubbed'; time: number | null }
  /** The server has so many more seconds of this opening, and this position. */
  | { type: 'playhead.saved'; opening: number; timeListened: number; time: number }
  /** What XState sends to an actor that is stopped. */
  | { type: 'xstate.stop' };

const START: Playhead = { opening: 0, time: 0, scrub: null, bufferedEnd: 0, listened: 0, savedListened: 0, savedTime: 0, silentUntil: 0, lastTick: null, hasEnded: false };

/** The playhead after an event: a pure function. */
export function movePlayhead(state: Playhead, event: PlayheadEvent): Playhead {
  switch (event.type) {
    case 'playhead.opened':
      return { ...START, opening: state.opening + 1, time: event.time, savedTime: event.time, silentUntil: event.silentUntil };
    case 'playhead.scrubbed':
      return { ...state, scrub: event.time };
    case 'playhead.silenced':
      return { ...state, silentUntil: state.listened + event.seconds };
    case 'playhead.adopted':
      return { ...state, savedTime: event.time };
    case 'playhead.saved':
      if (event.opening !== state.opening) return state;
      return { ...state, savedListened: state.savedListened + event.timeListened, savedTime: event.time };
    case 'engine.moved':
      return { ...state, time: event.time, scrub: null, lastTick: null };
    case 'engine.time':
      return {
        ...state,
        time: event.time,
        bufferedEnd: event.bufferedEnd,
        listened: state.listened + heardSince(state.lastTick, event),
        lastTick: { time: event.time, at: event.at },
      };
    case 'xstate.stop':
      return { ...state, hasEnded: true };
    default:
      return state;
  }
}

function heardSince(last: Playhead['lastTick'], tick: { time: number; at: number; rate: number }): number {
  if (!last) return 0;
  const moved = (tick.time - last.time) / tick.rate;
  const passed = (tick.at - last.at) / 1000;
  return Math.max(0, Math.min(moved, passed));
}

/** The playhead as an actor; see {@link Playhead} for what holds of it. */
export const playheadLogic = fromTransition(movePlayhead, START);
export type PlayheadRef = ActorRefFrom<typeof playheadLogic>;

/** The playhead as it is now. */
export function readPlayhead(ref: PlayheadRef): Playhead {
  return ref.getSnapshot().context;
}
