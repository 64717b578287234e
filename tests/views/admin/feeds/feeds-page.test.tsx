import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../../src/machines/admin/feeds/feeds.machine.ts';
import '../../../../src/views/admin/feeds/feeds-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { closeFeed, listFeeds } from '../../../../src/services/endpoints/feeds.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { pageBody } from '../../../support/people-fixtures.ts';
import { shareBody } from '../../../support/publish-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const feeds = recording('feeds/list').response.body as { feeds: { meta: { title: string } }[] };
const { results } = recording('libraries/items-final-minified').response.body as { results: { libraryId: string }[] };
const [book] = results;

const open = (prepare?: NonNullable<ClientOptions['prepare']>, account = 'login-root') =>
  openClient('/config/rss-feeds', {
    account,
    prepare: (ports) => {
      ports.api.answer(listFeeds, feeds);
      ports.api.answer(listItems, ({ libraryId }: { libraryId: string }) =>
        pageBody(libraryId === book?.libraryId ? [{ ...book, mediaItemShare: shareBody }] : []),
      );
      prepare?.(ports);
    },
  });
const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

test('lists open feeds and share links with their ends; a link is copied (CFG-047, RSS-027, areas 13)', async () => {
  const { ports } = open();
  await screen.findByRole('table', { name: 'Open feeds' });
  expect(rows('Open feeds')).toHaveLength(feeds.feeds.length);
  const [link] = rows('Share links');
  expect(rows('Share links')).toHaveLength(1);
  // Phones show it all in the first cell.
  expect(within(link as HTMLElement).getByRole('rowheader').textContent).toMatch(/Expires: (Never|Expired|\S+)/);
  fireEvent.click(within(link as HTMLElement).getByRole('button', { name: /^Copy the link to / }));
  await waitFor(() => expect(ports.page.shown.copied.at(-1)).toMatch(/^http:\/\/localhost\/share\//));
});

test('a feed shows its episodes, and is closed after a question (CFG-048)', async () => {
  const { ports } = open();
  await screen.findByRole('table', { name: 'Open feeds' });
  const [feed] = rows('Open feeds');
  const title = within(feed as HTMLElement).getByRole('rowheader');
  fireEvent.click(within(title).getByRole('button'));
  const details = within(await screen.findByRole('dialog'));
  expect(details.getAllByRole('listitem').length).toBeGreaterThan(0);
  fireEvent.click(details.getByRole('button', { name: 'Close' }));
  ports.api.answer(closeFeed, 'OK');
  const close = within(feed as HTMLElement).getByRole('button', { name: /^Close / });
  fireEvent.click(close);
  fireEvent.click(await screen.findByRole('button', { name: 'Close feed' }));
  await waitFor(() => expect(ports.api.inputsOf(closeFeed)).toHaveLength(1));
  expect(await screen.findByText('RSS feed closed')).toBeTruthy();
  await waitFor(() => expect(close.isConnected).toBe(false));
});

test('with nothing open both lists say so, and how to open one', async () => {
  open(({ api }) => {
    api.answer(listFeeds, { feeds: [] });
    api.answer(listItems, pageBody([]));
  });
  expect(await screen.findByText('No RSS feeds are open')).toBeTruthy();
  expect(screen.queryByRole('table')).toBe(null);
});

test('feeds that failed to load are reloaded; meanwhile the page shows that it loads', async () => {
  const { ports } = open(({ api }) => api.refuseOnce(listFeeds, { kind: 'server', status: 500, message: '' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the feeds');
  ports.api.answer(listFeeds, feeds);
  fireEvent.click(retry);
  expect(await screen.findByRole('table', { name: 'Open feeds' })).toBeTruthy();
});

test('offline it says so, and keeps its lists', async () => {
  const { ports } = open();
  await screen.findByRole('table', { name: 'Open feeds' });
  act(() => ports.page.setOnline(false));
  expect((await screen.findAllByText(/offline/i)).length).toBeGreaterThan(0);
  expect(rows('Open feeds')).toHaveLength(feeds.feeds.length);
});

test('other users are redirected (ROL-009, GEN-023)', async () => {
  const { here } = open(undefined, 'login-user');
  await screen.findByRole('heading', { level: 1 });
  expect(here()).toBe('/config/stats');
});
