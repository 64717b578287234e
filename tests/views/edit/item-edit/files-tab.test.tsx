import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteFile } from '../../../../src/services/endpoints/item-editing.ts';
import { probeFile } from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody, wholeBook } from '../../../support/item-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/item-edit/files-tab.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;
const file = wholeBook.libraryFiles.items.find(({ fileType }) => fileType === 'audio');
if (!file) throw new Error('The fixture has no sound');
const { filename, path } = file.metadata;

const bodyOf = (ino: string, name: string) => ({
  ...file,
  ino,
  fileType: 'image',
  metadata: { ...file.metadata, filename: name, relPath: name, path: `/b/${name}`, ext: '.jpg', size: 1000 },
});

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('files are listed with their paths, inspected, downloaded and deleted', async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(getItem, bookBody);
      api.answer(probeFile, { format: { tags: { encoder: 'Lavf' } } });
      api.answer(deleteFile, 'OK');
    },
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Files'));
  fireEvent.click(await inside.findByLabelText('Show full paths'));
  expect(inside.getAllByText(path).length).toBeGreaterThan(0);
  fireEvent.click(inside.getByLabelText(`More about ${filename}`));
  expect(document.activeElement?.textContent).toBe('All files');
  fireEvent.click(inside.getByText('Probe the file'));
  expect((await inside.findByLabelText('What ffprobe says')).textContent).toContain('Lavf');
  fireEvent.click(inside.getByText('All files'));
  await waitFor(() => expect(document.activeElement).toBe(inside.getByLabelText(`More about ${filename}`)));
  fireEvent.click(inside.getByLabelText(`Download ${filename}`));
  await waitFor(() => expect(client.ports.files.fetched).toMatchObject([{ itemId: id, ino: file.ino }]));
  fireEvent.click(inside.getByLabelText(`Delete ${filename}`));
  fireEvent.click(await screen.findByText('Delete', { selector: 'button *' }));
  await waitFor(() => expect(client.ports.api.inputsOf(deleteFile)).toEqual([{ id, ino: file.ino }]));
});

test('deleting a file by keyboard moves the focus to the next one', async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(getItem, bookBody);
      api.answer(deleteFile, () => {
        api.answer(getItem, { ...bookBody, libraryFiles: [bodyOf('cover', 'cover.jpg')] });
        return 'OK';
      });
    },
  });
  const dialog = await screen.findByRole('dialog', { name: `Edit: ${title}` });
  const inside = within(dialog);
  fireEvent.click(await inside.findByText('Files'));
  const button = await inside.findByLabelText(`Delete ${filename}`);
  button.focus();
  await userEvent.keyboard('{Enter}');
  (await screen.findByText('Delete', { selector: 'button *' })).closest('button')?.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(client.ports.api.inputsOf(deleteFile)).toHaveLength(1));
  act(() => client.ports.clock.advance(1000));
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(inside.getByLabelText('Delete cover.jpg')));
});

test('when a file with open details goes, the focus stays in the dialog', async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => api.answer(getItem, bookBody),
  });
  const dialog = await screen.findByRole('dialog', { name: `Edit: ${title}` });
  const inside = within(dialog);
  await waitFor(() => expect(client.ports.socket.connections).toBe(1));
  act(() => {
    client.ports.socket.report({ kind: 'connected' });
    client.ports.socket.receive('init', { userId: 'u', username: 'u' });
  });
  fireEvent.click(await inside.findByText('Files'));
  fireEvent.click(await inside.findByLabelText(`More about ${filename}`));
  client.ports.api.answer(getItem, { ...bookBody, libraryFiles: [bodyOf('cover', 'cover.jpg')] });
  act(() => client.ports.socket.receive('item_updated', bookBody));
  act(() => client.ports.clock.advance(1000));
  await inside.findByLabelText('More about cover.jpg');
  expect(document.activeElement).toBe(dialog);
});

test('pictures in the folder show beside their names, and in the choice of a cover (EDT-044)', async () => {
  const picture = bodyOf('cover', 'cover.jpg');
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => api.answer(getItem, { ...bookBody, libraryFiles: [picture, bodyOf('back', 'back.jpg')] }),
  });
  const inside = within(await screen.findByRole('dialog', { name: `Edit: ${title}` }));
  fireEvent.click(await inside.findByText('Files'));
  const row = (await inside.findByText('cover.jpg')).closest('li');
  await waitFor(() => expect(row?.querySelector('img')?.getAttribute('src')).toBe('blob:picture-1'));
  expect(client.ports.files.fetched.map(({ ino }) => ino)).toEqual(['cover', 'back']);
  fireEvent.click(inside.getByText('Cover'));
  const choice = (await inside.findByText('back.jpg')).closest('button');
  expect(choice?.querySelector('img')?.getAttribute('src')).toBe('blob:picture-2');
});
