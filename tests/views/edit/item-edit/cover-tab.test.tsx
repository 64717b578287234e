import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COVER_DRAFT } from '../../../../src/machines/edit/item-edit/draft.actor.ts';
import type { KeptCover } from '../../../../src/schemas/drafts.ts';
import { setCoverFromUrl } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchCovers } from '../../../../src/services/endpoints/provider-search.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/item-edit/cover-tab.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

async function openCover(account = 'login-root', kept: KeptCover | null = null) {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account,
    prepare: ({ api, tabStorage }) => {
      if (kept) tabStorage.write(COVER_DRAFT, kept);
      api.answer(getItem, bookBody);
      api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
      api.answer(setCoverFromUrl, { success: true, cover: '/x' });
      api.answer(searchCovers, ({ provider }: { provider: string }) => ({
        results: provider === 'google' ? ['https://covers.example/1.jpg', 'https://covers.example/2.jpg'] : [],
      }));
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Cover'));
  return { client, inside };
}

test('a dropped or pasted picture shows a preview, or an error when it is none', async () => {
  const { client, inside } = await openCover();
  const pick = await inside.findByLabelText('Choose a picture');
  fireEvent.paste(pick, { clipboardData: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] } });
  expect(await inside.findByText('That isn’t a PNG, JPEG or WebP file. Choose another one.')).toBeTruthy();
  const files = [new File(['x'], 'cover.png', { type: 'image/png' })];
  fireEvent.drop(pick, { dataTransfer: { files, types: ['Files'], getData: () => '' } });
  const chosen = within(await inside.findByRole('group', { name: 'New cover' }));
  fireEvent.click(chosen.getByText('Use this cover'));
  await waitFor(() => expect(client.ports.files.sent).toMatchObject([{ name: 'uploads.cover' }]));
});

test('a picture can be pasted or dropped anywhere in the dialog; on another tab the browser doesn’t open it', async () => {
  const { inside } = await openCover();
  await inside.findByLabelText('Choose a picture');
  const dialog = screen.getByRole('dialog', { name: `Edit: ${title}` });
  const files = [new File(['x'], 'cover.png', { type: 'image/png' })];
  const transfer = { files, types: ['Files'], getData: () => '' };
  fireEvent.paste(dialog, { clipboardData: { files } });
  expect(await inside.findByRole('group', { name: 'New cover' })).toBeTruthy();
  fireEvent.click(inside.getByRole('button', { name: 'Discard' }));
  expect(fireEvent.dragOver(dialog.parentElement ?? dialog, { dataTransfer: transfer })).toBe(false);
  expect(inside.getByText('Drop the picture here')).toBeTruthy();
  fireEvent.drop(dialog.parentElement ?? dialog, { dataTransfer: transfer });
  expect(await inside.findByRole('group', { name: 'New cover' })).toBeTruthy();
  fireEvent.click(inside.getByRole('button', { name: 'Discard' }));
  fireEvent.click(inside.getByText('Details'));
  const field = await inside.findByLabelText('Title');
  expect(fireEvent.dragOver(field, { dataTransfer: transfer })).toBe(false);
  expect(inside.queryByText('Drop the picture here')).toBeNull();
  const words = { files: [], types: ['text/uri-list'], getData: () => '' };
  expect(fireEvent.dragOver(field, { dataTransfer: words })).toBe(true);
});

test('covers of all sources are found, and one is set by its address', async () => {
  const { client, inside } = await openCover();
  const search = await inside.findByText('Search');
  await waitFor(() => expect(search.closest('button')?.getAttribute('aria-busy')).toBeNull());
  fireEvent.click(search);
  fireEvent.click(await inside.findByLabelText('Cover 2, from covers.example'));
  expect(await inside.findByText('2 covers found.')).toBeTruthy();
  fireEvent.click(await inside.findByText('Use this cover'));
  await waitFor(() =>
    expect(client.ports.api.inputsOf(setCoverFromUrl)).toEqual([{ id, url: 'https://covers.example/2.jpg' }]),
  );
  const address = inside.getByLabelText('Image URL');
  fireEvent.change(address, { target: { value: 'cover.jpg' } });
  fireEvent.submit(address);
  expect(address.getAttribute('aria-invalid')).toBe('true');
});

test('an address without a picture says so, and can be set anyway (EDT-034)', async () => {
  const { client, inside } = await openCover();
  const address = await inside.findByLabelText('Image URL');
  client.ports.files.refusePicture();
  fireEvent.change(address, { target: { value: 'https://covers.example/page' } });
  fireEvent.submit(address);
  const chosen = within(await inside.findByRole('group', { name: 'New cover' }));
  expect((await chosen.findByRole('alert')).textContent).toBe(
    'No picture loads from this address here. Check it, or use it if the server can reach it.',
  );
  fireEvent.click(chosen.getByRole('button', { name: /^Use this cover/ }));
  await waitFor(() =>
    expect(client.ports.api.inputsOf(setCoverFromUrl)).toEqual([{ id, url: 'https://covers.example/page' }]),
  );
});

test('a picture chosen before a reload is restored, or reported as missing', async () => {
  const address = { itemId: id, candidate: { kind: 'address', url: 'https://covers.example/1.jpg' } } as const;
  const { inside } = await openCover('login-root', address);
  const chosen = within(await inside.findByRole('group', { name: 'New cover' }));
  expect(chosen.getByRole('status').textContent).toBe(
    'The picture you chose before the page reloaded is back. It isn’t set yet.',
  );
  cleanup();
  const gone = await openCover('login-root', { itemId: id, candidate: { kind: 'file', key: 'gone' } });
  expect(
    await gone.inside.findByText('The picture you chose before the page reloaded is gone. Choose it again.'),
  ).toBeTruthy();
});

test('the focus stays in the dialog when the choice is undone by keyboard', async () => {
  const address = { itemId: id, candidate: { kind: 'address', url: 'https://covers.example/1.jpg' } } as const;
  const { inside } = await openCover('login-root', address);
  (await inside.findByRole('button', { name: 'Discard' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(inside.queryByRole('group', { name: 'New cover' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: `Edit: ${title}` }));
});

test('failed sources differ from empty ones', async () => {
  const { client, inside } = await openCover();
  const search = await inside.findByRole('button', { name: 'Search' });
  await waitFor(() => expect(search.getAttribute('aria-busy')).toBeNull());
  client.ports.api.refuse(searchCovers, { kind: 'network' });
  fireEvent.click(search);
  expect(await inside.findByText(/^None of the \d+ sources answered\. Search again\.$/)).toBeTruthy();
  client.ports.api.answer(searchCovers, { results: [] });
  fireEvent.click(await inside.findByRole('button', { name: 'Search' }));
  expect(await inside.findByText('No covers found. The server doesn’t say whether a source failed.')).toBeTruthy();
});
