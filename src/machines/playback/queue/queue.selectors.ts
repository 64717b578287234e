import type { SnapshotFrom } from 'xstate';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { Message } from '../../kit/message.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { has, waitingOf } from './queue.logic.ts';
import type { queueMachine } from './queue.machine.ts';

type QueueSnapshot = SnapshotFrom<typeof queueMachine>;

const NONE: readonly QueueItem[] = [];
const shown = new WeakMap<readonly QueueItem[], { open: MediaRef | null; items: readonly QueueItem[] }>();

export function selectWaiting(state: QueueSnapshot | undefined): readonly QueueItem[] {
  if (!state) return NONE;
  const { items, open } = state.context;
  const known = shown.get(items);
  if (known && known.open === open) return known.items;
  const waiting = open !== null && has(items, open) ? waitingOf(items, open) : items;
  shown.set(items, { open, items: waiting });
  return waiting;
}

export const selectHasNext = (state: QueueSnapshot | undefined): boolean => selectWaiting(state).length > 0;
export const selectAutoplay = ({ context }: QueueSnapshot): boolean => context.autoplay;
export const selectSaid = ({ context }: QueueSnapshot): Message | null => context.said;

export function waits(media: MediaRef) {
  return (state: QueueSnapshot): boolean => has(selectWaiting(state), media);
}
