import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LatestEpisode } from '../../../../src/schemas/api/podcast-lists.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listLatestEpisodes } from '../../../../src/services/endpoints/podcasts.ts';
import { playEpisode } from '../../../../src/services/endpoints/playback.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { latestEpisodes, libraryOfLatest } from '../../../support/episode-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/browse/episodes/latest.machine.ts';
import '../../../../src/views/browse/episodes/latest-page.tsx';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/podcast-page.tsx';

const PAGE = `/library/${libraryOfLatest}/podcast/latest`;
const open = (episodes: readonly LatestEpisode[]) =>
  openClient(PAGE, {
    prepare: ({ api }) => api.answer(listLatestEpisodes, { episodes, limit: 48, page: 0 }),
  });
const rows = async () => within(await screen.findByRole('grid', { name: 'Latest episodes' })).getAllByRole('row');

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('shows each episode with its day and a link to its podcast', async () => {
  const [first, second] = latestEpisodes(2) as [LatestEpisode, LatestEpisode];
  open([first, { ...second, publishedAt: first.publishedAt ?? null }]);
  const [one, two] = await rows();
  if (!one || !two) throw new Error('There are less than two rows');
  expect(within(one).getByRole('heading', { level: 3 }).textContent).toContain('Latest 0');
  expect(within(one).getByRole('link').getAttribute('href')).toBe(`/item/${first.libraryItemId}`);
  expect(within(one).getAllByRole('heading', { level: 2 })).toHaveLength(1);
  expect(within(two).queryAllByRole('heading', { level: 2 }), 'of the same day').toHaveLength(0);
  const day = within(one).getByRole('heading', { level: 2 }).getAttribute('aria-label') ?? '';
  expect(within(one).queryByText(new RegExp(day)), 'a day stands once in a row').toBe(null);
  expect(within(two).getByText(new RegExp(day))).toBeTruthy();
});

test('shows unfinished episodes, and one podcast only; the way back shows all', async () => {
  const [first, second, third] = latestEpisodes(3) as [LatestEpisode, LatestEpisode, LatestEpisode];
  const other = {
    ...third,
    libraryItemId: 'other',
    podcast: { ...third.podcast, id: 'o', metadata: { title: 'Other' } },
  };
  const { ports } = open([first, second, other]);
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Podcast: All podcasts' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Other' }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(ports.api.inputsOf(listLatestEpisodes).at(-1)).toMatchObject({ limit: 200, page: 0 });
  const [row] = await rows();
  expect(within(row as HTMLElement).getByRole('heading', { level: 3 }).textContent).toContain('Latest 2');
  await userEvent.click(screen.getByRole('button', { name: 'Show: All' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'In progress' }));
  expect(await screen.findByText('Nothing matches')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(async () => expect(await rows()).toHaveLength(3));
});

test('a filter whose episodes fail to load says so, and retries', async () => {
  const { ports } = open(latestEpisodes(2));
  await rows();
  ports.api.refuseOnce(listLatestEpisodes, { kind: 'timeout' });
  await userEvent.click(screen.getByRole('button', { name: 'Show: All' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Not finished' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the latest episodes');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test("the page of a podcast renders from its episode's data before it loads", async () => {
  const [first] = latestEpisodes(1) as [LatestEpisode];
  const { ports } = open([first]);
  const [row] = await rows();
  if (!row) throw new Error('There is no row');
  ports.api.defer(getItem);
  await userEvent.click(within(row).getByRole('link'));
  const { title, author } = first.podcast.metadata;
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(await screen.findByText(author ?? '')).toBeTruthy();
  expect(screen.queryByText(/episodes?$/), 'how many there are is not known').toBe(null);
});

test('shows an empty state, and why they failed to load', async () => {
  const { ports } = openClient(PAGE, {
    prepare: ({ api }) => api.refuseOnce(listLatestEpisodes, { kind: 'timeout' }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the latest episodes');
  ports.api.answer(listLatestEpisodes, { episodes: [], limit: 48, page: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No episodes yet')).toBeTruthy();
});

test('a press on play plays the episode (POD-001)', async () => {
  const { ports } = open(latestEpisodes(3));
  const [, row] = await rows();
  if (!row) throw new Error('There is no second row');
  ports.api.refuse(playEpisode, { kind: 'timeout' });
  await userEvent.click(within(row).getByRole('button', { name: 'Play Latest 1' }));
  await waitFor(() => expect(ports.api.inputsOf(playEpisode)).toMatchObject([{ episodeId: 'latest-1' }]));
});

test('episodes are selected one by one and in ranges', async () => {
  const { app } = open(latestEpisodes(4));
  const buttons = (await rows()).map((row) => within(row).getByRole('button', { name: /^Latest/ }));
  const [first, , third] = buttons;
  if (!first || !third) throw new Error('There are less than three rows');
  const count = () => app.system.get('selection').getSnapshot().context.picked.size;
  fireEvent.keyDown(first, { key: ' ', shiftKey: true });
  await waitFor(() => expect(count()).toBe(1));
  fireEvent.click(third, { shiftKey: true });
  await waitFor(() => expect(count()).toBe(3));
});

test('a filter with few matches says how far it searched, and searches further', async () => {
  const { ports } = openClient(PAGE, {
    prepare: ({ api }) => api.answer(listLatestEpisodes, { episodes: latestEpisodes(200), limit: 200, page: 0 }),
  });
  await rows();
  await userEvent.click(screen.getByRole('button', { name: 'Show: All' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'In progress' }));
  expect(await screen.findByText('No more matches in the latest 200 episodes.')).toBeTruthy();
  const requested = ports.api.inputsOf(listLatestEpisodes).length;
  await userEvent.click(screen.getByRole('button', { name: 'Look further back' }));
  await waitFor(() => expect(ports.api.inputsOf(listLatestEpisodes).length).toBeGreaterThan(requested));
  expect(document.activeElement, 'the focus of a button that goes').toBe(document.getElementById('content'));
});
