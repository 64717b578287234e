import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAuthor } from '../../../src/services/endpoints/authors.ts';
import { listItems } from '../../../src/services/endpoints/libraries.ts';
import {
  getLibrarySeries,
  listLibraryCollections,
  listLibraryPlaylists,
  listNarrators,
  searchLibrary,
} from '../../../src/services/endpoints/library-lists.ts';
import { getCollection, getPlaylist } from '../../../src/services/endpoints/media-lists.ts';
import { listLatestEpisodes } from '../../../src/services/endpoints/podcasts.ts';
import { openClient } from '../../support/dom/client.tsx';
import { latestEpisodes, libraryOfLatest } from '../../support/episode-fixtures.ts';
import type { FakePorts } from '../../support/fakes/ports.ts';
import { collectionBody, playlistBody } from '../../support/list-fixtures.ts';
import { authorBody, bookBodies, oneAuthor, oneSeries, pageBody, seriesBody } from '../../support/people-fixtures.ts';
import { recording } from '../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/views/browse/authors/author-page.tsx';
import '../../../src/views/browse/collections/collections-page.tsx';
import '../../../src/views/browse/collections/playlists-page.tsx';
import '../../../src/views/browse/episodes/latest-page.tsx';
import '../../../src/views/browse/media-lists/media-list-page.tsx';
import '../../../src/views/browse/narrators/narrators-page.tsx';
import '../../../src/views/browse/search/search-results-page.tsx';
import '../../../src/views/browse/series/series-page.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

function answers({ api }: FakePorts) {
  api.answer(listLibraryCollections, pageBody([collectionBody]));
  api.answer(listLibraryPlaylists, pageBody([playlistBody]));
  api.answer(getCollection, { ...collectionBody, libraryId: BOOKS });
  api.answer(getPlaylist, { ...playlistBody, libraryId: BOOKS });
  api.answer(listNarrators, recording('libraries/narrators').response.body);
  api.answer(searchLibrary, recording('libraries/search-all-kinds').response.body);
  api.answer(getLibrarySeries, seriesBody);
  api.answer(listItems, pageBody(bookBodies));
  api.answer(getAuthor, authorBody);
  api.answer(listLatestEpisodes, { episodes: latestEpisodes(3), limit: 48, page: 0 });
}

/** The content of the toolbar: its text, and the names of its controls. Role queries are slow in jsdom. */
const toolbarOf = (name: string) =>
  waitFor(() => {
    const toolbar = document.querySelector(`section[aria-label="${name}"]`);
    if (!toolbar) throw new Error(`There is no toolbar ${name}`);
    const buttons = [...toolbar.querySelectorAll('button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    );
    return { text: toolbar.textContent, buttons };
  });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ['collections', `/library/${BOOKS}/bookshelf/collections`, '1 collection', ['New collection', 'View']],
  ['playlists', `/library/${BOOKS}/bookshelf/playlists`, '1 playlist', ['New playlist', 'View']],
  ['narrators', `/library/${BOOKS}/narrators`, '21 narrators', ['Sorted by Name, ascending']],
])('%s show their count in a toolbar (BAR-034, AMB-19)', async (_name, path, count, buttons) => {
  openClient(path, { prepare: answers });
  await waitFor(async () => expect((await toolbarOf('Sort, filter and view')).text).toContain(count));
  expect((await toolbarOf('Sort, filter and view')).buttons).toEqual(buttons);
});

test.each([
  [`/library/${BOOKS}/narrators`, 1, 'BAR-034'],
  ['/upload', 0, 'BAR-035, UPL-006'],
  ['/account', 0, 'BAR-036, ACC-006'],
])('%s has %i toolbars (%s)', async (path, count) => {
  openClient(path, { prepare: answers });
  await screen.findByRole('heading', { level: 1 });
  // Notices are a region on every page, and sections of a page have headings.
  const toolbars = () =>
    screen
      .queryAllByRole('region')
      .filter((one) => one.getAttribute('aria-label') !== 'Notifications' && !within(one).queryByRole('heading'));
  await waitFor(() => expect(toolbars()).toHaveLength(count));
});

test.each([
  ['a series', `/library/${BOOKS}/series/${oneSeries.id}`, 'Series', oneSeries.name, 'View'],
  ['an author', `/author/${oneAuthor.id}`, 'Authors', oneAuthor.name, 'View'],
  ['a collection', '/collection/c', 'Collections', collectionBody.name, null],
  ['a playlist', '/playlist/p', 'Playlists', playlistBody.name, null],
  ['one group of results', `/library/${BOOKS}/search?q=c&group=books`, 'All results', 'Books for “c”', 'View'],
  ['all results', `/library/${BOOKS}/search?q=c`, '', 'Results for “c”', 'View'],
  ['the latest episodes', `/library/${libraryOfLatest}/podcast/latest`, 'Podcasts', 'Latest episodes', null],
])('the toolbar of %s leads back and names the page (BAR-034)', async (_name, path, back, name, view) => {
  openClient(path, { prepare: answers });
  const buttons = view === null ? [] : [view];
  await waitFor(async () =>
    expect(await toolbarOf('Breadcrumb')).toEqual({ text: `${back}${String(name)}${view ?? ''}`, buttons }),
  );
});

test('the order of the narrators is chosen in the toolbar', async () => {
  openClient(`/library/${BOOKS}/narrators`, { prepare: answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Sorted by Name, ascending' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Number of books' }));
  expect(await screen.findByRole('button', { name: 'Sorted by Number of books, descending' })).toBeTruthy();
});
