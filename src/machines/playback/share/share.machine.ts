import { assign, sendTo, setup, type ActorRefFrom, fromCallback } from 'xstate';
import { by } from '../../kit/by.ts';
import { named } from '../../kit/system.ts';
import type { OpenSession } from '../player/open-session.actor.ts';
import type { PlayerRef } from '../player/player.machine.ts';
import type { PlayerCommand } from '../player/player.protocol.ts';
import { selectSounds } from '../player/player.selectors.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import { sharePlayer } from './share-player.ts';

type PlayerWatched = { type: 'share.opened'; opened: OpenSession } | { type: 'share.sounded' };

export const playerWatch = fromCallback<PlayerWatched, { readonly player: PlayerRef }>(({ input, sendBack }) => {
  let shown: OpenSession | null = null;
  let hasSounded = false;
  const subscription = input.player.subscribe((snapshot) => {
    const { opened } = snapshot.context;
    if (opened && opened !== shown) sendBack({ type: 'share.opened', opened } satisfies PlayerWatched);
    shown = opened ?? shown;
    if (hasSounded || !selectSounds(snapshot)) return;
    hasSounded = true;
    sendBack({ type: 'share.sounded' } satisfies PlayerWatched);
  });
  return () => subscription.unsubscribe();
});

export interface ShareInput {
  readonly slug: string;
  /** Seconds; null: the saved position of this browser. */
  readonly time: number | null;
}

interface ShareContext extends ShareInput {
  readonly player: PlayerRef;
  readonly shown: OpenSession | null;
}

/** A public link: owns the player. The start time leaves the URL with the first sound, for reloads. */
export const shareMachine = setup({
  types: {
    input: {} as ShareInput,
    context: {} as ShareContext,
    events: {} as PlayerWatched | { type: 'share.retry' },
    children: {} as { player: 'player'; playerWatch: 'playerWatch' },
  },
  actors: { player: sharePlayer, playerWatch },
  guards: { hasTime: ({ context }) => context.time !== null },
  actions: {
    open: sendTo('player', ({ context: { slug, time } }): PlayerCommand => ({
      type: 'player.play',
      libraryItemId: slug,
      isSilent: true,
      ...(time === null ? {} : { startTime: time }),
    })),
    show: assign((_, { opened }: { opened: OpenSession }) => ({ shown: opened })),
    cleanAddress: sendTo(named('router'), ({ context }): RouterEvent => ({
      type: 'router.go',
      to: { name: 'share', slug: context.slug },
      replace: true,
    })),
  },
}).createMachine({
  id: 'share',
  context: ({ input, spawn }) => ({
    ...input,
    player: spawn('player', { id: 'player', systemId: 'player' }),
    shown: null,
  }),
  entry: 'open',
  invoke: { src: 'playerWatch', id: 'playerWatch', input: ({ context }) => ({ player: context.player }) },
  on: {
    'share.retry': { actions: 'open' },
    'share.opened': { actions: by('show') },
    'share.sounded': { guard: 'hasTime', actions: 'cleanAddress' },
  },
});

export type ShareRef = ActorRefFrom<typeof shareMachine>;
