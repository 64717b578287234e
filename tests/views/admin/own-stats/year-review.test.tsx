import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '../../../../src/machines/admin/own-stats/own-stats.machine.ts';
import { getMyStats, getMyYear } from '../../../../src/services/endpoints/own-stats.ts';
import { getServerYear } from '../../../../src/services/endpoints/server-admin.ts';
import '../../../../src/views/admin/own-stats/own-stats-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { listeningStatsBody } from '../../../support/list-fixtures.ts';
import { emptyYear, ownYear, serverYear } from '../../../support/year-fixtures.ts';

async function open(prepare?: NonNullable<ClientOptions['prepare']>, account = 'login-root') {
  const client = openClient('/config/stats', {
    account,
    prepare: (ports) => {
      ports.api.answer(getMyStats, listeningStatsBody);
      ports.api.answer(getMyYear, ownYear);
      ports.api.answer(getServerYear, serverYear);
      prepare?.(ports);
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show year in review' }));
  return { ...client, review: within(await screen.findByRole('region', { name: 'Year in review' })) };
}

const pairs = (element: HTMLElement) =>
  within(element)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.parentElement?.querySelector('dd')?.textContent ?? ''}`);

test('a year of the account is shown card by card (STA-005, STA-006, areas 16.2)', async () => {
  const { review } = await open();
  const cards = await review.findByRole('group', { name: 'Year in review' });
  expect(pairs(cards)).toEqual([
    'books finished: 3',
    'listened: 2 h',
    'sessions: 11',
    'books listened to: 4',
    'Top narrator: Carl Reader',
    'Top genre: Fables',
    'Top author: Aesop',
    'Top month: November',
  ]);
  expect(review.getByRole('status').textContent).toBe('Card 1 of 3: Highlights');
  fireEvent.click(review.getByRole('button', { name: 'Next card' }));
  expect(review.getByRole('status').textContent).toBe('Card 2 of 3: Covers');
  expect(review.getByRole('img', { name: 'Covers of 2 books you finished' })).toBeTruthy();
  fireEvent.click(review.getByRole('button', { name: 'Previous card' }));
  fireEvent.click(review.getByRole('button', { name: 'Previous card' }));
  expect(review.getByRole('status').textContent).toBe('Card 3 of 3: Favorites');
  fireEvent.click(screen.getByRole('button', { name: 'Hide year in review' }));
  expect(review.queryByRole('status')).toBeNull();
});

test('administrators see the server’s year, others don’t', async () => {
  const { review } = await open();
  fireEvent.click(await review.findByLabelText('Server'));
  await review.findByText('books added');
  expect(pairs(review.getByRole('group', { name: 'Year in review' })).slice(0, 4)).toEqual([
    'books added: 55',
    'authors added: 32',
    'of audio added: 1 h 42 min',
    'added: 33 MB',
  ]);
});

test('an account without rights has only its own year', async () => {
  const { review } = await open(undefined, 'login-user');
  await review.findByRole('status');
  expect(review.queryByLabelText('Server')).toBeNull();
});

test('an empty year and a failed one show a message, with a way on', async () => {
  const { review, ports } = await open(({ api }) => api.answer(getMyYear, emptyYear));
  expect(await review.findByText(/^Nothing to show for \d{4}$/)).toBeTruthy();
  ports.api.refuse(getMyYear, { kind: 'server', status: 500, message: '' });
  fireEvent.click(screen.getByRole('button', { name: 'Hide year in review' }));
  fireEvent.click(screen.getByRole('button', { name: 'Show year in review' }));
  expect(await review.findByText('Couldn’t load the year')).toBeTruthy();
  ports.api.answer(getMyYear, ownYear);
  fireEvent.click(review.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(review.queryByText('Couldn’t load the year')).toBeNull());
});
