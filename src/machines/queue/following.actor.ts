import { fromPromise } from 'xstate';
import type { QueueItem } from '../../schemas/queue.ts';
import type { MediaRef } from '../player/player.protocol.ts';

export interface Following {
  readonly item: QueueItem;
  readonly group: string;
}

export const findFollowing = fromPromise<Following | null, { readonly media: MediaRef | null }>(
  async ({ input: { media }, system, signal }) => {
    const { findFollowing: find } = await import('./following.ts');
    return media && find(media, system, signal);
  },
);
