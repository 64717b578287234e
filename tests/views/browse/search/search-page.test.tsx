import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchLibrary } from '../../../../src/services/endpoints/library-lists.ts';
import '../../../../src/machines/browse/search/search-page.machine.ts';
import '../../../../src/views/browse/search/search-results-page.tsx';
import '../../../../src/views/browse/selection/selection-bar.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const found = recording('libraries/search-all-kinds').response.body as object;
const nothing = recording('libraries/search-nothing').response.body;
const tags = Array.from({ length: 12 }, (_, index) => ({ name: `tag ${index}`, numItems: index + 1 }));

const open = (query: string, body: unknown) =>
  openClient(`/library/${BOOKS}/search${query}`, { prepare: ({ api }) => api.answer(searchLibrary, body) });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('shows each group, with a link to all of it where more may exist (SRC-023)', async () => {
  open('?q=c', { ...found, tags });
  expect(await screen.findByRole('heading', { level: 1, name: 'Results for “c”' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Pride and Prejudice' })).getAttribute('href')).toMatch(/^\/item\//);
  const group = screen.getByRole('region', { name: 'Tags' });
  expect(within(group).getByRole('link', { name: 'tag 3 4 items' }).getAttribute('href')).toContain('filter=tags.');
  expect(within(group).getByRole('link', { name: 'Show all: Tags' }).getAttribute('href')).toBe(
    `/library/${BOOKS}/search?q=c&group=tags`,
  );
  expect(screen.queryByRole('link', { name: 'Show all: Authors' })).toBe(null);
});

/** Opens results of every kind; their groups. */
async function openAllKinds() {
  const { podcast } = recording('libraries/search-podcast').response.body as { podcast: { libraryItem: object }[] };
  const recentEpisode = { id: 'e', libraryItemId: 'p', podcastId: 'm', title: 'The Crow', publishedAt: 1 };
  const episodes = podcast.map(({ libraryItem }) => ({ libraryItem: { ...libraryItem, recentEpisode } }));
  open('?q=c', { ...found, podcast, episodes });
  await screen.findByRole('heading', { level: 1, name: 'Results for “c”' });
  return (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
}

test('results are grouped by kind', async () => {
  const kinds = ['Authors', 'Books', 'Episodes', 'Genres', 'Narrators', 'Podcasts', 'Series', 'Tags'];
  expect((await openAllKinds()).sort()).toEqual(kinds);
});

const hrefIn = (group: string, name: RegExp) =>
  within(screen.getByRole('region', { name: group }))
    .getByRole('link', { name })
    .getAttribute('href');

test('books, podcasts and episodes have a group each (SRC-006, SRC-007, SRC-008)', async () => {
  await openAllKinds();
  expect(hrefIn('Books', /^Pride and Prejudice/)).toMatch(/^\/item\//);
  expect(within(screen.getByRole('region', { name: 'Podcasts' })).getAllByRole('link').length).toBe(1);
  expect(hrefIn('Episodes', /The Crow/)).toMatch(/^\/item\//);
});

test('authors and series have a group each (SRC-009, SRC-010)', async () => {
  await openAllKinds();
  expect(hrefIn('Authors', /^Oscar Wilde/)).toMatch(/^\/author\//);
  expect(hrefIn('Series', /^Christmas Stories/)).toMatch(/\/series\//);
});

test('tags, genres and narrators have a group each (SRC-011, SRC-012, SRC-013)', async () => {
  await openAllKinds();
  expect(hrefIn('Tags', /^classic/)).toMatch(/filter=tags\./);
  expect(hrefIn('Genres', /^Classics/)).toMatch(/filter=genres\./);
  expect(hrefIn('Narrators', /^<script>narr/)).toMatch(/filter=narrators\./);
});

test('shows one group alone, and leads back to all', async () => {
  open('?q=c&group=books', found);
  const grid = await screen.findByRole('grid', { name: 'Books' });
  expect(await within(grid).findByRole('link', { name: 'Pride and Prejudice' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'All results' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Results for “c”' })).toBeTruthy();
});

test('shows an empty result, and without a text explains itself', async () => {
  open('?q=zz', nothing);
  expect(await screen.findByText('No results for “zz”')).toBeTruthy();
});

test('without a text explains itself', async () => {
  open('', nothing);
  expect(await screen.findByText('What are you looking for?')).toBeTruthy();
});

test('says why the results failed to load, and retries', async () => {
  const { ports } = openClient(`/library/${BOOKS}/search?q=c`, {
    prepare: ({ api }) => api.refuseOnce(searchLibrary, { kind: 'timeout' }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The search failed');
  ports.api.answer(searchLibrary, found);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Pride and Prejudice' })).toBeTruthy();
});

test('its books can be selected, a range too; a bar replaces the app bar and counts them (SHF-010, SEL-001, SEL-002)', async () => {
  const { app } = open('?q=c&group=books', found);
  const bar = () => document.querySelector('header');
  const hasSearch = () => bar()?.querySelector('[role="combobox"]') !== null;
  const grid = await screen.findByRole('grid', { name: 'Books' });
  const [first, , third] = await within(grid).findAllByRole('link');
  if (!first || !third) throw new Error('There are less than three books');
  act(() => first.focus());
  expect(hasSearch()).toBe(true);
  fireEvent.keyDown(first, { key: ' ', shiftKey: true });
  await waitFor(() => expect(app.system.get('selection').getSnapshot().context.picked.size).toBe(1));
  fireEvent.click(third, { shiftKey: true });
  await waitFor(() => expect(app.system.get('selection').getSnapshot().context.picked.size).toBe(3));
  await waitFor(() => expect(bar()?.textContent).toContain('3 selected'));
  expect(hasSearch()).toBe(false);
});

test('an author and a series that change elsewhere change in place', async () => {
  const { ports } = open('?q=c', found);
  const before = await screen.findByRole('region', { name: 'Authors' });
  const [author] = (found as { authors: { id: string; name: string }[] }).authors;
  if (!author) throw new Error('There is no author');
  expect(before.textContent).toContain(author.name);
  const { authors } = found as { authors: object[] };
  ports.api.answer(searchLibrary, { ...found, authors: [{ ...author, name: 'Renamed' }, ...authors.slice(1)] });
  act(() => {
    ports.socket.report({ kind: 'connected' });
    ports.socket.receive('init', { userId: 'u', username: 'u' });
    ports.socket.receive('author_updated', { ...author, name: 'Renamed' });
    ports.clock.advance(1000);
  });
  await waitFor(() => expect(before.textContent).toContain('Renamed'));
  expect(before.textContent).not.toContain(author.name);
  expect(before.isConnected).toBe(true);
});
