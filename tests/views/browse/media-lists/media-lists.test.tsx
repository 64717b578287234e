import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { getCollection, getPlaylist } from '../../../../src/services/endpoints/media-lists.ts';
import { listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { collectionBody, episodesBody, playlistBody } from '../../../support/list-fixtures.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const [book] = playlistBody.items;
const many = (count: number) => ({
  ...playlistBody,
  items: Array.from({ length: count }, (_, index) => ({ ...book, libraryItemId: `book-${index}` })),
});
const pageOf = (results: readonly object[]) => ({ results, total: results.length, limit: 48, page: 0 });
const items = () => screen.findByRole('grid', { name: 'Items' });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

describe('a playlist', () => {
  test('of 1,000 items renders only the rows in view', async () => {
    openClient('/playlist/p', { prepare: ({ api }) => api.answer(getPlaylist, many(1000)) });
    const grid = await items();
    expect(grid.getAttribute('aria-rowcount')).toBe('1000');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
  });

  test('of episodes shows each with its podcast, to play, remove and move (PLY-013)', async () => {
    openClient('/playlist/p', { prepare: ({ api }) => api.answer(getPlaylist, episodesBody) });
    const [row] = within(await items()).getAllByRole('row');
    if (!row) throw new Error('There is no row');
    const names = within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')?.split(' ')[0]);
    expect(names).toEqual(['Play', 'Remove', 'More', 'Move']);
  });

  test('with a search cannot be reordered, and shows in full again after it', async () => {
    openClient('/playlist/p', { prepare: ({ api }) => api.answer(getPlaylist, many(3)) });
    await items();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search in this list' }), 'zzz');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(within(await items()).getAllByRole('button', { name: /^Move / }).length).toBe(3);
  });

  test.each([
    ['is not there', { kind: 'notFound', message: '' } as const, 'Playlist not found'],
    ['is somebody else’s', { kind: 'forbidden', message: '' } as const, 'You don’t have access to this list'],
    ['failed to load', { kind: 'timeout' } as const, 'Failed to load data'],
  ])('that %s says so', async (_name, error, words) => {
    openClient('/playlist/p', { prepare: ({ api }) => api.refuse(getPlaylist, error) });
    expect(await screen.findByRole('heading', { level: 1, name: words })).toBeTruthy();
  });
});

describe('a collection', () => {
  test('can be edited, ordered and removed with the rights to update and delete (COL-003)', async () => {
    openClient('/collection/c', { prepare: ({ api }) => api.answer(getCollection, collectionBody) });
    const grid = await items();
    expect(within(grid).getAllByRole('button', { name: /^Move / }).length).toBe(collectionBody.books.length);
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeTruthy();
    await userEvent.clear(within(dialog).getByRole('textbox', { name: 'Name' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Name required')).toBeTruthy();
    expect(within(dialog).getByText('Enter a name')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Name' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^Remove the collection “.*”\?/)).toBeTruthy();
  });

  test("has an entry in each book's menu that edits the book", async () => {
    const client = openClient('/collection/c', {
      prepare({ api }) {
        api.answer(getCollection, collectionBody);
        api.answer(getItem, bookBody);
      },
    });
    const [more] = within(await items()).getAllByRole('button', { name: /^More options for / });
    if (!more) throw new Error('There is no menu');
    await userEvent.click(more);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: /^Edit/ });
    await within(dialog).findByLabelText('Title');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect([dialog.isConnected, client.here()]).toEqual([false, '/collection/c']));
  });

  test('can only be read and played without rights', async () => {
    openClient('/collection/c', {
      account: 'login-guest',
      prepare: ({ api }) => api.answer(getCollection, collectionBody),
    });
    await items();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryAllByRole('button', { name: /^(Move|Remove) / })).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'More options' }));
    await waitFor(() => expect(screen.getAllByRole('menuitem').length).toBe(1));
    expect(screen.getByRole('menuitem', { name: 'Create playlist from this' })).toBeTruthy();
  });

  test('without books says so', async () => {
    openClient('/collection/c', { prepare: ({ api }) => api.answer(getCollection, { ...collectionBody, books: [] }) });
    expect(await screen.findByText('No books in this collection')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Play all/ }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the playlists of a library', () => {
  const address = `/library/${BOOKS}/bookshelf/playlists`;

  test('are shown, each with its page', async () => {
    openClient(address, {
      prepare: ({ api }) => api.answer(listLibraryPlaylists, pageOf([{ ...playlistBody, id: 'p', name: 'Road' }])),
    });
    expect((await screen.findByRole('link', { name: 'Road' })).getAttribute('href')).toBe('/playlist/p');
  });

  test('may be empty (AMB-12)', async () => {
    openClient(address, { prepare: ({ api }) => api.answer(listLibraryPlaylists, pageOf([])) });
    expect(await screen.findByText('No playlists yet')).toBeTruthy();
  });
});
