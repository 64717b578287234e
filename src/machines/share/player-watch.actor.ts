import { fromCallback } from 'xstate';
import type { OpenSession } from '../player/open-session.actor.ts';
import type { PlayerRef } from '../player/player.machine.ts';

export type PlayerWatched = { type: 'share.opened'; opened: OpenSession } | { type: 'share.sounded' };

export const playerWatch = fromCallback<PlayerWatched, { readonly player: PlayerRef }>(({ input, sendBack }) => {
  let shown: OpenSession | null = null;
  let hasSounded = false;
  const subscription = input.player.subscribe((snapshot) => {
    const { opened } = snapshot.context;
    if (opened && opened !== shown) sendBack({ type: 'share.opened', opened } satisfies PlayerWatched);
    shown = opened ?? shown;
    if (hasSounded || !snapshot.matches({ transport: 'playing' })) return;
    hasSounded = true;
    sendBack({ type: 'share.sounded' } satisfies PlayerWatched);
  });
  return () => subscription.unsubscribe();
});
