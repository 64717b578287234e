import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getLibrarySeries, listSeries } from '../../../../src/services/endpoints/library-lists.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { hideSeriesFromContinueListening } from '../../../../src/services/endpoints/me.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';
import {
  books,
  bookBodies,
  listedSeriesBody,
  oneSeries,
  pageBody,
  seriesBody,
} from '../../../support/people-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/views/browse/series/series-list-page.tsx';
import '../../../../src/views/browse/series/series-page.tsx';

const { id, libraryId, name } = oneSeries;
const PAGE = `/library/${libraryId}/series/${id}`;
const LIST = `/library/${libraryId}/bookshelf/series`;
const account = recording('auth/login-root').response.body as {
  user: { mediaProgress: { libraryItemId: string; isFinished: boolean }[] };
};
const finished = account.user.mediaProgress.filter(({ isFinished }) => isFinished).map((one) => one.libraryItemId);
const next = books.find((book) => !finished.includes(book.id) && book.media.numTracks > 0)?.media.metadata.title;

function answers({ api }: FakePorts) {
  api.answer(getLibrarySeries, seriesBody);
  api.answer(listItems, pageBody(bookBodies));
  api.answer(listSeries, pageBody([listedSeriesBody]));
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('the list shows each series with its number of books and leads to its page', async () => {
  openClient(LIST, { prepare: answers });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(PAGE);
  expect(screen.getByText(`${books.length} books`)).toBeTruthy();
  expect(screen.getByText('1 series')).toBeTruthy();
});

test('an empty list explains series; a filtered one offers to clear the filter', async () => {
  const { ports } = openClient(LIST, {
    prepare: (fakes) => {
      answers(fakes);
      fakes.api.answer(listSeries, pageBody([]));
    },
  });
  expect(await screen.findByText('No series yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Progress' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Finished' }));
  expect(await screen.findByText('No series match this filter')).toBeTruthy();
  ports.api.answer(listSeries, pageBody([listedSeriesBody]));
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filter' })[0] as HTMLElement);
  expect(await screen.findByRole('link', { name })).toBeTruthy();
});

test('a series shows its books in order and the next one to play', async () => {
  openClient(PAGE, { prepare: answers });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  expect(await screen.findByRole('button', { name: `Continue with ${next}` })).toBeTruthy();
  expect(screen.getByRole('grid', { name: 'Books in order' })).toBeTruthy();
});

test('hides the series from its shelf', async () => {
  const { ports } = openClient(PAGE, { prepare: answers });
  ports.api.answer(hideSeriesFromContinueListening, recording('me/series-hide').response.body);
  await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide from Continue series' }));
  await waitFor(() => expect(ports.api.inputsOf(hideSeriesFromContinueListening)).toEqual([{ seriesId: id }]));
});

test.each([
  [{ kind: 'notFound', message: '' }, 'Series not found', 'All series'],
  [{ kind: 'network' }, 'Couldn’t load the series', 'Try again'],
] as const)('explains what %j means, with a remedy', async (error, message, help) => {
  openClient(PAGE, {
    prepare: (fakes) => {
      answers(fakes);
      fakes.api.refuse(getLibrarySeries, error);
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: message })).toBeTruthy();
  expect(await screen.findByText(help)).toBeTruthy();
});

test('collapses other series of its books, and shows subtitles, as set in the toolbar', async () => {
  const [first, ...others] = bookBodies as [{ id: string; media: { metadata: object } }, ...object[]];
  const inner = { id: 'sub', name: 'Inner', numBooks: 2, libraryItemIds: [first.id, 'x'], seriesSequenceList: '1-2' };
  const metadata = { ...first.media.metadata, subtitle: 'Told by himself' };
  const titled = { ...first, media: { ...first.media, metadata } };
  const { ports } = openClient(PAGE, {
    prepare: (fakes) => {
      answers(fakes);
      fakes.api.answer(listItems, ({ collapseSeries }: { collapseSeries?: boolean }) =>
        pageBody([collapseSeries ? { ...titled, collapsedSeries: inner } : titled, ...others]),
      );
    },
  });
  await screen.findByRole('heading', { level: 1, name });
  expect(screen.queryByText('Told by himself')).toBe(null);
  const choose = async (entry: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'View' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: entry }));
    await userEvent.keyboard('{Escape}');
  };
  await choose('Show subtitles');
  expect(await screen.findByText('Told by himself')).toBeTruthy();
  await choose('Collapse sub-series');
  const link = await screen.findByRole('link', { name: 'Inner' });
  expect(link.getAttribute('href')).toBe(`/library/${libraryId}/series/sub`);
  expect(screen.getByText('#1-2')).toBeTruthy();
  expect(screen.queryByText('Told by himself')).toBe(null);
  expect(ports.api.inputsOf(listItems).at(-1)).toMatchObject({ collapseSeries: true });
});
