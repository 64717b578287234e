import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { Clock } from '../../../src/services/clock.ts';

type TimerClock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

interface Timer {
  readonly id: number;
  readonly due: number;
  readonly run: () => void;
}

/**
 * Time that is still until the test moves it. Serves as the `clock` port and, given to `createActor(…, { clock })`, as
 * the clock of every `after` and delayed event.
 */
export interface FakeClock extends Clock, TimerClock {
  /** Moves time by so many ms and runs due timers, in order of time. */
  advance(ms: number): void;
  /** A user sets the clock of the device, by so many ms; no time passes. */
  set(byMs: number): void;
  /** Due times of the pending timers, soonest first, in ms. */
  readonly pending: readonly number[];
}

/** @param start first value of `now()`, in ms since 1970 */
export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  let setBy = 0;
  let lastId = 0;
  let timers: readonly Timer[] = [];
  const soonest = (until: number) =>
    timers.filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due || a.id - b.id)[0];
  return {
    now: () => now + setBy,
    elapsed: () => now - start,
    set: (byMs) => void (setBy += byMs),
    setTimeout(run: () => void, ms: number) {
      lastId += 1;
      timers = [...timers, { id: lastId, due: now + Math.max(0, ms), run }];
      return lastId;
    },
    clearTimeout(id: number) {
      timers = timers.filter((timer) => timer.id !== id);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = soonest(until); timer; timer = soonest(until)) {
        const { id } = timer;
        timers = timers.filter((other) => other.id !== id);
        now = Math.max(now, timer.due);
        timer.run();
      }
      now = until;
    },
    get pending() {
      return timers.map((timer) => timer.due).sort((a, b) => a - b);
    },
  };
}
