import { describe, expect, test } from 'vitest';
import { conflictOf, otherPlaceOf } from '../../../../src/machines/playback/progress/conflict.logic.ts';
import { advance, EMPTY_LEDGER, type LedgerEntry } from '../../../../src/machines/playback/progress/ledger.logic.ts';
import { BOOK, bookProgress, openedBook } from '../../../support/player-fixtures.ts';

const { session } = openedBook({ id: 's1' });
const opened = { ...session, startedAt: 1000, updatedAt: 1000 };
const NOW = { wall: 5000, elapsed: 5000, server: 5000 };
const { s1 } = advance(
  EMPTY_LEDGER,
  { type: 'ledger.open', session: opened, media: BOOK, device: 'here', time: 1000, hasRow: true },
  NOW,
).ledger.entries;

/** Played here from 1000 s to this second, at 5000 ms of the server's clock. */
const heardTo = (time: number): LedgerEntry => {
  if (!s1) throw new Error('No entry');
  return { ...s1, time };
};
const conflictAt = (entry: LedgerEntry, progress: Parameters<typeof conflictOf>[1]) => conflictOf(entry, progress, NOW);
const serverAt = (currentTime: number, lastUpdate: number) =>
  bookProgress({ currentTime, lastUpdate, duration: 9000, isFinished: false });

describe('two positions are a conflict', () => {
  test('when both devices went on from the same place, to places far apart', () => {
    expect(conflictAt(heardTo(1500), serverAt(4000, 3000))).toMatchObject({
      media: BOOK,
      sessionId: 's1',
      here: { time: 1500, at: 5000 },
      there: { time: 4000, at: 3000 },
    });
  });

  test.each([
    ['the server has nothing', heardTo(1500), null],
    ['the server has what it had before the session', heardTo(1500), serverAt(4000, 900)],
    ['the other place is as good as ours', heardTo(1500), serverAt(1530, 3000)],
    ['the server has a place of ours whose answer was lost', heardTo(1500), serverAt(1200, 3000)],
    ['hardly anything was heard here', heardTo(1020), serverAt(4000, 3000)],
  ] as const)('but not when %s', (_, entry, progress) => {
    expect(conflictAt(entry, progress)).toBe(null);
  });

  test('and the end is the place of an item finished elsewhere', () => {
    const finished = { ...serverAt(0, 3000), isFinished: true };
    expect(conflictAt(heardTo(1500), finished)?.there.time).toBe(9000);
  });
});

describe('the place to choose instead', () => {
  test('is the earlier one of the two', () => {
    const ours = conflictAt(heardTo(1500), serverAt(4000, 3000));
    expect(ours && otherPlaceOf(ours)).toMatchObject({ time: 4000, entry: { currentTime: 4000 } });
    const theirs = conflictAt(heardTo(1500), serverAt(4000, 8000));
    expect(theirs && otherPlaceOf(theirs)).toMatchObject({
      time: 1500,
      entry: { currentTime: 1500, progress: 1500 / 9000, isFinished: false, lastUpdate: 8000 },
    });
  });
});
