import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getLibraryWithFilterData, listItems } from '../../../../src/services/endpoints/libraries.ts';
import '../../../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/shared/filter-panel.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

test('filter names that failed to load say so, and a retry loads them', async () => {
  const { ports } = openClient(`/library/${BOOKS}/bookshelf`, {
    prepare: ({ api }) => {
      const all = recording('libraries/items-final-minified').response.body as { results: object[] };
      api.answer(listItems, { ...all, results: all.results.slice(0, 2), total: 2 });
      api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Genre' }));
  expect(await screen.findByText('Please wait…')).toBeTruthy();
  ports.clock.advance(1000);
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the list');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByRole('grid', { name: 'Genre' })).toBeTruthy();
  expect(ports.api.inputsOf(getLibraryWithFilterData)).toHaveLength(2);
});

test("a genre with the name of another group's value is filtered as a genre", async () => {
  const { here, ports } = openClient(`/library/${BOOKS}/bookshelf`, {
    prepare: ({ api }) => {
      const all = recording('libraries/items-final-minified').response.body as { results: object[] };
      const known = recording('libraries/one-filterdata').response.body as { filterdata: object };
      api.answer(listItems, { ...all, results: all.results.slice(0, 2), total: 2 });
      api.answer(getLibraryWithFilterData, { ...known, filterdata: { ...known.filterdata, genres: ['no-series'] } });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Genre' }));
  expect(await screen.findByText('Please wait…')).toBeTruthy();
  ports.clock.advance(1000);
  await userEvent.click(await screen.findByRole('button', { name: 'no-series' }));
  await waitFor(() => expect(here()).toContain('?filter=genres.'));
});

test('the groups of the filter have the number of their values, and a letter leads to the next group', async () => {
  const { ports } = openClient(`/library/${BOOKS}/bookshelf`, {
    prepare: ({ api }) => {
      const all = recording('libraries/items-final-minified').response.body as { results: object[] };
      api.answer(listItems, { ...all, results: all.results.slice(0, 2), total: 2 });
      const known = recording('libraries/one-filterdata').response.body as { filterdata: object };
      const filterdata = { ...known.filterdata, genres: ['Fable', 'Horror'], numIssues: 3 };
      api.answer(getLibraryWithFilterData, { ...known, filterdata });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  const genre = await screen.findByRole('button', { name: 'Genre' });
  ports.clock.advance(1000);
  await waitFor(() => expect(genre.textContent).toBe('Genre2'));
  expect(screen.getByRole('button', { name: 'Issues' }).textContent).toBe('Issues3');
  await userEvent.keyboard('s');
  expect(document.activeElement?.textContent).toMatch(/^Series/);
  await userEvent.keyboard('g');
  expect(document.activeElement).toBe(genre);
});

test('of 20,000 authors only those in view are rendered; keys and typing find one (pitfall 36)', async () => {
  const authors = Array.from({ length: 20_000 }, (_, at) => ({ id: `a${at}`, name: `Author ${at}` }));
  const { here, ports } = openClient(`/library/${BOOKS}/bookshelf?filter=authors.${encodeURIComponent(btoa('a3'))}`, {
    prepare: ({ api }) => {
      const all = recording('libraries/items-final-minified').response.body as { results: object[] };
      const known = recording('libraries/one-filterdata').response.body as { filterdata: object };
      api.answer(listItems, { ...all, results: all.results.slice(0, 2), total: 2 });
      api.answer(getLibraryWithFilterData, { ...known, filterdata: { ...known.filterdata, authors } });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  ports.clock.advance(1000);
  await userEvent.click(await screen.findByRole('button', { name: 'Author' }));
  const list = await screen.findByRole('grid', { name: 'Author' });
  expect(list.getAttribute('aria-rowcount')).toBe('20000');
  expect(list.querySelectorAll('button').length).toBeLessThan(50);
  expect(screen.getByText('20,000 results').role).toBe('status');
  // The arrow keys start at the chosen one.
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Author 3');
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Author 4');
  await userEvent.keyboard('19999');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search Author' }));
  expect(screen.getByText('1 result')).toBeTruthy();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(here()).toContain(encodeURIComponent(btoa('a19999'))));
});
