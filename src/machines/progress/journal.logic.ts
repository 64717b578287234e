import type { JournalRecord } from '../../schemas/journal.ts';
import type { LedgerEntry } from './ledger-entry.logic.ts';

type Facts = Omit<JournalRecord, 'owner' | 'isLost'>;

/** What an entry and its record have in common. */
function factsOf(from: Facts): Facts {
  const { sessionId, userId, media, session, heard, confirmed, time, savedTime, updatedAt } = from;
  return { sessionId, userId, media, session, heard, confirmed, time, savedTime, updatedAt };
}

/** What is kept of an entry, by the page that owns it; null while there is nothing to lose. */
export function recordOf(entry: LedgerEntry, owner: string): JournalRecord | null {
  if (entry.heard === 0 && entry.time === entry.savedTime) return null;
  return { ...factsOf(entry), owner, isLost: entry.stage === 'lost' };
}

/**
 * The entry of a page that is no more. What its last calls did is not known, so the server is asked for its sum first.
 */
export function recovered(record: JournalRecord): LedgerEntry {
  const { isLost } = record;
  return {
    ...factsOf(record),
    sent: 0,
    sentTime: null,
    isDoubtful: !isLost,
    stage: isLost ? 'lost' : 'ending',
    isHeld: false,
    calls: 0,
    failures: 0,
    isResting: false,
    isOld: true,
  };
}

/** Whether both keep the same. */
export function isSameRecord(one: JournalRecord | undefined, other: JournalRecord): boolean {
  return (
    one !== undefined &&
    one.heard === other.heard &&
    one.confirmed === other.confirmed &&
    one.time === other.time &&
    one.savedTime === other.savedTime &&
    one.isLost === other.isLost
  );
}
