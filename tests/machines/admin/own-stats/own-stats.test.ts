import { describe, expect, test, vi } from 'vitest';
import { selectDataError, selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import {
  axisOf,
  calendarOf,
  countDays,
  dayAfter,
  monthsOf,
  topItems,
  weekdaysOf,
  weekOf,
  streaksOf,
} from '../../../../src/machines/admin/own-stats/own-stats.logic.ts';
import { ownStatsMachine } from '../../../../src/machines/admin/own-stats/own-stats.machine.ts';
import {
  selectCredit,
  selectHeardRef,
  selectOwnStats,
  selectReadAt,
  selectTables,
  selectToday,
  selectZone,
  selectHeard,
} from '../../../../src/machines/admin/own-stats/own-stats.selectors.ts';
import { listMySessions } from '../../../../src/services/endpoints/account.ts';
import { getMyStats } from '../../../../src/services/endpoints/own-stats.ts';
import { createHost, type Host } from '../../../support/host.ts';
import { listeningStatsBody as body } from '../../../support/list-fixtures.ts';
import { sessionsPageBody } from '../../../support/own-stats-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';

type StatsHost = Host<typeof ownStatsMachine>;

function open(prepare: (api: StatsHost['ports']['api']) => void = (api) => api.answer(getMyStats, body)) {
  const host = createHost(ownStatsMachine, {
    input: { route: { name: 'configStats' }, entryKey: 'k', memory: null },
  });
  host.ports.api.answer(listMySessions, sessionsPageBody({ page: 0, total: 1, ids: [['a', 10]] }));
  prepare(host.ports.api);
  const state = () => selectDataState(host.subject.getSnapshot());
  const stats = () => selectOwnStats(host.subject.getSnapshot());
  return { ...host, state, stats };
}

test("numbers follow the account's listening, once it is quiet (STA-001)", async () => {
  const { subject, ports, state, stats } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  expect(stats()?.totalTime).toBe(501);
  expect(selectReadAt(subject.getSnapshot())).toBe(ports.clock.now());
  expect(selectToday(subject.getSnapshot())).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  ports.api.answer(getMyStats, { ...body, totalTime: 600 });
  const progress = { id: 'p', data: bookProgress({ currentTime: 5 }) };
  subject.send({ type: 'server.progress.updated', progress });
  subject.send({ type: 'server.progress.updated', progress });
  ports.clock.advance(10_000);
  await vi.waitFor(() => expect(stats()?.totalTime).toBe(600));
  expect(ports.api.inputsOf(getMyStats)).toHaveLength(2);
});

test('a failure says why and retries; a later one removes no number', async () => {
  const { subject, ports, state, stats } = open((api) => api.refuseOnce(getMyStats, { kind: 'timeout' }));
  await vi.waitFor(() => expect(state()).toBe('failed'));
  expect(selectDataError(subject.getSnapshot())?.kind).toBe('timeout');
  ports.api.answer(getMyStats, body);
  subject.send({ type: 'page.retry' });
  await vi.waitFor(() => expect(state()).toBe('shown'));
  ports.api.refuseOnce(getMyStats, { kind: 'network' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(ports.api.inputsOf(getMyStats).length).toBeGreaterThan(2));
  expect([state(), stats()?.totalTime]).toEqual(['shown', 501]);
});

test('numbers and sessions follow at once when a session has ended (STA-001)', async () => {
  const { subject, ports, state, stats } = open();
  const heard = () => {
    const ref = selectHeardRef(subject.getSnapshot());
    return ref && selectHeard(ref.getSnapshot()).map(({ id }) => id);
  };
  await vi.waitFor(() => expect([state(), heard()]).toEqual(['shown', ['a']]));
  ports.api.answer(getMyStats, { ...body, totalTime: 600 });
  ports.api.answer(
    listMySessions,
    sessionsPageBody({
      page: 0,
      total: 2,
      ids: [
        ['b', 20],
        ['a', 10],
      ],
    }),
  );
  subject.send({ type: 'server.session.closed', sessionId: 'b' });
  ports.clock.advance(10_000);
  await vi.waitFor(() => expect([stats()?.totalTime, heard()]).toEqual([600, ['b', 'a']]));
});

test('charts turn into tables and back, the credits into others, and a table is saved as a file', async () => {
  const { subject, ports, state } = open();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  const look = () => [selectTables(subject.getSnapshot()), selectCredit(subject.getSnapshot())];
  expect(look()).toEqual([[], 'authors']);
  subject.send({ type: 'stats.toggleTable', chart: 'hours' });
  subject.send({ type: 'stats.toggleTable', chart: 'finished' });
  subject.send({ type: 'stats.toggleTable', chart: 'hours' });
  subject.send({ type: 'stats.showCredit', credit: 'genres' });
  expect(look()).toEqual([['finished'], 'genres']);
  expect(selectZone(subject.getSnapshot())).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  subject.send({ type: 'stats.saveTable', text: 'a,b', name: 'stats.csv' });
  expect(ports.page.shown).toMatchObject({
    downloaded: [expect.stringMatching(/^blob:/)],
    named: ['stats.csv'],
  });
});

describe('days', () => {
  test.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s and %i more is %s', (date, more, after) => expect(dayAfter(date, more)).toBe(after));

  test('count days with listening', () => {
    expect(countDays({ '2026-03-01': 5, '2026-03-02': 0, '2026-03-03': 1 })).toBe(2);
  });

  test('of the last week come to a sum, an average and a best day', () => {
    const week = weekOf({ '2026-03-01': 999, '2026-03-02': 70, '2026-03-05': 140, '2026-03-09': 999 }, '2026-03-08');
    expect(week.days.map(({ date, seconds }) => [date.slice(8), seconds])).toEqual([
      ['02', 70],
      ['03', 0],
      ['04', 0],
      ['05', 140],
      ['06', 0],
      ['07', 0],
      ['08', 0],
    ]);
    expect([week.total, week.average, week.best]).toEqual([210, 30, { date: '2026-03-05', seconds: 140 }]);
    expect(weekOf({}, '2026-03-08')).toMatchObject({ total: 0, average: 0, best: null });
  });

  test.each([
    [['07', '08'], 2],
    [['06', '07'], 2],
    [['05', '06'], 0],
    [['04', '06', '07', '08'], 3],
    [[], 0],
  ])('%j in a row on the 8th are %i: today counts as soon as it has something', (heard, streak) => {
    const days = Object.fromEntries(heard.map((day) => [`2026-03-${day}`, 60]));
    expect(streaksOf(days, '2026-03-08').current?.days ?? 0).toBe(streak);
  });
});

describe('the calendar of a year', () => {
  test('has 52 weeks up to today, each from the first day of the week on', () => {
    for (const firstDay of [0, 1, 6]) {
      const weeks = calendarOf({}, '2026-03-10', firstDay);
      const all = weeks.flatMap(({ days }) => days.map(({ date }) => date));
      expect(weeks).toHaveLength(52);
      expect(weeks.map(({ days }) => new Date(days[0]?.date ?? '').getUTCDay())).toEqual(weeks.map(() => firstDay));
      expect(weeks.slice(0, -1).every(({ days }) => days.length === 7)).toBe(true);
      expect(all.at(-1)).toBe('2026-03-10');
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test('names each month once, in the week with its first day', () => {
    const months = calendarOf({}, '2026-03-10', 1).flatMap(({ month }) => month ?? []);
    expect(months).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2]);
  });

  test('shades days by their share of the longest, and counts them by month', () => {
    const days = { '2026-03-01': 1, '2026-03-02': 30, '2026-03-03': 60, '2026-02-27': 100, '2020-01-01': 1000 };
    const weeks = calendarOf(days, '2026-03-03', 1);
    const levels = weeks.flatMap((week) => week.days.filter(({ level }) => level > 0).map(({ level }) => level));
    expect(levels).toEqual([4, 1, 2, 3]);
    expect(monthsOf(weeks)).toEqual([
      { month: '2026-02', days: 1, seconds: 100 },
      { month: '2026-03', days: 3, seconds: 91 },
    ]);
  });
});

test('the longest comes first, ten at most, without unplayed ones', () => {
  const items = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [`${index}`, { id: `${index}`, timeListening: index * 10 }]),
  );
  const [first, second, ...rest] = topItems({
    ...items,
    a: { id: 'a', timeListening: 65, mediaMetadata: { title: 'A' } },
  });
  expect(first).toEqual({ id: '13', name: null, route: { name: 'item', id: '13' }, seconds: 130, share: 1 });
  expect([second?.id, rest.length, rest.find(({ id }) => id === 'a')?.name]).toEqual(['12', 8, 'A']);
  expect(topItems({ b: { id: 'b', timeListening: 0 } })).toEqual([]);
});

test('days of the week are in the order of the language, each with its share of the one with most', () => {
  const week = weekdaysOf({ Sunday: 50, Friday: 100 }, 1);
  expect(week.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(week.filter(({ share }) => share > 0)).toEqual([
    { weekday: 5, seconds: 100, share: 1 },
    { weekday: 0, seconds: 50, share: 0.5 },
  ]);
  expect(weekdaysOf({}, 0).every(({ share }) => share === 0)).toBe(true);
});

test.each([
  [0, [0, 60]],
  [200, [0, 60, 120, 180, 240]],
  [3600, [0, 900, 1800, 2700, 3600]],
  [40 * 3600, [0, 36_000, 72_000, 108_000, 144_000]],
  [365 * 3600, [0, 360_000, 720_000, 1_080_000, 1_440_000]],
  [6000 * 3600, [0, 4_320_000, 8_640_000, 12_960_000, 17_280_000, 21_600_000]],
])('an axis up to %i s has round marks', (longest, marks) => expect(axisOf(longest)).toEqual(marks));

test('sessions reload with the numbers on a refresh; before there are numbers, only they do', async () => {
  const { subject, ports, state } = open((api) => api.refuseOnce(getMyStats, { kind: 'timeout' }));
  const requested = () => [getMyStats, listMySessions].map((endpoint) => ports.api.inputsOf(endpoint).length);
  const refresh = () => subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(state()).toBe('failed'));
  ports.api.answer(getMyStats, body);
  refresh();
  await vi.waitFor(() => expect(state()).toBe('shown'));
  await vi.waitFor(() => expect(requested()).toEqual([2, 1]));
  await vi.waitFor(() => expect(selectHeardRef(subject.getSnapshot())?.getSnapshot().value).toBe('resting'));
  refresh();
  await vi.waitFor(() => expect(requested()).toEqual([3, 2]));
});
