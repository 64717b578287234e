import { fromCallback, type EventObject } from 'xstate';
import { getPlaybackRate } from '../app/system.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { soundedBetween } from './sleep-timer.logic.ts';

export type SoundReport =
  /** So many seconds on the wall there was sound, and now it is at this place of the item (seconds). */
  | { type: 'sound.heard'; seconds: number; time: number }
  /** It was put there, without anything heard in between. */
  | { type: 'sound.moved'; time: number };

/**
 * Reads the playhead for whoever counts sound: every tick of it, at the clock of the ticks, so it does not matter how
 * often a browser tells the time of a page in the background (pitfall 25).
 */
export const soundWatch = fromCallback<EventObject, { readonly playhead: PlayheadRef }>(
  ({ input, sendBack, system }) => {
    let { time, lastTick } = readPlayhead(input.playhead);
    const subscription = input.playhead.subscribe(({ context: now }) => {
      if (now.lastTick === lastTick && now.time === time) return;
      const report: SoundReport = now.lastTick
        ? {
            type: 'sound.heard',
            seconds: lastTick ? soundedBetween(lastTick, now.lastTick, getPlaybackRate(system)) : 0,
            time: now.time,
          }
        : { type: 'sound.moved', time: now.time };
      ({ time, lastTick } = now);
      sendBack(report);
    });
    return () => subscription.unsubscribe();
  },
);
