import { fromCallback, type AnyActorRef, type NonReducibleUnknown } from 'xstate';
import { getPlayer, wantsSound } from './system.ts';

export type PlayerSounded = { type: 'player.sounded' };

/** Reports when the player begins to sound. */
export const playerWatch = fromCallback<PlayerSounded, NonReducibleUnknown>(({ sendBack, system }) => {
  let did = wantsSound(system);
  const subscription = getPlayer<AnyActorRef>(system).subscribe(() => {
    const does = wantsSound(system);
    if (does && !did) sendBack({ type: 'player.sounded' } satisfies PlayerSounded);
    did = does;
  });
  return () => subscription.unsubscribe();
});
