import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { deleteFile, toggleEbookStatus } from '../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { openClient } from '../../support/dom/client.tsx';
import { bookBody } from '../../support/item-fixtures.ts';
import { ebookBody, ebookFileOf } from '../../support/reader-fixtures.ts';
import { recording } from '../../support/recordings.ts';
// Chunks of the page: read in with the file, so that the first test does not pay for them.
import '../../../src/machines/item/item.machine.ts';
import '../../../src/views/item/item-page.tsx';
import '../../../src/views/item-edit/ebook-files.tsx';
import '../../../src/views/modals/confirm-prompt.tsx';

const { id } = bookBody;
const other = ebookFileOf('9', 'Other.epub');
const body = ebookBody('epub', [other]);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** The list of ebook files of a book with two, for an account that may do this. */
async function open(permissions: Readonly<Record<string, boolean>> = {}, type = 'root') {
  const login = recording('auth/login-root').response.body as { user: { permissions: object } };
  const user = { ...login.user, type, permissions: { ...login.user.permissions, ...permissions } };
  const client = openClient(`/item/${id}`, {
    prepare: ({ api }) => {
      api.answer(authorize, { ...login, user });
      api.answer(getItem, body);
      api.answer(toggleEbookStatus, 'OK');
      api.answer(deleteFile, 'OK');
    },
  });
  const heading = await screen.findByText('Ebook files');
  const list = heading.closest('section');
  if (!list) throw new Error('The list of ebook files is no section');
  fireEvent.click(heading);
  return { ...client, list: within(list) };
}

async function choose(file: string, entry: string) {
  fireEvent.click(await screen.findByLabelText(`More options for ${file}`));
  const menu = await screen.findByRole('menu');
  fireEvent.click(within(menu).getByText(entry));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}

test('an ebook file becomes the main one, or a supplementary one; the page follows', async () => {
  const { ports, list } = await open();
  const names = () => list.getAllByText(/\.epub$/).map(({ textContent }) => textContent);
  expect(names()).toEqual(['Book.epub', 'Other.epub']);
  const { ino, metadata } = other;
  ports.api.answer(getItem, {
    ...body,
    media: { ...body.media, ebookFile: { ino, metadata, ebookFormat: 'epub' } },
  });
  await choose('Other.epub', 'Make the main ebook');
  await waitFor(() => expect(ports.api.inputsOf(toggleEbookStatus)).toEqual([{ id, ino: '9' }]));
  act(() => ports.clock.advance(1000));
  await waitFor(() => expect(names()).toEqual(['Other.epub', 'Book.epub']));
});

test('an ebook file is downloaded, and deleted after a question; what fails is told', async () => {
  const { ports, list } = await open();
  await choose('Other.epub', 'Download');
  await waitFor(() => expect(ports.files.fetched).toMatchObject([{ itemId: id, ino: '9' }]));
  await choose('Book.epub', 'Delete');
  await screen.findByText('Delete “Book.epub” from the server? This can’t be undone.');
  fireEvent.click(screen.getByText('Delete'));
  await waitFor(() => expect(ports.api.inputsOf(deleteFile)).toEqual([{ id, ino: '77' }]));
  ports.api.refuse(toggleEbookStatus, { kind: 'network' });
  await choose('Other.epub', 'Make the main ebook');
  await list.findByText(/That didn’t work for “Other.epub”/);
});

test('offers what the account may do', async () => {
  const { list } = await open({ update: false, delete: false, download: true }, 'user');
  fireEvent.click(await list.findByLabelText('More options for Book.epub'));
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Download']);
});

test('has no menu where nothing is allowed', async () => {
  const { list } = await open({ update: false, delete: false, download: false }, 'user');
  await list.findByLabelText('Read Book.epub');
  expect(list.queryByLabelText(/^More options/)).toBeNull();
});
