import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyStats } from '../../../src/services/endpoints/account.ts';
import '../../../src/machines/own-stats/own-stats.machine.ts';
import '../../../src/views/own-stats/own-stats-page.tsx';
import { openClient, type ClientOptions } from '../../support/dom/client.tsx';
import { listeningStatsBody } from '../../support/list-fixtures.ts';

const NONE = { totalTime: 0, items: {}, days: {}, dayOfWeek: {}, today: 0, recentSessions: [] };

const open = (prepare: NonNullable<ClientOptions['prepare']>, account = 'login-root') =>
  openClient('/config/stats', { account, prepare });
const region = (name: string) => within(screen.getByRole('region', { name }));
const rowsOf = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('tells what the account heard: in all, in the last week and year, and what most (STA-001, areas 16.1)', async () => {
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
    '2',
  ]);
  expect(week.getAllByRole('listitem')).toHaveLength(7);
  expect(week.getAllByRole('listitem').at(-1)?.textContent).toMatch(/day, .*: 1 hour$/);
  expect(screen.getByRole('heading', { level: 2, name: '3 days listened in the last year' })).toBeTruthy();
  expect(rowsOf('Most listened')[0]).toBe('1The War of the Worlds7 min');
  expect(rowsOf('By day of the week').filter((row) => !row?.endsWith('–'))).toEqual(['Friday8 min']);
  expect(rowsOf('Recent sessions')[0]).toMatch(/^Aesop's Fables.*31 sec$/);
  expect(region('Recent sessions').getByRole('link', { name: "Aesop's Fables" }).getAttribute('href')).toMatch(
    /^\/item\//,
  );
});

test('an account that heard nothing yet is told so, with the way to the library', async () => {
  open(({ api }) => api.answer(getMyStats, NONE), 'login-guest');
  expect(await screen.findByText('You haven’t listened to anything yet')).toBeTruthy();
});

test('numbers that did not load are loaded again', async () => {
  const { ports } = open(({ api }) => api.refuse(getMyStats, { kind: 'server', status: 500, message: '' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  ports.api.answer(getMyStats, listeningStatsBody);
  fireEvent.click(retry);
  expect(await screen.findByRole('region', { name: 'Most listened' })).toBeTruthy();
});
