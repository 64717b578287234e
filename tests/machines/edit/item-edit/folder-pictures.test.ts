import { expect, test, vi } from 'vitest';
import { folderPicturesMachine } from '../../../../src/machines/edit/item-edit/folder-pictures.machine.ts';
import { createHost } from '../../../support/host.ts';
import { bookWith, pictureFile } from '../../../support/picture-fixtures.ts';

const MB = 1024 * 1024;

function start(item: ReturnType<typeof bookWith>) {
  const host = createHost(folderPicturesMachine, { input: { item } });
  return { ...host, files: host.ports.files, sources: () => host.subject.getSnapshot().context.sources };
}

test('pictures are read when a tab shows them, by the authorised call, and closed with the modal', async () => {
  const tab = start(bookWith(pictureFile('1'), pictureFile('2')));
  expect(tab.files.fetched).toEqual([]);
  tab.subject.send({ type: 'tab.show' });
  await vi.waitFor(() => expect(tab.sources()).toEqual({ 1: 'blob:picture-1', 2: 'blob:picture-2' }));
  tab.subject.send({ type: 'tab.show' });
  expect(tab.files.fetched.map(({ ino }) => ino)).toEqual(['1', '2']);
  expect(tab.files.open).toEqual(['blob:picture-1', 'blob:picture-2']);
  tab.stop();
  expect(tab.files.open).toEqual([]);
});

test('pictures that come before the tab is shown are read with the others', async () => {
  const tab = start(bookWith(pictureFile('1')));
  tab.subject.send({ type: 'tab.itemChanged', item: bookWith(pictureFile('1'), pictureFile('2')) });
  tab.subject.send({ type: 'tab.show' });
  await vi.waitFor(() => expect(tab.sources()).toEqual({ 1: 'blob:picture-1', 2: 'blob:picture-2' }));
});

test('one that can’t be shown holds up no other', async () => {
  const tab = start(bookWith(pictureFile('1'), pictureFile('2')));
  tab.files.refusePicture();
  tab.subject.send({ type: 'tab.show' });
  await vi.waitFor(() => expect(tab.sources()).toEqual({ 1: null, 2: 'blob:picture-1' }));
});

test('pictures too large, or too many for this browser, are not requested', async () => {
  const sizes = [26, 25, 25, 20, 14].map((size, index) => pictureFile(String(index), size * MB));
  const tab = start(bookWith(...sizes));
  tab.subject.send({ type: 'tab.show' });
  await vi.waitFor(() => expect(Object.keys(tab.sources())).toHaveLength(5));
  expect(tab.files.fetched.map(({ ino }) => ino)).toEqual(['1', '2', '4']);
});

test('they are reloaded when the folder has others, and not when something else of the item is new', async () => {
  const book = bookWith(pictureFile('1'));
  const tab = start(book);
  tab.subject.send({ type: 'tab.show' });
  await vi.waitFor(() => expect(tab.sources()).toEqual({ 1: 'blob:picture-1' }));
  tab.subject.send({ type: 'tab.itemChanged', item: { ...book, updatedAt: 9 } });
  expect(tab.sources()).toEqual({ 1: 'blob:picture-1' });
  expect(tab.subject.getSnapshot().context.item.updatedAt).toBe(9);
  tab.subject.send({ type: 'tab.itemChanged', item: bookWith(pictureFile('1', 1000, 2)) });
  expect(tab.sources()).toEqual({});
  await vi.waitFor(() => expect(tab.sources()).toEqual({ 1: 'blob:picture-2' }));
  expect(tab.files.open).toEqual(['blob:picture-2']);
});
