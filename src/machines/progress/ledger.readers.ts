import { momentOf, type System } from '../app/ports.ts';
import { findNamed, getProgress } from '../app/system.ts';
import { isSameMedia, type MediaRef } from '../player/player.protocol.ts';
import { sentPosition, unsavedPosition, type LedgerEntry } from './ledger.logic.ts';

/** What the ledger holds, by playback session. */
function ledgerEntries(system: System): Readonly<Record<string, LedgerEntry>> {
  const ref = system.get('ledger') as
    { getSnapshot(): { context?: { entries?: Readonly<Record<string, LedgerEntry>> } } } | undefined;
  return ref?.getSnapshot().context?.entries ?? {};
}

/** What other pages of this browser have not saved yet. */
function entriesElsewhere(system: System): readonly LedgerEntry[] {
  const ref = system.get('ledger') as { getSnapshot(): { context?: { seen?: readonly LedgerEntry[] } } } | undefined;
  return ref?.getSnapshot().context?.seen ?? [];
}

/** Whether the ledger holds something of this playback session. */
export function isInLedger(system: System, sessionId: string): boolean {
  return ledgerEntries(system)[sessionId] !== undefined;
}

/** Where the listener was in an item when the server has not got that yet: seconds, or null. */
export function getUnsavedPosition(system: System, media: MediaRef): number | null {
  const entries = [...Object.values(ledgerEntries(system)), ...entriesElsewhere(system)];
  if (entries.length === 0) return null;
  return unsavedPosition(entries, media, getProgress(system, media), momentOf(system));
}

/** The position of an item that is on its way to the server: seconds, or null. */
export function getSentPosition(system: System, media: MediaRef): number | null {
  return sentPosition(Object.values(ledgerEntries(system)), media);
}

/** Resolves when no call of the ledger about this book or episode waits for its answer. */
export function untilAnswered(system: System, media: MediaRef): Promise<void> {
  const waits = () =>
    Object.values(ledgerEntries(system)).some((entry) => entry.calls.length > 0 && isSameMedia(entry.media, media));
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
