import { fromCallback, type EventObject } from 'xstate';
import { getPlaybackRate } from '../../kit/system.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { soundedBetween } from './sleep-timer.logic.ts';

export type SoundReport =
  { type: 'sound.heard'; seconds: number; time: number } | { type: 'sound.moved'; time: number };

/** Reports the playhead's ticks, timed by their own clock: browsers slow down background pages (pitfall 25). */
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
