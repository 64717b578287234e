import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embedMetadata } from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBody, wholeBook } from '../../../support/item-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/edit/item-edit/item-edit.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/item-edit/item-edit-dialog.tsx';
import '../../../../src/views/edit/item-edit/chapters-tab.tsx';
import '../../../../src/views/edit/item-edit/tools-tab.tsx';

const { id } = bookBody;
const { title } = bookBody.media.metadata;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const open = async () => {
  const client = openClient(`/item/${id}?edit=${id}`, {
    account: 'login-root',
    prepare: ({ api }) => {
      api.answer(getItem, bookBody);
      api.answer(embedMetadata, 'OK');
    },
  });
  return { client, inside: within(await screen.findByRole('dialog', { name: `Edit: ${title}` })) };
};

test('an M4B file is made in the manager, and split by no server (EDT-040, EDT-041, AMB-16)', async () => {
  const { inside } = await open();
  fireEvent.click(await inside.findByText('Tools'));
  const link = await inside.findByLabelText('Open manager: make an M4B file');
  expect(link.getAttribute('href')).toBe(`/audiobook/${id}/manage?tool=m4b`);
  expect(inside.getByText(/^The server can’t split an M4B file/)).toBeTruthy();
});

test('an embed starts after a question, and shows its task until it ends (EDT-039)', async () => {
  const { client, inside } = await open();
  fireEvent.click(await inside.findByText('Tools'));
  fireEvent.click(inside.getByText('Quick embed'));
  fireEvent.click(await screen.findByText('Embed', { selector: 'button *' }));
  await waitFor(() => expect(client.ports.api.inputsOf(embedMetadata)).toEqual([{ id, backup: false }]));
  await waitFor(() => expect(client.ports.socket.connections).toBe(1));
  const task = {
    id: 't',
    action: 'embed-metadata',
    data: { libraryItemId: id },
    title: 'Embedding',
    description: null,
    error: null,
    showSuccess: false,
    isFailed: false,
    isFinished: false,
    startedAt: 1,
    finishedAt: null,
  };
  act(() => {
    client.ports.socket.report({ kind: 'connected' });
    client.ports.socket.receive('init', { userId: 'u', username: 'u' });
    client.ports.socket.receive('task_started', task);
    client.ports.socket.receive('task_progress', { libraryItemId: id, progress: 40 });
  });
  const line = await inside.findByRole('progressbar', { name: 'Working…' });
  expect(line.getAttribute('aria-valuenow')).toBe('40');
  act(() => client.ports.socket.receive('task_finished', { ...task, isFinished: true, finishedAt: 2 }));
  expect(await inside.findByText('Done.')).toBeTruthy();
});

test('chapters are listed, with a link to their editor (CHE-001)', async () => {
  const { inside } = await open();
  fireEvent.click(await inside.findByText('Chapters'));
  const link = (await inside.findByText('Edit chapters')).closest('a');
  expect(link?.getAttribute('href')).toBe(`/audiobook/${id}/chapters`);
  const count = wholeBook.mediaType === 'book' ? wholeBook.media.chapters.items.length : 0;
  expect(inside.getAllByRole('rowheader')).toHaveLength(count);
});
