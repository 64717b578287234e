import { fromCallback } from 'xstate';
import type { JournalRecord } from '../../../schemas/journal.ts';
import { randomName } from '../../../services/random-name.ts';
import { getPorts } from '../../kit/ports.ts';
import { recordOf, type LedgerEntry } from './ledger.logic.ts';

export type JournalCommand = { type: 'journal.keep'; entries: Readonly<Record<string, LedgerEntry>> };

export type JournalReport =
  | { type: 'journal.listed'; records: readonly JournalRecord[] }
  /** Records of closed pages, for this page to deliver. */
  | { type: 'journal.found'; records: readonly JournalRecord[] }
  /** A crash would lose it: the server has to have it. */
  | { type: 'ledger.save'; sessionId: string; isLast: false };

/**
 * Keeps the ledger's entries in the journal and finds those of other pages. Each page holds a lock while it is open:
 * whoever gets the lock of another page delivers its records.
 */
export const journalKeeper = fromCallback<JournalCommand, { readonly userId: string }>(
  ({ input, receive, sendBack, system }) => {
    const { journal, locks, page } = getPorts(system);
    const owner = randomName();
    const ending = new AbortController();
    const { signal } = ending;
    const kept = new Map<string, string>();
    const awaited = new Set<string>();

    const lockOf = (name: string) => `journal.${name}`;
    const report = (event: JournalReport) => {
      if (!signal.aborted) sendBack(event);
    };

    async function take(name: string): Promise<void> {
      const release = await locks.hold(lockOf(name), signal);
      const left = await recordsOf((record) => record.owner === name);
      if (!signal.aborted) for (const record of left) keep({ ...record, owner });
      if (left.length > 0) report({ type: 'journal.found', records: left });
      release();
      awaited.delete(name);
    }

    async function recordsOf(isWanted: (record: JournalRecord) => boolean): Promise<JournalRecord[]> {
      return (await journal.read()).filter((record) => record.userId === input.userId && isWanted(record));
    }

    async function look(): Promise<void> {
      const others = await recordsOf((record) => record.owner !== owner);
      if (others.length > 0) report({ type: 'journal.listed', records: others });
      for (const name of new Set(others.map((record) => record.owner))) {
        if (awaited.has(name)) continue;
        awaited.add(name);
        void take(name);
      }
    }

    function keep(record: JournalRecord): void {
      const text = JSON.stringify(record);
      if (kept.get(record.sessionId) === text) return;
      const { sessionId } = record;
      kept.set(sessionId, text);
      void journal.write(record).then((isKept) => !isKept && report({ type: 'ledger.save', sessionId, isLast: false }));
    }

    receive(({ entries }) => {
      const records = Object.values(entries).flatMap((entry) => recordOf(entry, owner) ?? []);
      records.forEach(keep);
      const isWanted = new Set(records.map(({ sessionId }) => sessionId));
      for (const id of kept.keys()) {
        if (isWanted.has(id)) continue;
        kept.delete(id);
        journal.remove(id);
      }
    });

    // Before anything is kept: other pages must not take this one for closed.
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
