import { fromCallback, type AnyActorRef, type EventObject } from 'xstate';
import type { PlayerContext } from './player.context.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { skipsOf } from './position.ts';

export type SkipEndParentEvent = { type: 'player.seek'; time: number; reason: 'skip' };

interface SkipEndInput {
  readonly playhead: PlayheadRef;
  readonly player: AnyActorRef;
}

/** Ends an episode at its skipped end, when playing reaches it; a seek behind it plays on. */
export const skipEnd = fromCallback<EventObject, SkipEndInput>(({ input: { playhead, player }, sendBack }) => {
  let { time, lastTick } = readPlayhead(playhead);
  const subscription = playhead.subscribe(({ context: now }) => {
    const before = time;
    const sounds = now.lastTick !== null && now.lastTick !== lastTick;
    ({ time, lastTick } = now);
    if (!sounds) return;
    const { context } = player.getSnapshot() as { context: PlayerContext };
    const { end, last } = skipsOf(context);
    if (before < end && time >= end && time < last)
      sendBack({ type: 'player.seek', time: last, reason: 'skip' } satisfies SkipEndParentEvent);
  });
  return () => subscription.unsubscribe();
});
