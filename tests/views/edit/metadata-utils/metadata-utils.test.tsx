import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../../src/machines/edit/metadata-utils/hub.machine.ts';
import '../../../../src/machines/edit/metadata-utils/names.machine.ts';
import '../../../../src/machines/edit/metadata-utils/providers.machine.ts';
import '../../../../src/views/edit/metadata-utils/hub-page.tsx';
import '../../../../src/views/edit/metadata-utils/names-page.tsx';
import '../../../../src/views/edit/metadata-utils/providers-page.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import { hrefTo } from '../../../../src/machines/kit/router/routes.ts';
import { shelfOf } from '../../../../src/machines/browse/search/results.logic.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import {
  createCustomProvider,
  listCustomProviders,
  listGenres,
  listTags,
  renameTag,
} from '../../../../src/services/endpoints/metadata-utils.ts';
import { getLibraryStats } from '../../../../src/services/endpoints/library-lists.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const UTILS = '/config/item-metadata-utils';

test('the hub leads to tags, genres and custom providers (areas 18)', async () => {
  openClient(UTILS);
  await screen.findByRole('heading', { level: 1, name: 'Metadata tools' });
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.slice(-3).map((link) => link.getAttribute('href'))).toEqual([
    `${UTILS}/tags`,
    `${UTILS}/genres`,
    `${UTILS}/custom-metadata-providers`,
  ]);
});

test('a tag is renamed in place, after a confirmation of the merge; Escape returns to its row (areas 18)', async () => {
  const { ports } = openClient(`${UTILS}/tags`, {
    prepare: ({ api }) => api.answer(listTags, { tags: ['Crime', 'noir'] }),
  });
  fireEvent.click(await screen.findByLabelText('Rename noir'));
  fireEvent.keyDown(screen.getByLabelText('New name for noir'), { key: 'Escape' });
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rename noir')));
  fireEvent.click(screen.getByLabelText('Rename noir'));
  screen.getByLabelText('Save').focus();
  fireEvent.keyDown(screen.getByLabelText('Save'), { key: 'Escape' });
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rename noir')));
  fireEvent.click(screen.getByLabelText('Rename noir'));
  const field = screen.getByLabelText('New name for noir');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Crime' } });
  fireEvent.click(screen.getByLabelText('Save'));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/^Merge “noir” into “Crime” on all items\?/)).toBeTruthy();
  ports.api.answer(renameTag, { tagMerged: true, numItemsUpdated: 1 });
  ports.api.answer(listTags, { tags: ['Crime'] });
  fireEvent.click(question.getByText('Merge', { selector: 'button *' }));
  expect(await screen.findByText('1 item updated')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByText('noir')).toBeNull());
});

test('a name leads to the filtered shelf of the current library, with its number of items where known (areas 18)', async () => {
  const stats = recording('libraries/stats-ebook').response.body as object;
  openClient(`${UTILS}/genres`, {
    prepare: ({ api }) => {
      api.answer(listGenres, { genres: ['Drama', 'Elsewhere'] });
      api.answerOnce(getLibraryStats, { ...stats, genresWithCount: [{ genre: 'Drama', count: 1 }] });
      api.answer(getLibraryStats, { ...stats, genresWithCount: [{ genre: 'Drama', count: 2 }] });
    },
  });
  const link = await screen.findByRole('link', { name: 'Drama' });
  const { libraries } = recording('libraries/list').response.body as { libraries: readonly { id: string }[] };
  expect(link.getAttribute('href')).toBe(hrefTo(shelfOf(libraries[0]?.id ?? '', 'genres', 'Drama')));
  expect(screen.getByText(`${1 + 2 * (libraries.length - 1)} items`)).toBeTruthy();
  expect(screen.getByText('Elsewhere').closest('a')).toBe(null);
});

test('Escape closes an untouched form of a new provider, and discards no typed values (CFG-053)', async () => {
  openClient(`${UTILS}/custom-metadata-providers`, {
    prepare: ({ api }) => api.answer(listCustomProviders, { providers: [] }),
  });
  await screen.findByText('No custom providers yet');
  fireEvent.click(screen.getByText('Add provider'));
  const name = await screen.findByLabelText(/^Name/);
  expect(document.activeElement).toBe(name);
  fireEvent.keyDown(name, { key: 'Escape' });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Add provider'));
  expect(screen.queryByLabelText(/^Name/)).toBe(null);
  fireEvent.click(screen.getByText('Add provider'));
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Mine' } });
  fireEvent.keyDown(screen.getByLabelText(/^Name/), { key: 'Escape' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine');
});

test('a provider’s secret shows on request; without name or URL it is not added, and cancelling restores the focus (CFG-051, CFG-053)', async () => {
  const { ports } = openClient(`${UTILS}/custom-metadata-providers`, {
    prepare: ({ api }) =>
      api.answer(listCustomProviders, {
        providers: [
          { id: 'x', name: 'Mine', mediaType: 'book', url: 'https://example.org/api', authHeaderValue: 's3cret' },
        ],
      }),
  });
  expect((await screen.findAllByText('https://example.org/api')).length).toBeGreaterThan(0);
  expect(screen.queryByText('s3cret')).toBeNull();
  fireEvent.click(screen.getAllByLabelText('Show the authorization header of Mine')[0] as HTMLElement);
  expect(screen.getAllByText('s3cret').length).toBeGreaterThan(0);
  fireEvent.click(screen.getByText('Add provider'));
  fireEvent.click(await screen.findByText('Add'));
  expect(await screen.findByText('Enter a name')).toBeTruthy();
  expect(screen.getByText('Enter a URL')).toBeTruthy();
  expect(ports.api.inputsOf(createCustomProvider)).toEqual([]);
  screen.getByLabelText(/^Name/).focus();
  fireEvent.click(screen.getByText('Cancel'));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Add provider'));
});

test('a provider is tested: its results, an empty result, and a failed search (areas 18)', async () => {
  const { ports } = openClient(`${UTILS}/custom-metadata-providers`, {
    prepare: ({ api }) =>
      api.answer(listCustomProviders, {
        providers: [{ id: 'x', name: 'Mine', mediaType: 'book', url: 'https://example.org', authHeaderValue: null }],
      }),
  });
  fireEvent.click(await screen.findByLabelText('Try out Mine'));
  const modal = within(await screen.findByRole('dialog', { name: 'Try out Mine' }));
  const search = modal.getByText('Search', { selector: 'button *' });
  fireEvent.change(modal.getByLabelText(/^Title/), { target: { value: 'raven' } });
  ports.api.answer(searchBooks, [{ title: 'The Raven', author: 'Poe', isbn: '1', series: [{ series: 'Poems' }] }]);
  fireEvent.click(search);
  expect(await modal.findByText('1 result')).toBeTruthy();
  expect(modal.getByRole('listitem').textContent).toBe('The RavenPoeAlso has: series and ISBN');
  ports.api.answer(searchBooks, []);
  fireEvent.click(search);
  expect(await modal.findByText(/^No results\./)).toBeTruthy();
  expect(modal.getByRole('link', { name: 'server log' }).getAttribute('href')).toBe('/config/log');
  ports.api.refuse(searchBooks, { kind: 'timeout' });
  fireEvent.click(search);
  expect((await modal.findByRole('alert')).textContent).toMatch(/^Couldn’t search\./);
});
