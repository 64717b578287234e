import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditsOf } from '../../../../src/machines/admin/own-stats/credits.logic.ts';
import {
  busiestHour,
  daysOfHours,
  hoursOfSession,
  weekHoursOf,
  withPage,
  type HeardSession,
} from '../../../../src/machines/admin/own-stats/hours.logic.ts';
import { dayAfter, ownDays, streaksOf } from '../../../../src/machines/admin/own-stats/own-stats.logic.ts';
import {
  dailyAverage,
  daysLeft,
  finishedMonths,
  lastMonths,
  leftToHear,
  usualSpeed,
} from '../../../../src/machines/admin/own-stats/pace.logic.ts';
import { zonedTime } from '../../../../src/machines/admin/own-stats/zoned-time.logic.ts';
import { listeningSessionsPage } from '../../../../src/schemas/api/listening-session.ts';
import { listeningStats } from '../../../../src/schemas/api/stats.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { listeningStatsBody } from '../../../support/list-fixtures.ts';
import { heardSession, sessionsPageBody } from '../../../support/own-stats-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
const zones = fc.constantFrom(...ZONES);
const sessions = fc.record({
  startedAt: fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2030, 0) }),
  seconds: fc.integer({ min: 0, max: 200_000 }),
});
const heard = (startedAt: string | number, seconds: number, more: Partial<HeardSession> = {}) =>
  heardSession({ startedAt: new Date(startedAt).getTime(), seconds, ...more });
const shortly = (session: HeardSession, zone: string) =>
  hoursOfSession(session, zone).map(({ day, weekday, hour, seconds }) => [day.slice(5), weekday, hour, seconds]);

describe('a moment in a time zone', () => {
  test.each([
    ['2026-03-08T23:30:00Z', 'Europe/Berlin', ['2026-03-09', 1, 0, 1800]],
    ['2026-03-08T23:30:15Z', 'America/New_York', ['2026-03-08', 0, 19, 1815]],
    ['2026-01-01T00:00:00Z', 'Asia/Kolkata', ['2026-01-01', 4, 5, 1800]],
  ])('%s in %s is %j', (moment, zone, [day, weekday, hour, intoHour]) => {
    expect(zonedTime(Date.parse(moment), zone)).toEqual({ day, weekday, hour, intoHour });
  });

  test('is none where no calendar has it', () => {
    expect([-1, NaN, Infinity, 9e15].map((moment) => zonedTime(moment, 'UTC'))).toEqual([null, null, null, null]);
  });
});

describe('the hours of a session', () => {
  test('go on into the next hour, and the next day', () => {
    expect(shortly(heard('2026-03-07T23:50:00Z', 4800), 'UTC')).toEqual([
      ['03-07', 6, 23, 600],
      ['03-08', 0, 0, 3600],
      ['03-08', 0, 1, 600],
    ]);
  });

  test('leave out the hour that summer time skips, and count the repeated one twice', () => {
    expect(shortly(heard('2026-03-29T00:30:00Z', 3600), 'Europe/Berlin')).toEqual([
      ['03-29', 0, 1, 1800],
      ['03-29', 0, 3, 1800],
    ]);
    expect(shortly(heard('2026-10-25T00:00:00Z', 3 * 3600), 'Europe/Berlin')).toEqual([
      ['10-25', 0, 2, 3600],
      ['10-25', 0, 2, 3600],
      ['10-25', 0, 3, 3600],
    ]);
  });

  test('sum up to the exact listening time, in any zone, in full hours at most', () => {
    fc.assert(
      fc.property(sessions, zones, ({ startedAt, seconds }, zone) => {
        const hours = hoursOfSession(heard(startedAt, seconds), zone);
        const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
        expect(sum(hours.map((hour) => hour.seconds))).toBeCloseTo(seconds, 3);
        expect(hours.slice(0, -1).every((hour) => hour.seconds > 0 && hour.seconds <= 3600)).toBe(true);
        expect(hours.length).toBeLessThanOrEqual(48);
        expect(sum(weekHoursOf(hours).flat())).toBeCloseTo(seconds, 3);
        expect(sum(Object.values(daysOfHours(hours)))).toBeCloseTo(seconds, 3);
      }),
    );
  });

  test('of a session with a broken start are none', () => expect(hoursOfSession(heard(NaN, 60), 'UTC')).toEqual([]));

  test('have a busiest one', () => {
    const hours = [...hoursOfSession(heard('2026-03-07T21:50:00Z', 1200), 'UTC')];
    expect(busiestHour(weekHoursOf([...hours, ...hours]))).toEqual({ weekday: 6, hour: 21, seconds: 1200 });
    expect(busiestHour(weekHoursOf([]))).toBeNull();
  });
});

describe('pages of the history', () => {
  const page = (number: number, total: number, ids: readonly [string, number][]) =>
    z.parse(listeningSessionsPage, sessionsPageBody({ page: number, total, ids }));
  const idsOf = (list: readonly HeardSession[]) => list.map(({ id }) => id);

  test('add up, though listening meanwhile moved them', () => {
    const first = withPage(
      [],
      page(0, 4, [
        ['d', 40],
        ['c', 30],
      ]),
    );
    expect(
      idsOf(
        withPage(
          first,
          page(1, 5, [
            ['c', 30],
            ['b', 20],
          ]),
        ),
      ),
    ).toEqual(['d', 'c', 'b']);
  });

  test('when reloaded show new sessions, and no deleted ones', () => {
    const known = withPage(
      withPage(
        [],
        page(0, 4, [
          ['d', 40],
          ['c', 30],
        ]),
      ),
      page(1, 4, [
        ['b', 20],
        ['a', 10],
      ]),
    );
    const again = withPage(
      known,
      page(0, 4, [
        ['e', 50],
        ['d', 40],
      ]),
    );
    expect(idsOf(again)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(
      idsOf(
        withPage(
          known,
          page(0, 3, [
            ['d', 40],
            ['b', 20],
          ]),
        ),
      ),
    ).toEqual(['d', 'b', 'a']);
    expect(idsOf(withPage(known, page(0, 0, [])))).toEqual([]);
  });
});

describe('streaks', () => {
  const run = (from: string, days: number) =>
    Object.fromEntries(Array.from({ length: days }, (_, index) => [dayAfter(from, index), 60]));

  test('go over the ends of months, and over the change of the clocks', () => {
    const days = { ...run('2026-02-26', 5), ...run('2026-03-27', 4), '2026-03-31': 0 };
    expect(streaksOf(days, '2026-03-31')).toEqual({
      current: { days: 4, from: '2026-03-27', to: '2026-03-30' },
      longest: { days: 5, from: '2026-02-26', to: '2026-03-02' },
    });
    expect(streaksOf(days, '2026-04-01').current).toBeNull();
    expect(streaksOf({}, '2026-04-01')).toEqual({ current: null, longest: null });
  });

  test('are those that a walk over every day finds', () => {
    const one = '2026-03-01';
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), fc.nat(3), (heardOn, later) => {
        const days = Object.fromEntries(heardOn.map((isHeard, index) => [dayAfter(one, index), isHeard ? 5 : 0]));
        const today = dayAfter(one, Math.max(0, heardOn.length - 1) + later);
        let [longest, now] = [0, 0];
        for (const isHeard of heardOn) longest = Math.max(longest, (now = isHeard ? now + 1 : 0));
        const tail = [...heardOn, ...Array.from({ length: later }, () => false)].toReversed();
        const end = tail.slice(tail[0] ? 0 : 1);
        const current = end.includes(false) ? end.indexOf(false) : end.length;
        const streaks = streaksOf(days, today);
        expect([streaks.longest?.days ?? 0, streaks.current?.days ?? 0]).toEqual([longest, current]);
      }),
    );
  });

  test('are of days in the own zone, before the loaded ones of days of the server', () => {
    const loaded = daysOfHours(hoursOfSession(heard('2026-03-08T23:30:00Z', 60), 'Europe/Berlin'));
    const server = { '2026-03-07': 5, '2026-03-08': 60 };
    expect(ownDays(loaded, server, true)).toEqual({ '2026-03-09': 60 });
    expect(ownDays(loaded, { ...server, '2026-03-09': 1 }, false)).toEqual({ ...server, '2026-03-09': 60 });
    expect(ownDays({}, server, false)).toBe(server);
  });
});

describe('whom the account listened to', () => {
  const { items } = z.parse(listeningStats, listeningStatsBody);

  test("is the server's data of each book and podcast", () => {
    expect(creditsOf(items, 'authors')[0]).toEqual({ name: 'H. G. Wells', seconds: 427, items: 1 });
    expect(creditsOf(items, 'authors').map(({ name }) => name)).toContain('The Aesop Players');
    expect(creditsOf(items, 'narrators').map(({ name }) => name)).toContain('Ann Elk');
    expect(creditsOf(items, 'genres').map(({ name }) => name)).toContain('Kids & Family');
  });

  test('counts once for each item, also where it is named twice, and the longest comes first', () => {
    const item = (id: string, seconds: number, narrators: unknown) => ({
      [id]: { id, timeListening: seconds, mediaMetadata: { title: id, narrators } },
    });
    const stats = z.parse(listeningStats, {
      ...listeningStatsBody,
      items: {
        ...item('a', 10, ['Zoe', ' Zoe ', '']),
        ...item('b', 5, ['Bea', 'Zoe', 'Ada']),
        ...item('c', 0, ['Nobody']),
        ...item('d', 9, [7, null]),
      },
    });
    expect(creditsOf(stats.items, 'narrators')).toEqual([
      { name: 'Zoe', seconds: 15, items: 2 },
      { name: 'Ada', seconds: 5, items: 1 },
      { name: 'Bea', seconds: 5, items: 1 },
    ]);
  });
});

describe('finished items', () => {
  const finished = (moment: string | null, isFinished = true) =>
    bookProgress({ isFinished, finishedAt: moment === null ? null : Date.parse(moment) });

  test('counts in the month of the own zone', () => {
    const entries = [
      finished('2026-03-31T22:30:00Z'),
      finished('2026-03-31T21:30:00Z'),
      finished('2026-04-02T00:00:00Z'),
      finished(null),
      finished('2026-04-02T00:00:00Z', false),
    ];
    expect(finishedMonths(entries, 'Europe/Berlin')).toEqual([
      { month: '2026-03', count: 1 },
      { month: '2026-04', count: 2 },
    ]);
  });

  test('is shown for the twelve months up to this one', () => {
    const months = lastMonths(
      [
        { month: '2025-12', count: 3 },
        { month: '2024-01', count: 9 },
      ],
      '2026-02-10',
    );
    expect(months.map(({ month }) => month)).toEqual(
      ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
        .map((month) => `2025-${month}`)
        .concat('2026-01', '2026-02'),
    );
    expect(months.filter(({ count }) => count > 0)).toEqual([{ month: '2025-12', count: 3 }]);
  });
});

describe('the pace', () => {
  const at = (speed: number, seconds = 600) => heard('2026-03-01', seconds, { from: 100, to: 100 + speed * seconds });

  test('is an average over 28 days, with those without sound', () => {
    expect(dailyAverage({ '2026-03-28': 280, '2026-03-01': 560, '2026-02-28': 999 }, '2026-03-28')).toBe(30);
  });

  test('takes the median speed of sessions without skips', () => {
    expect(usualSpeed([at(1), at(1.5), at(1.2), at(40), at(-3), at(2, 10)])).toBeCloseTo(1.2);
    expect(usualSpeed([at(1), at(1.5), at(1.2), at(2)])).toBeCloseTo(1.35);
    expect(usualSpeed([at(1), at(1.5)])).toBeNull();
  });

  test('shows the time left of items in progress', () => {
    const left = leftToHear([
      bookProgress({ currentTime: 100, duration: 1000, isFinished: false }),
      bookProgress({ currentTime: 0, duration: 1000, isFinished: false }),
      bookProgress({ currentTime: 10, duration: 1000, isFinished: true }),
      bookProgress({ currentTime: 10, duration: 1000, isFinished: false, hideFromContinueListening: true }),
      bookProgress({ currentTime: 10, duration: 0, isFinished: false }),
    ]);
    expect(left).toEqual({ count: 1, seconds: 900 });
    expect([daysLeft(left, 100, null), daysLeft(left, 100, 2), daysLeft(left, 0, 1)]).toEqual([9, 5, null]);
    expect(daysLeft({ count: 0, seconds: 0 }, 0, null)).toBe(0);
  });
});
