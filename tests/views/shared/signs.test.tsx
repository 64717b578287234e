import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listItems } from '../../../src/services/endpoints/libraries.ts';
import { listLibraryCollections, listSeries } from '../../../src/services/endpoints/library-lists.ts';
import { publicBadges } from '../../../src/views/shared/item-card.tsx';
import { openClient } from '../../support/dom/client.tsx';
import { collectionBody } from '../../support/list-fixtures.ts';
import { bookBodies, listedSeriesBody, pageBody } from '../../support/people-fixtures.ts';
import { recording } from '../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../src/views/browse/collections/collections-page.tsx';
import '../../../src/views/browse/series/series-list-page.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const [first, second] = bookBodies as [
  { id: string; media: { metadata: object } },
  { id: string; media: { metadata: object } },
];
const feed = { id: 'f', entityType: 'libraryItem', entityId: 'x', feedUrl: '/feed/f', meta: { title: 'F' } };
const mediaItemShare = (
  recording('libraries/items-filter-share-open').response.body as { results: { mediaItemShare?: object }[] }
).results[0]?.mediaItemShare;

beforeEach(async () => {
  await publicBadges.preload();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** Names of the marks in a grid. */
const marksIn = (grid: string) =>
  within(screen.getByRole('grid', { name: grid }))
    .queryAllByRole('img')
    .map((mark) => mark.getAttribute('aria-label'));

test('a card shows that an item is public and has an ebook', async () => {
  const shared = { ...first, rssFeed: feed, mediaItemShare, media: { ...first.media, ebookFormat: 'epub' } };
  const plain = { ...second, rssFeed: null, media: { ...second.media, ebookFormat: null } };
  openClient(`/library/${BOOKS}/bookshelf`, {
    prepare: ({ api }) => api.answer(listItems, pageBody([shared, plain])),
  });
  await waitFor(() =>
    expect(marksIn('Items').filter((mark) => mark !== 'Finished')).toEqual([
      'RSS feed open',
      'Shared by a public link',
      'Ebook: EPUB',
    ]),
  );
});

test.each([
  ['Series', `/library/${BOOKS}/bookshelf/series`],
  ['Collections', `/library/${BOOKS}/bookshelf/collections`],
])('a card of %s shows that its RSS feed is open', async (label, path) => {
  openClient(path, {
    prepare: ({ api }) => {
      api.answer(listSeries, pageBody([{ ...listedSeriesBody, rssFeed: feed }]));
      api.answer(listLibraryCollections, pageBody([{ ...collectionBody, rssFeed: feed }]));
    },
  });
  await waitFor(() => expect(marksIn(label)).toContain('RSS feed open'));
});

test('a feed opened elsewhere shows on its card', async () => {
  const { ports } = openClient(`/library/${BOOKS}/bookshelf/collections`, {
    prepare: ({ api }) => api.answer(listLibraryCollections, pageBody([{ ...collectionBody, rssFeed: null }])),
  });
  await screen.findByRole('grid', { name: 'Collections' });
  expect(marksIn('Collections')).not.toContain('RSS feed open');
  // The live connection opens after the first paint.
  await waitFor(() => {
    act(() => ports.socket.report({ kind: 'connected' }));
    act(() => ports.socket.receive('init', { userId: 'u', username: 'u' }));
    expect(ports.api.inputsOf(listLibraryCollections).length).toBeGreaterThan(0);
  });
  ports.api.answer(listLibraryCollections, pageBody([{ ...collectionBody, rssFeed: feed }]));
  act(() => ports.socket.receive('rss_feed_open', { ...feed, entityType: 'collection' }));
  act(() => ports.clock.advance(1000));
  await waitFor(() => expect(marksIn('Collections')).toContain('RSS feed open'));
});
