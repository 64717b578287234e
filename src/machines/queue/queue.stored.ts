import { hearDropped } from '../../schemas/dropped.ts';
import { storedAutoplay, storedOf, storedQueue, type QueueItem } from '../../schemas/queue.ts';
import { defineStored } from '../../services/storage.ts';
import type { Ports } from '../app/ports.ts';
import { once } from './queue.logic.ts';

export const AUTOPLAY = defineStored('playerQueueAutoPlay', storedAutoplay);

export const queueOf = (userId: string) => defineStored(`earmark.queue.${userId}`, storedQueue);

export function readQueue({ storage }: Ports, userId: string): readonly QueueItem[] {
  return once(storage.read(queueOf(userId))?.items ?? []);
}

/** Reports unreadable entries like those of an answer. */
export function reportUnreadable({ storage, unreadable }: Ports, userId: string): void {
  const { dropped } = hearDropped(() => storage.read(queueOf(userId)));
  if (dropped.length > 0) unreadable.report('queue', dropped);
}

export function writeQueue({ storage }: Ports, userId: string, items: readonly QueueItem[]): void {
  storage.write(queueOf(userId), storedOf(items));
}
