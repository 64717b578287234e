import { hearDropped } from '../../schemas/dropped.ts';
import { storedAutoplay, storedOf, storedQueue, type QueueItem } from '../../schemas/queue.ts';
import { defineStored } from '../../services/storage.ts';
import type { Ports } from '../app/ports.ts';
import { once } from './queue.logic.ts';

/** PLR-092, STO-027. */
export const AUTOPLAY = defineStored('playerQueueAutoPlay', storedAutoplay);

/** The queue of this account in this browser. */
export const queueOf = (userId: string) => defineStored(`earmark.queue.${userId}`, storedQueue);

/** What is kept of this account. */
export function readQueue({ storage }: Ports, userId: string): readonly QueueItem[] {
  return once(storage.read(queueOf(userId))?.items ?? []);
}

/** Tells what cannot be read of it, as that of an answer is told. */
export function reportUnreadable({ storage, unreadable }: Ports, userId: string): void {
  const { dropped } = hearDropped(() => storage.read(queueOf(userId)));
  if (dropped.length > 0) unreadable.report('queue', dropped);
}

export function writeQueue({ storage }: Ports, userId: string, items: readonly QueueItem[]): void {
  storage.write(queueOf(userId), storedOf(items));
}
