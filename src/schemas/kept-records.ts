import type { $ZodType } from 'zod/v4/core';
import { journalRecord, type JournalRecord } from './journal.ts';
import { pendingChange, type PendingChange } from './pending-change.ts';
import { readingPlace, type ReadingPlace } from './reading-places.ts';

/** What this browser keeps until the server has it, by store. */
export interface Kept {
  readonly journal: JournalRecord;
  readonly changes: PendingChange;
  readonly places: ReadingPlace;
}

export const keptRecords: { readonly [Store in keyof Kept]: $ZodType<Kept[Store]> } = {
  journal: journalRecord,
  changes: pendingChange,
  places: readingPlace,
};
