import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateTracks } from '../../../../src/services/endpoints/item-editing.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { ORDER_DRAFT } from '../../../../src/machines/edit/track-order/track-order.setup.ts';
import '../../../../src/machines/browse/item/item.machine.ts';
import '../../../../src/machines/edit/track-order/track-order.machine.ts';
import '../../../../src/views/browse/item/item-page.tsx';
import '../../../../src/views/edit/track-order/track-order-page.tsx';
import { openClient, type ClientOptions } from '../../../support/dom/client.tsx';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { bookBody } from '../../../support/item-fixtures.ts';
import { bookOfFiles } from '../../../support/tool-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const { id } = bookBody;
const open = (body: object = bookOfFiles('a', 'b', 'c'), options: ClientOptions = {}) =>
  openClient(`/audiobook/${id}/edit`, { prepare: ({ api }) => api.answer(getItem, body), ...options });
const shown = () => within(screen.getByRole('grid', { name: 'Audio files' })).getAllByText(/^[abc]\.mp3$/);
const names = () =>
  shown()
    .map(({ textContent }) => textContent.charAt(0))
    .join('');

test('files are moved by keys, left out, sorted, undone and saved (areas 22)', async () => {
  const { ports } = open();
  const grip = await screen.findByLabelText('Move c.mp3');
  fireEvent.keyDown(grip, { key: 'ArrowUp' });
  expect(names()).toBe('acb');
  expect(screen.getByText('c.mp3 is number 2 of 3')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Include a.mp3'));
  expect(screen.queryByLabelText('Move a.mp3')).toBeNull();
  fireEvent.click(screen.getByText('File name'));
  expect(names()).toBe('abc');
  fireEvent.click(screen.getByText('File name'));
  expect(names()).toBe('acb');
  fireEvent.keyDown(screen.getByText('File name'), { key: 'z', ctrlKey: true });
  expect(names()).toBe('abc');
  ports.api.refuseOnce(updateTracks, { kind: 'server', status: 500, message: '' });
  fireEvent.click(screen.getByText('Save'));
  expect(await screen.findByText(/^Not saved: .*Everything you changed is still here\.$/)).toBeTruthy();
  ports.api.answer(updateTracks, { id, updatedAt: 1 });
  fireEvent.click(screen.getByText('Save'));
  await vi.waitFor(() => expect(location.pathname).toBe(`/item/${id}`));
  expect(ports.api.inputsOf(updateTracks).at(-1)).toEqual({
    id,
    files: [
      { ino: 'a', exclude: true },
      { ino: 'b', exclude: false },
      { ino: 'c', exclude: false },
    ],
  });
});

test('the keys of Undo and Redo work on these buttons and without a focus, but not in fields elsewhere', async () => {
  open();
  fireEvent.keyDown(await screen.findByLabelText('Move c.mp3'), { key: 'ArrowUp' });
  const undo = screen.getByRole('button', { name: 'Undo' });
  expect([undo.getAttribute('aria-keyshortcuts'), names()]).toEqual(['Control+Z', 'acb']);
  const search = screen.getByRole('combobox', { name: 'Search' });
  fireEvent.keyDown(search, { key: 'z', ctrlKey: true });
  expect(names()).toBe('acb');
  fireEvent.keyDown(undo, { key: 'z', ctrlKey: true });
  expect(names()).toBe('abc');
  fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
  expect(names()).toBe('acb');
});

test('leaving all files out cannot be saved, and says why', async () => {
  const { ports } = open(bookOfFiles('a'));
  fireEvent.click(await screen.findByLabelText('Include a.mp3'));
  expect(screen.getAllByText('At least one file must be part of the book.')[0]).toBeTruthy();
  fireEvent.click(screen.getByText('Save'));
  expect(ports.api.inputsOf(updateTracks)).toEqual([]);
});

test('an item without files says so', async () => {
  open(podcastBody);
  expect(await screen.findByText('This item has no audio files to put in order')).toBeTruthy();
});

test('files that failed to load are reloaded', async () => {
  const { ports } = open(undefined, {
    prepare: ({ api }) => api.refuse(getItem, { kind: 'server', status: 500, message: '' }),
  });
  expect(await screen.findByText('Couldn’t load the files')).toBeTruthy();
  ports.api.answer(getItem, bookOfFiles('a', 'b', 'c'));
  fireEvent.click(screen.getByText('Try again'));
  expect(await screen.findByLabelText('Move c.mp3')).toBeTruthy();
});

test('an order from before a reload is restored with a notice, and discarded by its button', async () => {
  const order = ['c', 'a', 'b'].map((ino) => ({ ino, isOut: false }));
  const base = ['a', 'b', 'c'].map((ino) => ({ ino, isOut: false }));
  open(undefined, {
    prepare: ({ api, tabStorage }) => {
      api.answer(getItem, bookOfFiles('a', 'b', 'c'));
      tabStorage.write(ORDER_DRAFT, { itemId: id, base, order, isOutdated: false });
    },
  });
  expect(await screen.findByText('Your changes from before the page reloaded are back.')).toBeTruthy();
  expect(names()).toBe('cab');
  fireEvent.click(screen.getByText('Back to saved'));
  expect([names(), screen.queryByText(/^Your changes from before/)]).toEqual(['abc', null]);
});
