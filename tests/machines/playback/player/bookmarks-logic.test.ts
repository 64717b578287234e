import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bookmarksOf,
  bookmarkTime,
  isAt,
  mayCreateAt,
} from '../../../../src/machines/playback/player/bookmarks.logic.ts';
import type { BookmarkJob } from '../../../../src/machines/playback/player/player.protocol.ts';

const bookmark = (time: number, title = `At ${time}`, libraryItemId = 'book') => ({
  libraryItemId,
  time,
  title,
  createdAt: 1,
});
const change = (kind: BookmarkJob['kind'], time: number, title?: string) => ({
  id: `${kind}-${time}`,
  userId: 'user',
  at: 1,
  number: 1,
  attempts: 0,
  known: null,
  body: { kind: 'bookmark' as const, job: { kind, bookmark: bookmark(time, title) } },
});

test.each([
  [10, 10, false],
  [10, 10.9, false],
  [10, 9.1, false],
  [10, 11, true],
  [10, 9, true],
  [10, 500, true],
])('beside a bookmark at %d one can be made at %d: %s (BKM-013, AMB-53, VAL-046)', (known, time, may) => {
  expect(mayCreateAt([bookmark(known)], time)).toBe(may);
});

test('a bookmark is made in whole seconds, rounded down (BKM-015, VAL-048)', () => {
  expect([0, 0.99, 12.5, 3600.999].map(bookmarkTime)).toEqual([0, 0, 12, 3600]);
});

test('none exists in that second, so one can be made', () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 50 }));
  fc.assert(
    fc.property(seconds, fc.double({ min: 0, max: 50, noNaN: true }), (times, time) => {
      const list = times.map((known) => bookmark(known));
      expect(mayCreateAt(list, time) && list.some((known) => isAt(known, time))).toBe(false);
    }),
  );
});

test.each([
  [12, true],
  [12.9, true],
  [11.9, false],
  [13, false],
])('the bookmark at 12 is the current one at %d: %s (BKM-003, AMB-54)', (time, is) => {
  expect(isAt(bookmark(12), time)).toBe(is);
});

describe('the list of a book', () => {
  test('is in order of time and of this book', () => {
    const all = [bookmark(30), bookmark(5, 'Other', 'other'), bookmark(2)];
    expect(bookmarksOf(all, [], 'book').map(({ time }) => time)).toEqual([2, 30]);
  });

  test('shows changes at once, and the same when the account has them', () => {
    const changes = [change('create', 10, 'New'), change('update', 30, 'Renamed'), change('remove', 2)];
    const shown = bookmarksOf([bookmark(30), bookmark(2)], changes, 'book');
    expect(shown.map(({ time, title }) => [time, title])).toEqual([
      [10, 'New'],
      [30, 'Renamed'],
    ]);
    expect(bookmarksOf(shown, changes, 'book')).toEqual(shown);
  });
});
