import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { listShelves } from '../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../support/dom/client.tsx';
import { bookBodies } from '../../support/people-fixtures.ts';
import { ebookBody } from '../../support/reader-fixtures.ts';
import { recording } from '../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../src/machines/reader/reader.machine.ts';
import '../../../src/views/browse/home/home-page.tsx';
import '../../../src/views/reader/reader-dialog.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
interface Listed {
  readonly id: string;
  readonly media: { readonly metadata: { readonly title: string } };
}
const [first, second] = bookBodies as [Listed, Listed];
const withEbook = (item: Listed, ebookFormat: string, numTracks: number) => ({
  ...item,
  media: { ...item.media, ebookFormat, numTracks },
});
const [shelf] = (recording('libraries/personalized').response.body as { entities: object[] }[]).filter(
  ({ entities }) => entities.length > 0,
);

/** Home with two books that have an ebook of this format, the first one with so many files of sound. */
const open = (format: string, numTracks = 0) =>
  openClient(`/library/${BOOKS}`, {
    prepare: ({ api }) => {
      const entities = [withEbook(first, format, numTracks), withEbook(second, format, 1)];
      api.answer(listShelves, [{ ...shelf, id: 'continue-reading', type: 'book', entities }]);
      api.answer(getItem, (input: { id: string }) => ({ ...ebookBody(format), id: input.id }));
    },
  });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** What opens the first book of home. */
async function firstOpener(format: string, role: 'button' | 'link', numTracks = 0) {
  const client = open(format, numTracks);
  const heading = await screen.findByText(first.media.metadata.title, { selector: '#home-continue *' });
  const card = heading.closest('section');
  if (!card) throw new Error('The first card is no section');
  return { ...client, card: within(card), opener: within(card).getByRole(role, { name: 'Open book' }) };
}

test('home reads a book without sound', async () => {
  const { opener, here, ports } = await firstOpener('epub', 'button');
  fireEvent.pointerEnter(opener);
  await vi.waitFor(() => expect(ports.readers.loaded).toEqual(['epub']));
  fireEvent.click(opener);
  await screen.findByRole('dialog', { name: /^Reading/ });
  expect(here()).toBe(`/library/${BOOKS}?read=main&of=${first.id}`);
});

test('home continues the last read of a book with sound; it can be played too', async () => {
  const { opener, card, here } = await firstOpener('epub', 'button', 3);
  expect(card.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(card.queryByText(/left$/)).toBeNull();
  fireEvent.click(opener);
  await screen.findByRole('dialog', { name: /^Reading/ });
  expect(here()).toBe(`/library/${BOOKS}?read=main&of=${first.id}`);
});

test('home leads to the page of a book without sound that the reader cannot show', async () => {
  const { opener } = await firstOpener('djvu', 'link');
  expect(opener.getAttribute('href')).toBe(`/item/${first.id}`);
});

test.each([
  ['epub', ['Read']],
  ['mobi', ['Read']],
  ['pdf', ['Read']],
  ['djvu', []],
])('the menu of a card offers to read %s: %s', async (format, offered) => {
  open(format);
  const { title } = second.media.metadata;
  const link = (await screen.findByText(title, { selector: 'a, a *' })).closest('a');
  act(() => link?.focus());
  const more = await screen.findByLabelText(`More options for ${title}`);
  act(() => more.focus());
  fireEvent.click(more, { detail: 0 });
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByText('Edit')).toBeTruthy();
  const entries = within(menu).queryAllByText('Read');
  expect(entries.map(({ textContent }) => textContent)).toEqual(offered);
  const [read] = entries;
  if (!read) return;
  fireEvent.click(read);
  const reader = await screen.findByRole('dialog', { name: /^Reading/ });
  // Once: the formats do not differ here.
  if (format !== 'mobi') return;
  await waitFor(() => expect(reader.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? reader, { key: 'Escape' });
  await waitFor(() => expect(reader.isConnected).toBe(false));
  // The menu's button left with the focus: its card has it.
  await waitFor(() => expect(document.activeElement).toBe(link));
});
