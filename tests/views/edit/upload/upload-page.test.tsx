import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks } from '../../../../src/services/endpoints/provider-search.ts';
import { checkPath } from '../../../../src/services/endpoints/uploads.ts';
import { UPLOAD_LEFT } from '../../../../src/machines/edit/upload/uploads.setup.ts';
import '../../../../src/machines/edit/upload/upload.machine.ts';
import '../../../../src/views/edit/upload/upload-banner.tsx';
import '../../../../src/views/edit/upload/upload-page.tsx';
import { openClient } from '../../../support/dom/client.tsx';
import { recording } from '../../../support/recordings.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1200);
});
afterEach(() => vi.restoreAllMocks());

const named = (name: string) => new File(['x'.repeat(100)], name);
const open = () => openClient('/upload', { prepare: ({ api }) => api.answer(checkPath, { exists: false }) });
const pick = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Choose files'), { target: { files } });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('items are named, refused without a title, and blocked when another one has the same path (UPL-001, VAL-036, UPL-004)', async () => {
  open();
  expect(await screen.findByRole('combobox', { name: 'Library' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Folder' })).toBeTruthy();
  await pick(named('A.mp3'), named('B.mp3'), named('x.exe'));
  const title = await field('Title of item 2');
  expect(title.value).toBe('B');
  expect(screen.getByText('Ignored files')).toBeTruthy();
  fireEvent.change(title, { target: { value: '' } });
  fireEvent.click(screen.getByText('Upload 2 items'));
  expect(screen.getByText('Must have a title')).toBeTruthy();
  expect(title.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(title, { target: { value: 'a' } });
  expect(screen.getByText(/Goes to the same folder as item 1/)).toBeTruthy();
  fireEvent.change(await field('Author of item 2'), { target: { value: 'Ann' } });
  expect(screen.getByText('Ann/a')).toBeTruthy();
});

test('items are sent with progress; a failed one says why, is retried, cancelled and removed', async () => {
  const { ports } = open();
  await pick(named('A.mp3'), named('B.mp3'));
  fireEvent.click(await screen.findByText('Upload 2 items'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(2));
  ports.files.sending(0).progress({ sentBytes: 50, totalBytes: 110 });
  expect((await screen.findByLabelText('Progress of item 1')).getAttribute('aria-valuenow')).toBe('50');
  ports.files.sending(0).answer('OK');
  ports.files.sending(1).refuse({ kind: 'tooLarge', message: '' });
  expect(await screen.findByText('Uploaded 1 of 2 items. Each of the others shows what went wrong.')).toBeTruthy();
  expect(screen.getByText(/^Failed: too large for the server/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Try item 2 again'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(3));
  fireEvent.click(screen.getByLabelText('Cancel item 2'));
  expect(ports.files.sending(2).isAborted).toBe(true);
  fireEvent.click(await screen.findByLabelText('Remove item 2'));
  expect(screen.getByText('Item removed')).toBeTruthy();
  fireEvent.click(screen.getByText('Undo'));
  expect((await field('Title of item 2')).value).toBe('B');
});

test('the focus stays at the cancelled or retried item, and in the foot or the page after its buttons', async () => {
  const { ports } = open();
  await pick(named('A.mp3'), named('B.mp3'));
  const press = async (button: HTMLElement) => {
    button.focus();
    await userEvent.keyboard('{Enter}');
  };
  await press(await screen.findByRole('button', { name: 'Upload 2 items' }));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(2));
  expect(document.activeElement?.hasAttribute('data-foot')).toBe(true);
  await press(screen.getByLabelText('Cancel item 2'));
  const item = screen.getByRole('group', { name: 'Item 2' });
  await vi.waitFor(() => expect(document.activeElement).toBe(item));
  ports.files.sending(0).refuse({ kind: 'tooLarge', message: '' });
  await press(await screen.findByLabelText('Try item 1 again'));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Item 1' })));
  await press(screen.getByRole('button', { name: 'Stop' }));
  await press(await screen.findByRole('button', { name: 'Clear list' }));
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('content'));
});

test('a full disk and a lost connection show an error with a way on; details are looked up', async () => {
  const { ports } = open();
  ports.api.answer(searchBooks, [{ title: 'The Book', author: 'Ann' }]);
  await pick(named('book.mp3'));
  await userEvent.click(await screen.findByLabelText('Look up item 1'));
  await vi.waitFor(async () => expect((await field('Title of item 1')).value).toBe('The Book'));
  fireEvent.click(screen.getByText('Upload 1 item'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(1));
  ports.files.sending(0).refuse({ kind: 'server', status: 507, message: 'full' });
  expect(await screen.findByText('The server’s disk is full. Free some space, then continue.')).toBeTruthy();
  fireEvent.click(screen.getByText('Continue'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(2));
  ports.files.sending(1).refuse({ kind: 'network' });
  expect(await screen.findByText(/^Upload paused. What was uploaded is kept/)).toBeTruthy();
  fireEvent.click(screen.getByText('Continue now'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(3));
  ports.files.sending(2).answer('OK');
  expect(await screen.findByText(/^Uploaded 1 item\./)).toBeTruthy();
});

test('uploads go on while another page is open, which shows their number, their failures and the way back', async () => {
  const { ports, visit } = open();
  await pick(named('A.mp3'), named('B.mp3'));
  fireEvent.click(await screen.findByText('Upload 2 items'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(2));
  expect(screen.queryByText(/^Uploading:/)).toBeNull();
  await visit('/config/stats');
  expect(await screen.findByText('Uploading: 0 of 2 items done')).toBeTruthy();
  ports.files.sending(0).answer('OK');
  expect(await screen.findByText('Uploading: 1 of 2 items done')).toBeTruthy();
  ports.files.sending(1).refuse({ kind: 'tooLarge', message: '' });
  expect(await screen.findAllByText('1 item failed')).toHaveLength(2);
  fireEvent.click(screen.getByText('Show upload'));
  expect(await screen.findByText('Try 1 failed item again')).toBeTruthy();
  expect(screen.queryByText('1 item failed')).toBeNull();
});

test('screen readers read the start, a failure and the end of uploads, not each finished item', async () => {
  const { ports, visit } = open();
  await pick(named('A.mp3'), named('B.mp3'), named('C.mp3'));
  fireEvent.click(await screen.findByText('Upload 3 items'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(2));
  await visit('/config/stats');
  const shown = await screen.findByText('Uploading: 0 of 3 items done');
  expect(shown.closest('[role="status"]')).toBeNull();
  const spoken = () => screen.getAllByRole('status').map((status) => status.textContent);
  expect(spoken()).toContain('Uploading 3 items');
  ports.files.sending(0).answer('OK');
  expect(await screen.findByText('Uploading: 1 of 3 items done')).toBeTruthy();
  expect(spoken()).toContain('Uploading 3 items');
  ports.files.sending(1).refuse({ kind: 'tooLarge', message: '' });
  await vi.waitFor(() => expect(spoken()).toContain('Uploading 3 items · 1 item failed'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(3));
  ports.files.sending(2).answer('OK');
  await vi.waitFor(() => expect(spoken()).toContain('1 item failed'));
});

test('another page says that all is uploaded, until the upload page was opened', async () => {
  const { ports, visit } = open();
  await pick(named('A.mp3'));
  fireEvent.click(await screen.findByText('Upload 1 item'));
  await vi.waitFor(() => expect(ports.files.sent).toHaveLength(1));
  await visit('/config/stats');
  expect(await screen.findByText('Uploading: 0 of 1 item done')).toBeTruthy();
  ports.files.sending(0).answer('OK');
  expect(await screen.findAllByText('Uploaded 1 item')).toHaveLength(2);
  fireEvent.click(screen.getByText('Show upload'));
  expect(await screen.findByText(/^Uploaded 1 item\. /)).toBeTruthy();
  await visit('/config/stats');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your stats' })).toBeTruthy();
  expect(screen.queryByText('Uploaded 1 item')).toBeNull();
});

test('an item without a source says so, and libraries that failed to load are reloaded', async () => {
  const { ports } = openClient('/upload', {
    prepare: ({ api }) => {
      api.answer(checkPath, { exists: false });
      api.refuse(listLibraries, { kind: 'server', status: 500, message: '' });
    },
  });
  expect(await screen.findByText('Couldn’t load the libraries')).toBeTruthy();
  ports.api.answer(listLibraries, recording('libraries/list').response.body as object);
  for (const retry of screen.getAllByText('Try again')) fireEvent.click(retry);
  await pick(named('x.exe'));
  expect(await screen.findByText('No items found: there are no audio or ebook files.')).toBeTruthy();
});

test('a list lost in a reload is reported until the next choice', async () => {
  openClient('/upload', {
    prepare: ({ api, tabStorage }) => {
      api.answer(checkPath, { exists: false });
      tabStorage.write(UPLOAD_LEFT, { libraryId: 'gone', folderId: 'gone' });
    },
  });
  expect(await screen.findByText(/^The page was reloaded before everything was uploaded/)).toBeTruthy();
  await pick(named('A.mp3'));
  expect((await field('Title of item 1')).value).toBe('A');
  expect(screen.queryByText(/^The page was reloaded/)).toBeNull();
});
