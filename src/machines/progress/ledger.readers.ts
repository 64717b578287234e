import type { AnyActorRef } from 'xstate';
import { momentOf, type System } from '../app/ports.ts';
import { findNamed, getProgress } from '../app/system.ts';
import { isSameMedia, type MediaRef } from '../player/player.protocol.ts';
import { isOwnPlace, sentPosition, unsavedPosition, type LedgerEntry } from './ledger.logic.ts';

interface Kept {
  readonly entries: Readonly<Record<string, LedgerEntry>>;
  /** Of other pages of this browser. */
  readonly seen: readonly LedgerEntry[];
}

/** What the ledger holds, by playback session, and what other pages have not saved yet. */
function keptIn(system: System): Kept {
  return keptBy(findNamed(system, 'ledger'));
}

function keptBy(ledger: Pick<AnyActorRef, 'getSnapshot'> | null): Kept {
  const snapshot = ledger?.getSnapshot() as { readonly context?: Partial<Kept> } | undefined;
  return { entries: snapshot?.context?.entries ?? {}, seen: snapshot?.context?.seen ?? [] };
}

/** Whether this ledger holds something of the playback session. One that is about to end has no name any more. */
export function isInLedger(ledger: Pick<AnyActorRef, 'getSnapshot'>, sessionId: string): boolean {
  return keptBy(ledger).entries[sessionId] !== undefined;
}

/** Where the listener was in an item when the server has not got that yet: seconds, or null. */
export function getUnsavedPosition(system: System, media: MediaRef): number | null {
  const { entries: own, seen } = keptIn(system);
  const entries = [...Object.values(own), ...seen];
  if (entries.length === 0) return null;
  return unsavedPosition(entries, media, getProgress(system, media), momentOf(system));
}

/** Whether the ledger sent this position (s) of an item, or took it over, lately. */
export function isOwnPosition(system: System, media: MediaRef, time: number): boolean {
  return Object.values(keptIn(system).entries).some(
    (entry) => isSameMedia(entry.media, media) && isOwnPlace(entry.places, time),
  );
}

/** The position of an item that is on its way to the server: seconds, or null. */
export function getSentPosition(system: System, media: MediaRef): number | null {
  return sentPosition(Object.values(keptIn(system).entries), media);
}

/** Resolves when no call of the ledger about this book or episode waits for its answer. */
export function untilAnswered(system: System, media: MediaRef): Promise<void> {
  const waits = () =>
    Object.values(keptIn(system).entries).some((entry) => entry.calls.length > 0 && isSameMedia(entry.media, media));
  const ledger = findNamed(system, 'ledger');
  if (!ledger || !waits()) return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = ledger.subscribe({
      next() {
        if (waits()) return;
        subscription.unsubscribe();
        resolve();
      },
      complete: resolve,
    });
  });
}
