import { fromPromise } from 'xstate';
import type { QueueItem } from '../../schemas/queue.ts';
import type { MediaRef } from '../player/player.protocol.ts';

/** What follows by itself, and the name of its series or podcast. */
export interface Following {
  readonly item: QueueItem;
  readonly group: string;
}

/** Asks what follows in a series or a podcast, by code in a chunk of its own. */
export const findFollowing = fromPromise<Following | null, { readonly media: MediaRef | null }>(
  async ({ input: { media }, system, signal }) => {
    const { findFollowing: find } = await import('./following.ts');
    return media && find(media, system, signal);
  },
);
