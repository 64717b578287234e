import type { JournalRecord } from '../../../src/schemas/journal.ts';
import type { Journal } from '../../../src/services/journal.ts';

/** A journal over the tabs of one test, and over their ends: give the same object to two roots. */
export interface FakeJournal extends Journal {
  readonly records: ReadonlyMap<string, JournalRecord>;
  /** From now on the browser keeps nothing more; what cannot be kept anew is removed. */
  block(): void;
  unblock(): void;
}

export function createFakeJournal(): FakeJournal {
  const records = new Map<string, JournalRecord>();
  let isBlocked = false;
  return {
    records,
    block: () => void (isBlocked = true),
    unblock: () => void (isBlocked = false),
    read: () => Promise.resolve([...records.values()]),
    write(record) {
      if (isBlocked) records.delete(record.sessionId);
      else records.set(record.sessionId, structuredClone(record));
    },
    remove: (sessionId) => void records.delete(sessionId),
    written: () => null,
  };
}
