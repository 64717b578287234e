import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listMySessions } from '../../../../src/services/endpoints/account.ts';
import { getMyStats } from '../../../../src/services/endpoints/own-stats.ts';
import '../../../../src/machines/admin/own-stats/own-stats.machine.ts';
import '../../../../src/views/admin/own-stats/own-stats-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { listeningStatsBody } from '../../../support/list-fixtures.ts';
import { sessionsPageBody } from '../../../support/own-stats-fixtures.ts';

const NONE = { totalTime: 0, items: {}, days: {}, dayOfWeek: {}, today: 0, recentSessions: [] };

const open = (prepare: NonNullable<ClientOptions['prepare']>, account = 'login-root') =>
  openClient('/config/stats', {
    account,
    prepare: (ports) => {
      ports.api.answer(listMySessions, sessionsPageBody({ page: 0, total: 0, ids: [] }));
      prepare(ports);
    },
  });
const region = (name: string) => within(screen.getByRole('region', { name }));
const rowsOf = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test("shows the account's listening time: in total, by week and year, and top items (STA-001, areas 16.1)", async () => {
  open(({ api, clock }) => {
    const day = (back: number) => new Date(clock.now() - back * 86_400_000);
    const dayOf = (date: Date) =>
      [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    api.answer(getMyStats, {
      ...listeningStatsBody,
      totalTime: 7260,
      days: { [dayOf(day(0))]: 3600, [dayOf(day(1))]: 60, [dayOf(day(20))]: 3600 },
    });
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Your stats' })).toBeTruthy();
  const totals = within(await screen.findByRole('region', { name: 'Totals' }));
  const tiles = totals.getAllByRole('term').map((tile) => [tile.textContent, tile.nextElementSibling?.textContent]);
  expect(tiles.slice(1)).toEqual([
    ['Days listened', '3'],
    ['Minutes listened', '121'],
  ]);
  expect(tiles[0]?.[0]).toBe('Items finished');
  const week = region('Last 7 days');
  expect(week.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1 h 1 min',
    '9 min',
    expect.stringMatching(/^\w+day: 1 h$/),
    '2 days',
  ]);
  expect(week.getAllByRole('listitem')).toHaveLength(7);
  expect(week.getAllByRole('listitem').at(-1)?.textContent).toMatch(/day, .*: 1 hour$/);
  expect(screen.getByRole('heading', { level: 2, name: '3 days listened in the last year' })).toBeTruthy();
  expect(rowsOf('Most listened')[0]).toBe('1The War of the Worlds7 min');
  expect(rowsOf('Recent sessions')[0]).toMatch(/^Aesop's Fables.*31 sec$/);
  expect(region('Recent sessions').getByRole('link', { name: "Aesop's Fables" }).getAttribute('href')).toMatch(
    /^\/item\//,
  );
});

test('an account without listening sees a message, with a link to the library', async () => {
  open(({ api }) => api.answer(getMyStats, NONE), 'login-guest');
  expect(await screen.findByText('You haven’t listened to anything yet')).toBeTruthy();
});

test('numbers that failed to load are reloaded', async () => {
  const { ports } = open(({ api }) => api.refuse(getMyStats, { kind: 'server', status: 500, message: '' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  ports.api.answer(getMyStats, listeningStatsBody);
  fireEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Most listened' })).toBeTruthy();
});

/** A Saturday at nine in the evening, on this device. */
const SATURDAY = new Date(2026, 2, 7, 21).getTime();
const threeSessions = sessionsPageBody({
  page: 0,
  total: 3,
  ids: [
    ['c', SATURDAY + 1],
    ['b', SATURDAY],
    ['a', SATURDAY - 86_400_000],
  ],
  more: { timeListening: 600, startTime: 0, currentTime: 750 },
});
const cellsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('pictures have a name, a description and a table behind them (STA-001, areas 16.1)', async () => {
  open(({ api }) => {
    api.answer(getMyStats, listeningStatsBody);
    api.answer(listMySessions, threeSessions);
  });
  const hours = await screen.findByRole('img', { name: 'By hour of the week' });
  expect(hours.getAttribute('aria-describedby')).toBe(hours.querySelector('desc')?.id);
  expect(hours.querySelector('desc')?.textContent).toBe('Most: Saturday, 9 PM, 20 min.');
  expect(hours.querySelectorAll('rect')).toHaveLength(7 * 24);
  press('By hour of the week: show as table');
  // The browser decides the first day of the week.
  const [days, ...rows] = cellsOf('By hour of the week');
  const filled = rows.flatMap(([hour, ...cells]) =>
    cells.flatMap((cell, index) => (cell === '–' ? [] : [[hour, days?.[index + 1], cell]])),
  );
  expect(filled).toEqual([
    ['9 PM', 'Fri', '10 min'],
    ['9 PM', 'Sat', '20 min'],
  ]);
  press('By hour of the week: show as picture');
  expect(screen.getByRole('img', { name: 'By hour of the week' })).toBeTruthy();
  press('By day of the week: show as table');
  expect(cellsOf('By day of the week').filter(([, time]) => time !== '–')).toEqual([
    ['Day', 'Listened'],
    ['Friday', '8 min'],
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Narrators' }));
  press('Top narrators: show as table');
  expect(cellsOf('Top narrators').slice(0, 2)).toEqual([
    ['Name', 'Items', 'Listened'],
    ['Carl Reader', '1', '7 min'],
  ]);
});

test('streaks and pace explain their calculation and its sessions (areas 16.1)', async () => {
  open(({ api, clock }) => {
    clock.advance(SATURDAY + 3_600_000 - clock.now());
    api.answer(getMyStats, { ...listeningStatsBody, days: { '2026-03-07': 1680 } });
    api.answer(listMySessions, threeSessions);
  });
  await screen.findByText('From all of your 3 sessions.');
  const figures = within(screen.getByRole('region', { name: 'Streaks and pace' }));
  const cards = figures.getAllByRole('term').map((term) => {
    const [text, why] = [...(term.parentElement?.querySelectorAll('dd') ?? [])].map((part) =>
      part.textContent?.replaceAll(/\s/g, ' '),
    );
    return [term.textContent, text, why];
  });
  // The week shows the same, though the server's calendar has only one of the days.
  const week = within(screen.getByRole('region', { name: 'Last 7 days' }));
  expect(week.getByText('Current streak').parentElement?.textContent).toBe('Current streak2 days');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(cards.slice(0, 4)).toEqual([
    [
      'Current streak',
      '2 daysMar 6 – 7, 2026',
      `Days in a row with listening, up to today or yesterday. Days are in your time zone (${zone}). From all of your 3 sessions.`,
    ],
    [
      'Longest streak',
      '2 daysMar 6 – 7, 2026',
      `The most days in a row with listening. Days are in your time zone (${zone}). From all of your 3 sessions.`,
    ],
    [
      'Your pace',
      '1 min a day',
      'Average of the last 28 days, including days without listening. From the server’s daily totals.',
    ],
    [
      'Your speed',
      '1.25×',
      'The median speed of your sessions of five minutes or more, without those in which you skipped around. From all of your 3 sessions.',
    ],
  ]);
  expect(cards.slice(4).map(([name]) => name)).toEqual(['Left to hear', 'Time to finish']);
});

test('loading of sessions can be stopped and resumed; figures show that they are partial', async () => {
  const { ports } = open(({ api }) => {
    api.answer(getMyStats, listeningStatsBody);
    api.answerOnce(
      listMySessions,
      sessionsPageBody({ page: 0, total: 3, itemsPerPage: 1, ids: [['c', SATURDAY]], more: { timeListening: 60 } }),
    );
    api.defer(listMySessions);
  });
  const line = await screen.findByRole('progressbar', { name: 'Loading your sessions…' });
  expect([line.getAttribute('aria-valuenow'), await screen.findByText('Loading your sessions: 1 of 3')]).toBeTruthy();
  press('Stop loading');
  expect((await screen.findByText('From your latest 1 session of 3.')).getAttribute('role')).toBe('status');
  ports.api.refuseOnce(listMySessions, { kind: 'timeout' });
  press('Load all sessions');
  expect(await screen.findByText(/^Couldn’t load all your sessions\./)).toBeTruthy();
  ports.api.answer(
    listMySessions,
    sessionsPageBody({
      page: 1,
      total: 3,
      itemsPerPage: 2,
      ids: [
        ['b', 2],
        ['a', 1],
      ],
    }),
  );
  press('Try again');
  expect(await screen.findByText('From all of your 3 sessions.')).toBeTruthy();
});

test('all figures are exported as one table', async () => {
  const { ports } = open(({ api }) => {
    api.answer(getMyStats, listeningStatsBody);
    api.answer(listMySessions, threeSessions);
  });
  const made: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:table';
  });
  onTestFinished(() => create.mockRestore());
  await screen.findByText('From all of your 3 sessions.');
  press('Export as CSV');
  expect(ports.page.shown.downloaded).toEqual(['blob:table']);
  expect(ports.page.shown.named[0]).toMatch(/^Earmark stats \d{4}-\d{2}-\d{2}\.csv$/);
  const rows = ((await made[0]?.text()) ?? '').split('\r\n');
  expect(rows[0]).toBe('Figure,Name,Value,Unit,How it’s worked out');
  expect(rows).toContain('Time listened,,501,seconds,');
  expect(rows).toContain('By hour of the week,"Saturday, 9 PM",1200,seconds,From all of your 3 sessions.');
  expect(rows.filter((row) => row.startsWith('By hour of the week,'))).toHaveLength(7 * 24);
  expect(rows.some((row) => row.startsWith('Top narrators,Carl Reader,427,seconds,'))).toBe(true);
  expect(rows.some((row) => row.startsWith('Listened on,2026-11-20,'))).toBe(true);
});
