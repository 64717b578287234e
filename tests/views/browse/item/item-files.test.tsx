import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { deleteFile, toggleEbookStatus } from '../../../../src/services/endpoints/item-editing.ts';
import { probeFile } from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { ebookBody, ebookFileOf } from '../../../support/reader-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-files.tsx';
import '../../../../src/views/app/modals/confirm-prompt.tsx';
import '../../../../src/views/ui/menu.tsx';

const { id } = bookBody;
interface Track {
  readonly ino: string;
  readonly metadata: { readonly filename: string; readonly path: string };
}
const [track] = (bookBody.media as unknown as { readonly tracks: readonly [Track] }).tracks;
const other = ebookFileOf('9', 'Other.epub');
const body = ebookBody('epub', [other]);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** The page of a book, for an account that may do this. */
async function openItem(answer: object, permissions: Readonly<Record<string, boolean>>, type: string) {
  const login = recording('auth/login-root').response.body as { user: { permissions: object } };
  const user = { ...login.user, type, permissions: { ...login.user.permissions, ...permissions } };
  return openClient(`/item/${id}`, {
    prepare: ({ api }) => {
      api.answer(authorize, { ...login, user });
      api.answer(getItem, answer);
      api.answer(toggleEbookStatus, 'OK');
      api.answer(deleteFile, 'OK');
    },
  });
}

/** The list of ebook files of a book with two. */
async function open(permissions: Readonly<Record<string, boolean>> = {}, type = 'root') {
  const client = await openItem(body, permissions, type);
  const heading = await screen.findByText('Ebook files');
  const list = heading.closest('section');
  if (!list) throw new Error('The list of ebook files is no section');
  fireEvent.click(heading);
  return { ...client, list: within(list) };
}

/** By selectors: role queries on a whole page are slow in jsdom. */
const bySelector = (selector: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`${selector} is not there`);
    return found;
  });
const isMissing = (selector: string) => waitFor(() => expect(document.querySelector(selector)).toBe(null));
const moreOf = (file: string) => bySelector(`[aria-label="More options for ${file}"]`);

async function choose(file: string, entry: string) {
  fireEvent.click(await moreOf(file));
  fireEvent.click(within(await bySelector('[role="menu"]')).getByText(entry));
  await isMissing('[role="menu"]');
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

test('an ebook file is downloaded, and deleted after a question', async () => {
  const { ports } = await open();
  await choose('Other.epub', 'Download');
  await waitFor(() => expect(ports.files.fetched).toMatchObject([{ itemId: id, ino: '9' }]));
  await choose('Book.epub', 'Delete');
  await screen.findByText('Delete “Book.epub” from the server? This can’t be undone.');
  fireEvent.click(screen.getByText('Delete', { selector: 'button *' }));
  await waitFor(() => expect(ports.api.inputsOf(deleteFile)).toEqual([{ id, ino: '77' }]));
});

test('a failure with an ebook file shows', async () => {
  const { ports } = await open();
  ports.api.refuse(toggleEbookStatus, { kind: 'network' });
  await choose('Other.epub', 'Make the main ebook');
  expect(await screen.findByText(/That didn’t work for “Other.epub”/)).toBeTruthy();
});

test('offers only what the account may do', async () => {
  const { list } = await open({ update: false, delete: false, download: true }, 'user');
  fireEvent.click(await list.findByLabelText('More options for Book.epub'));
  const menu = await bySelector('[role="menu"]');
  expect([...menu.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)).toEqual(['Download']);
});

/** The book of the recording, with its table of files unfolded. */
async function openTable(heading: 'Audio tracks' | 'Library files', permissions = {}, type = 'root') {
  const client = await openItem(bookBody, permissions, type);
  fireEvent.click(await screen.findByText(heading));
  const first = track.metadata.filename;
  await moreOf(first);
  return { ...client, first };
}
const menuOf = async (file: string) => {
  fireEvent.click(await moreOf(file));
  const menu = await bySelector('[role="menu"]');
  return [...menu.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent);
};

test('an audio track has more info: its path, sound and tags (areas 28.3, ITM-017)', async () => {
  const { ports, first } = await openTable('Audio tracks');
  await choose(first, 'More info');
  const dialog = within(await bySelector('[role="dialog"]'));
  const { path } = track.metadata;
  expect([dialog.getByText(first), dialog.getByText('Embedded tags'), dialog.getByText(path)]).toHaveLength(3);
  ports.api.answer(probeFile, { streams: [] });
  fireEvent.click(dialog.getByText('Probe the file'));
  await dialog.findByLabelText('What ffprobe says');
  fireEvent.click(dialog.getByLabelText('Close'));
  await isMissing('[role="dialog"]');
});

test('a file is downloaded from the tables (areas 28.3, ITM-018)', async () => {
  const { ports, first } = await openTable('Library files');
  await choose(first, 'Download');
  const { ino } = track;
  await waitFor(() => expect(ports.files.fetched).toMatchObject([{ itemId: id, ino }]));
});

test('a file is deleted from the tables after a question; a failure shows (areas 28.3, ITM-018)', async () => {
  const { ports, first } = await openTable('Library files');
  ports.api.refuse(deleteFile, { kind: 'network' });
  await choose(first, 'Delete');
  await screen.findByText(`Delete “${first}” from the server? This can’t be undone.`);
  expect(ports.api.inputsOf(deleteFile)).toEqual([]);
  fireEvent.click(screen.getByText('Delete', { selector: 'button *' }));
  await screen.findByText(new RegExp(`That didn’t work for “${first}”`));
});

test.each([
  [{ update: false, delete: false, download: true }, ['Download', 'More info']],
  [{ update: true, delete: false, download: false }, ['More info']],
  [{ update: false, delete: true, download: true }, ['Download', 'More info', 'Delete']],
])('with the permissions %o a file has %j (ROL-027, ROL-034)', async (permissions, entries) => {
  const { first } = await openTable('Library files', permissions, 'user');
  expect(await menuOf(first)).toEqual(entries);
});

test('has no menu without permissions', async () => {
  const { list } = await open({ update: false, delete: false, download: false }, 'user');
  await list.findByLabelText('Read Book.epub');
  expect(list.queryByLabelText(/^More options/)).toBeNull();
});
