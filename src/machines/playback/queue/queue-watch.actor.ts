import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { collectDropped } from '../../../schemas/contract-issues.ts';
import { type QueueItem, storedAutoplay, storedOf, storedQueue } from '../../../schemas/queue.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type Ports } from '../../kit/ports.ts';
import { getPlayer, getPreferences } from '../../kit/system.ts';
import type { PlayerRef } from '../player/player.machine.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import { once } from './queue.logic.ts';

export const AUTOPLAY = defineStored('playerQueueAutoPlay', storedAutoplay);

export const queueOf = (userId: string) => defineStored(`earmark.queue.${userId}`, storedQueue);

export function readQueue({ storage }: Ports, userId: string): readonly QueueItem[] {
  return once(storage.read(queueOf(userId))?.items ?? []);
}

/** Reports unreadable entries like those of an answer. */
function reportUnreadable({ storage, unreadable }: Ports, userId: string): void {
  const { dropped } = collectDropped(() => storage.read(queueOf(userId)));
  if (dropped.length > 0) unreadable.report('queue', dropped);
}

export function writeQueue({ storage }: Ports, userId: string, items: readonly QueueItem[]): void {
  storage.write(queueOf(userId), storedOf(items));
}

export type PlayerReport =
  /** `isRestored`: shows paused, without a press on play. */
  | { type: 'media.changed'; media: MediaRef | null; isRestored: boolean }
  /** `isAsleep`: the sleep timer ended with it. `followsSeries`: setting of this device. */
  | { type: 'media.ended'; isAsleep: boolean; followsSeries: boolean }
  /** Plays again after its end. */
  | { type: 'media.resumed' }
  /** The media is unplayable, forbidden, or without audio. */
  | { type: 'media.failed' };

type PlayerSnapshot = ReturnType<PlayerRef['getSnapshot']>;

const openOf = ({ context }: PlayerSnapshot): MediaRef | null => (context.next ?? context.request)?.media ?? null;

function isUnplayable({ context: { failure } }: PlayerSnapshot): boolean {
  if (failure?.kind === 'noSound') return true;
  return failure?.kind === 'session' && (failure.error.kind === 'notFound' || failure.error.kind === 'forbidden');
}

function isSame(one: MediaRef | null, other: MediaRef | null): boolean {
  return one === other || (one !== null && other !== null && isSameMedia(one, other));
}

export const playerWatch = fromCallback<PlayerReport, NonReducibleUnknown>(({ sendBack, system }) => {
  const player = getPlayer<PlayerRef>(system);
  let open: MediaRef | null = null;
  let hasEnded = false;
  let wasUnplayable = false;
  const notify = (report: PlayerReport) => sendBack(report);
  const look = (state: PlayerSnapshot) => {
    const now = openOf(state);
    if (!isSame(open, now)) {
      open = now;
      notify({ type: 'media.changed', media: now, isRestored: state.matches({ transport: 'standby' }) });
    }
    const ends = state.matches({ transport: { loaded: 'ended' } });
    if (ends && !hasEnded)
      notify({
        type: 'media.ended',
        isAsleep: state.children.sleepTimer?.getSnapshot().matches('expired') ?? false,
        followsSeries: getPreferences(system).playsNextOfSeries,
      });
    if (!ends && hasEnded) notify({ type: 'media.resumed' });
    hasEnded = ends;
    const unplayable = state.matches({ transport: 'failed' }) && isUnplayable(state);
    if (unplayable && !wasUnplayable) notify({ type: 'media.failed' });
    wasUnplayable = unplayable;
  };
  look(player.getSnapshot());
  const subscription = player.subscribe(look);
  return () => subscription.unsubscribe();
});

export type StoredReport =
  | { type: 'queue.changedElsewhere'; items: readonly QueueItem[] }
  | { type: 'autoplay.changedElsewhere'; isOn: boolean };

export const storedWatch = fromCallback<StoredReport, { readonly userId: string }>(({ input, sendBack, system }) => {
  const ports = getPorts(system);
  const { storage } = ports;
  reportUnreadable(ports, input.userId);
  const notify = (report: StoredReport) => sendBack(report);
  const ends = [
    storage.subscribe(queueOf(input.userId), (queue) =>
      notify({ type: 'queue.changedElsewhere', items: once(queue?.items ?? []) }),
    ),
    storage.subscribe(AUTOPLAY, (value) => notify({ type: 'autoplay.changedElsewhere', isOn: value !== 0 })),
  ];
  return () => ends.forEach((end) => end());
});
