import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import {
  listItems,
  listLibraries,
  listShelves,
  type ItemsPageInput,
} from '../../../../src/services/endpoints/libraries.ts';
import '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/browse/bookshelf/line-facts.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const [sample] = (
  recording('libraries/items-final-minified').response.body as { results: { media: { metadata: object } }[] }
).results;
if (!sample) throw new Error('The recording has no items');
const library = ({ limit, page }: ItemsPageInput) => ({
  results: Array.from({ length: Math.max(0, Math.min(limit, 50 - page * limit)) }, (_, at) => ({
    ...sample,
    id: `i${page * limit + at}`,
    libraryId: BOOKS,
    media: {
      ...sample.media,
      duration: 3600,
      metadata: { ...sample.media.metadata, title: `Book ${page * limit + at}`, narratorName: 'Ann Reader' },
    },
  })),
  total: 50,
  limit,
  page,
});

function open(path: string, settings: object = {}) {
  const root = recording('auth/login-root').response.body as { serverSettings: object };
  return openClient(path, {
    prepare: ({ api }) => {
      api.answer(listItems, library);
      api.answer(listShelves, recording('libraries/personalized-final').response.body);
      api.answer(authorize, { ...root, serverSettings: { ...root.serverSettings, ...settings } });
    },
  });
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('items can show line by line with their details, which this device keeps', async () => {
  const { ports } = open(`/library/${BOOKS}/bookshelf`);
  const grid = await screen.findByRole('grid', { name: 'Items' });
  await screen.findByText('Book 1');
  await waitFor(() => expect(Number(grid.getAttribute('aria-colcount'))).toBeGreaterThan(1));
  await userEvent.click(screen.getByRole('button', { name: 'View' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'List' }));
  await waitFor(() => expect(grid.getAttribute('aria-colcount')).toBe('1'));
  const [row] = within(grid).getAllByRole('row');
  if (!row) throw new Error('no row');
  await waitFor(() => expect(row.textContent).toContain('Read by Ann Reader'));
  expect(row.textContent).toContain('Book 0');
  expect(row.textContent).toContain('1 h');
  expect([...ports.storage.texts.values()].join()).toContain('"bookshelfLayout":"list"');
});

test.each([
  [0, true],
  [1, false],
  [2, false],
])('the library is on boards as the server says: view %i, %s (SHF-005, ENU-003)', async (bookshelfView, stands) => {
  open(`/library/${BOOKS}/bookshelf`, { bookshelfView, homeBookshelfView: bookshelfView === 0 ? 1 : 0 });
  const grid = await screen.findByRole('grid', { name: 'Items' });
  await screen.findByText('Book 0');
  expect(grid.querySelector('.shelf-board') !== null).toBe(stands);
});

test.each([
  [0, '1 / 1.6'],
  [1, '1 / 1'],
])('covers have the shape of their library: setting %i, %s (LIB-018, ENU-004)', async (coverAspectRatio, shape) => {
  const { libraries } = recording('libraries/list').response.body as { libraries: { settings: object }[] };
  openClient(`/library/${BOOKS}/bookshelf`, {
    prepare({ api }) {
      const settings = (one: { settings: object }) => ({ ...one.settings, coverAspectRatio });
      api.answer(listLibraries, {
        libraries: libraries.map((one) => ({ ...one, settings: settings(one) })),
      });
      api.answer(listItems, library);
    },
  });
  await screen.findByText('Book 0');
  const box = document.querySelector<HTMLElement>('main [style*="aspect-ratio"]');
  expect(box?.style.aspectRatio).toBe(shape);
});

test.each([
  [0, true],
  [1, false],
])('the shelves of home are on boards as the server says: view %i, %s (SHF-006, SHF-007)', async (view, stands) => {
  open(`/library/${BOOKS}`, { homeBookshelfView: view, bookshelfView: 1 - view });
  await screen.findAllByRole('list');
  await act(() => Promise.resolve());
  await waitFor(() => expect(document.querySelector('ul[data-shelf]')).not.toBeNull());
  expect(document.querySelector('ul[data-shelf].shelf-board') !== null).toBe(stands);
});
