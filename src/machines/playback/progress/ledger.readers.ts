import type { AnyActorRef } from 'xstate';
import { momentOf, type System } from '../../kit/ports.ts';
import { findNamed, getProgress } from '../../kit/system.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import { isOwnPlace, sentPosition, unsavedPosition, type LedgerEntry } from './ledger.logic.ts';

interface Kept {
  readonly entries: Readonly<Record<string, LedgerEntry>>;
  readonly seen: readonly LedgerEntry[];
}

function keptIn(system: System): Kept {
  return keptBy(findNamed(system, 'ledger'));
}

function keptBy(ledger: Pick<AnyActorRef, 'getSnapshot'> | null): Kept {
  const snapshot = ledger?.getSnapshot() as { readonly context?: Partial<Kept> } | undefined;
  return { entries: snapshot?.context?.entries ?? {}, seen: snapshot?.context?.seen ?? [] };
}

/** Whether the ledger still has an entry of this playback session. A ledger that is stopping has no name any more. */
export function isInLedger(ledger: Pick<AnyActorRef, 'getSnapshot'>, sessionId: string): boolean {
  return keptBy(ledger).entries[sessionId] !== undefined;
}

/** The listener's position (s) that the server lacks, or null. */
export function getUnsavedPosition(system: System, media: MediaRef): number | null {
  const { entries: own, seen } = keptIn(system);
  const entries = [...Object.values(own), ...seen];
  if (entries.length === 0) return null;
  return unsavedPosition(entries, media, getProgress(system, media), momentOf(system));
}

/** Whether the ledger recently sent or adopted this position (s). */
export function isOwnPosition(system: System, media: MediaRef, time: number): boolean {
  return Object.values(keptIn(system).entries).some(
    (entry) => isSameMedia(entry.media, media) && isOwnPlace(entry.places, time),
  );
}

/** The position (s) in a pending call, or null. */
export function getSentPosition(system: System, media: MediaRef): number | null {
  return sentPosition(Object.values(keptIn(system).entries), media);
}

/** Resolves when no ledger call for this media is pending. */
export function untilAnswered(system: System, media: MediaRef): Promise<void> {
  const ledger = findNamed(system, 'ledger');
  const waits = () =>
    Object.values(keptIn(system).entries).some((entry) => entry.calls.length > 0 && isSameMedia(entry.media, media));
  if (!ledger || !waits()) return Promise.resolve();
  return new Promise((resolve) => {
    const answered = ledger.subscribe({
      next() {
        if (waits()) return;
        answered.unsubscribe();
        resolve();
      },
      complete: resolve,
    });
  });
}
