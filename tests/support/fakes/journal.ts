import type { JournalRecord } from '../../../src/schemas/journal.ts';
import type { PendingChange } from '../../../src/schemas/pending-change.ts';
import type { ReadingPlace } from '../../../src/schemas/reading.ts';
import type { Journal, KeptRecords } from '../../../src/services/journal.ts';

interface FakeRecords<Record> extends KeptRecords<Record> {
  readonly records: ReadonlyMap<string, Record>;
}

/** A journal over the tabs of one test, and over their ends: give the same object to two roots. */
export interface FakeJournal extends Journal {
  readonly records: ReadonlyMap<string, JournalRecord>;
  readonly changes: FakeRecords<PendingChange>;
  readonly places: FakeRecords<ReadingPlace>;
  /** From now on the browser stores nothing more; entries that cannot be rewritten are removed. */
  block(): void;
  unblock(): void;
}

export function createFakeJournal(): FakeJournal {
  let isBlocked = false;
  const recordsBy = <Record>(keyOf: (record: Record) => string): FakeRecords<Record> => {
    const records = new Map<string, Record>();
    return {
      records,
      read: () => Promise.resolve([...records.values()]),
      write(record) {
        if (isBlocked) records.delete(keyOf(record));
        else records.set(keyOf(record), structuredClone(record));
        return Promise.resolve(!isBlocked);
      },
      remove: (key) => void records.delete(key),
    };
  };
  return {
    ...recordsBy<JournalRecord>(({ sessionId }) => sessionId),
    changes: recordsBy<PendingChange>(({ id }) => id),
    places: recordsBy<ReadingPlace>(({ key }) => key),
    block: () => void (isBlocked = true),
    unblock: () => void (isBlocked = false),
    written: () => (isBlocked ? Promise.resolve(false) : null),
  };
}
