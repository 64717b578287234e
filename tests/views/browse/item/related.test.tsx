import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody, wholeBook } from '../../../support/item-fixtures.ts';
import { AUTHOR, listed, pageOfBooks, SAGA } from '../../../support/related-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/browse/item/related-rows.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;
const metadata = { ...bookBody.media.metadata, series: [SAGA], authors: [AUTHOR] };
const book = { ...bookBody, media: { ...bookBody.media, metadata } };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function open() {
  const client = openClient(`/item/${id}`, { account: 'login-root', prepare: ({ api }) => api.answer(getItem, book) });
  await screen.findByText(title, { selector: 'h1' });
  await waitFor(() => expect(screen.queryByText('Loading item…')).toBeNull());
  return client;
}

const answer = ({ filter }: { filter: string }) =>
  filter.startsWith('series')
    ? pageOfBooks(listed(id, '1'), listed('two', '2'))
    : pageOfBooks(listed(id, '1'), listed('two', '2'), listed('old'), listed('new'));

const HEADING = { selector: 'h2 > a' };

/** The rows below `Chapters` and files: each with the target of its heading and its books. */
const rows = () =>
  screen
    .getAllByText(/./, HEADING)
    .map((heading) => [
      heading.textContent,
      heading.getAttribute('href'),
      [...(heading.closest('section')?.querySelectorAll('li a') ?? [])].map((link) => link.getAttribute('href')),
    ]);

test('the page of a book ends with the next one of its series and more by its author', async () => {
  const { ports } = await open();
  ports.api.answer(listItems, answer);
  expect(screen.queryByText(/./, HEADING)).toBeNull();
  act(() => ports.clock.advance(1000));
  await screen.findByText('Next in Saga');
  expect(rows()).toEqual([
    ['Next in Saga', `/library/${wholeBook.libraryId}/series/s`, ['/item/two']],
    ['More by Ann Author', '/author/a', ['/item/old', '/item/new']],
  ]);
  const headings = [...document.querySelectorAll('article h2')].map((heading) => heading.textContent);
  expect(headings.slice(-2)).toEqual(['Next in Saga', 'More by Ann Author']);
});

test('a failure to load them is one quiet line with a retry', async () => {
  const { ports } = await open();
  ports.api.refuse(listItems, { kind: 'network' });
  act(() => ports.clock.advance(1000));
  const line = await screen.findByText('Couldn’t load related books.');
  expect(screen.queryByRole('alert')).toBeNull();
  const [series, author] = [ports.api.defer(listItems), ports.api.defer(listItems)];
  const retry = within(line).getByRole('button', { name: 'Try again' });
  await userEvent.click(retry);
  expect(retry.getAttribute('aria-busy')).toBe('true');
  series.resolve(answer({ filter: 'series' }));
  author.resolve(answer({ filter: 'authors' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.queryByText('Couldn’t load related books.')).toBeNull();
});
