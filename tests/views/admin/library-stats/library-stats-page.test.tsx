import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getLibraryStats } from '../../../../src/services/endpoints/library-lists.ts';
import '../../../../src/machines/admin/library-stats/library-stats.machine.ts';
import '../../../../src/views/admin/library-stats/library-stats-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { libraryStatsBody } from '../../../support/list-fixtures.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const body = {
  ...libraryStatsBody,
  totalItems: 8,
  totalAuthors: 2,
  totalDuration: 7200,
  totalSize: 3 * 1024 ** 2,
  numAudioTracks: 1234,
  genresWithCount: [{ genre: 'Gothic', count: 4 }],
  authorsWithCount: [{ id: 'ann', name: 'Ann Elk', count: 3 }],
  longestItems: [{ id: 'long', title: 'The Long One', duration: 5400 }],
  largestItems: [{ id: 'big', title: null, size: 2 * 1024 ** 2 }],
};

const open = (prepare: NonNullable<ClientOptions['prepare']> = ({ api }) => api.answer(getLibraryStats, body)) =>
  openClient(`/library/${BOOKS}/stats`, { prepare });
const rowsOf = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');

test('shows a library in numbers and lists, linked to their items (STA-003, areas 17)', async () => {
  open();
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Audiobooks stats');
  const totals = await screen.findByRole('region', { name: 'Totals' });
  const tiles = within(totals).getAllByRole('term');
  expect(tiles.map((tile) => [tile.textContent, tile.nextElementSibling?.textContent])).toEqual([
    ['Items', '8'],
    ['Overall hours', '2'],
    ['Authors', '2'],
    ['Size', '3 MB'],
    ['Audio tracks', '1,234'],
  ]);
  const [genre] = rowsOf('Top genres');
  expect(genre?.textContent).toBe('1Gothic50% of all items (4)');
  expect(
    within(genre ?? totals)
      .getByRole('link')
      .getAttribute('href'),
  ).toContain(`/library/${BOOKS}/bookshelf?filter=genres.`);
  expect(rowsOf('Top authors')[0]?.textContent).toBe('1Ann Elk3 items');
  expect(screen.getByRole('link', { name: 'Ann Elk' }).getAttribute('href')).toBe('/author/ann');
  expect(rowsOf('Longest items')[0]?.textContent).toBe('1The Long One1 h 30 min');
  expect(rowsOf('Largest items')[0]?.textContent).toBe('1Untitled2 MB');
});

test('numbers that failed to load are reloaded', async () => {
  const { ports } = open(({ api }) => api.refuse(getLibraryStats, { kind: 'server', status: 500, message: '' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  ports.api.answer(getLibraryStats, body);
  await userEvent.click(retry);
  expect(await screen.findByText('The Long One')).toBeTruthy();
});

test('an empty library says so', async () => {
  open(({ api }) => api.answer(getLibraryStats, { ...body, totalItems: 0 }));
  expect(await screen.findByText('No stats yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the library' }).getAttribute('href')).toBe(
    `/library/${BOOKS}/bookshelf`,
  );
});
