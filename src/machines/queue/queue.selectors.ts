import type { SnapshotFrom } from 'xstate';
import type { QueueItem } from '../../schemas/queue.ts';
import type { Message } from '../app/message.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import { has, waitingOf } from './queue.logic.ts';
import type { queueMachine } from './queue.machine.ts';

type QueueSnapshot = SnapshotFrom<typeof queueMachine>;

const NONE: readonly QueueItem[] = [];
const shown = new WeakMap<readonly QueueItem[], { open: MediaRef | null; items: readonly QueueItem[] }>();

/** What plays after the open item, in this order. The same list as long as it is the same. */
export function selectWaiting(state: QueueSnapshot | undefined): readonly QueueItem[] {
  if (!state) return NONE;
  const { items, open } = state.context;
  const known = shown.get(items);
  if (known && known.open === open) return known.items;
  const waiting = open !== null && has(items, open) ? waitingOf(items, open) : items;
  shown.set(items, { open, items: waiting });
  return waiting;
}

/** Whether something plays after the open item (PLR-052, PLR-053). */
export const selectHasNext = (state: QueueSnapshot | undefined): boolean => selectWaiting(state).length > 0;
export const selectAutoplay = ({ context }: QueueSnapshot): boolean => context.autoplay;
/** What a move has done, for screen readers. */
export const selectSaid = ({ context }: QueueSnapshot): Message | null => context.said;

/** A selector of whether this book or episode waits. */
export function waits(media: MediaRef) {
  return (state: QueueSnapshot): boolean => has(selectWaiting(state), media);
}
