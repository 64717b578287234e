import { fromCallback } from 'xstate';
import type { JournalRecord } from '../../schemas/journal.ts';
import { randomName } from '../../services/random-name.ts';
import { getPorts } from '../app/ports.ts';
import { isSameRecord, recordOf, recovered } from './journal.logic.ts';
import type { LedgerEntry } from './ledger-entry.logic.ts';

/** Keep these, and nothing else of this page. */
export type JournalCommand = { type: 'journal.keep'; entries: Readonly<Record<string, LedgerEntry>> };

/** Pages of this account that are no more left these. */
export type JournalReport = { type: 'journal.found'; entries: readonly LedgerEntry[] };

/**
 * Keeps the ledger's entries in the journal of this browser, and finds what pages that ended left there. Each page
 * holds a lock as long as it lives: who gets the lock of another page's name may deliver what that one owed.
 */
export const journalKeeper = fromCallback<JournalCommand, { readonly userId: string }>(
  ({ input, receive, sendBack, system }) => {
    const { journal, locks, page } = getPorts(system);
    const owner = randomName();
    const ending = new AbortController();
    const { signal } = ending;
    const kept = new Map<string, JournalRecord>();
    /** Pages whose end is waited for. */
    const awaited = new Set<string>();

    const lockOf = (name: string) => `journal.${name}`;

    async function take(name: string): Promise<void> {
      const release = await locks.hold(lockOf(name), signal);
      const left = await recordsOf((record) => record.owner === name);
      if (!signal.aborted) {
        for (const record of left) keep({ ...record, owner });
        if (left.length > 0) sendBack({ type: 'journal.found', entries: left.map(recovered) } satisfies JournalReport);
      }
      release();
      awaited.delete(name);
    }

    async function recordsOf(isWanted: (record: JournalRecord) => boolean): Promise<JournalRecord[]> {
      return (await journal.read()).filter((record) => record.userId === input.userId && isWanted(record));
    }

    async function look(): Promise<void> {
      const others = await recordsOf((record) => record.owner !== owner && !awaited.has(record.owner));
      for (const name of new Set(others.map((record) => record.owner))) {
        awaited.add(name);
        void take(name);
      }
    }

    function keep(record: JournalRecord): void {
      kept.set(record.sessionId, record);
      journal.write(record);
    }

    receive(({ entries }) => {
      const records = Object.values(entries).flatMap((entry) => recordOf(entry, owner) ?? []);
      for (const record of records) if (!isSameRecord(kept.get(record.sessionId), record)) keep(record);
      const isWanted = new Set(records.map(({ sessionId }) => sessionId));
      for (const id of kept.keys()) {
        if (isWanted.has(id)) continue;
        kept.delete(id);
        journal.remove(id);
      }
    });

    // Before anything is kept: no other page may think that this one has ended.
    let release: (() => void) | null = null;
    void locks.hold(lockOf(owner), signal).then((end) => {
      if (signal.aborted) end();
      else release = end;
    });
    void look();
    const ends = [
      page.onVisibilityChange((visible) => visible && void look()),
      page.onOnlineChange((online) => online && void look()),
    ];
    return () => {
      ending.abort();
      ends.forEach((end) => end());
      release?.();
    };
  },
);
