import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createKeptFiles } from '../../src/services/kept-files.ts';

const picture = () => new File(['picture'], 'cover.png', { type: 'image/png' });

test('another page finds a file, with its name and type, until it is forgotten', async () => {
  const databases = new IDBFactory();
  const files = createKeptFiles(databases);
  void files.keep('a', picture());
  await files.keep('b', new File(['other'], 'other.jpg', { type: 'image/jpeg' }));
  const after = createKeptFiles(databases);
  const found = await after.find('a');
  expect([found?.name, found?.type, await found?.text()]).toEqual(['cover.png', 'image/png', 'picture']);
  await after.forget('a');
  expect([await files.find('a'), (await files.find('b'))?.name]).toEqual([null, 'other.jpg']);
});

test('files of a closed tab are removed after a day', async () => {
  const databases = new IDBFactory();
  let now = 0;
  const files = createKeptFiles(databases, () => now);
  await files.keep('old', picture());
  now = 86_400_000;
  await files.keep('new', picture());
  expect((await files.find('old'))?.name).toBe('cover.png');
  now += 1;
  await files.keep('newer', picture());
  expect([await files.find('old'), (await files.find('new'))?.name]).toEqual([null, 'cover.png']);
});

test('a browser without storage finds nothing, and throws nothing', async () => {
  const files = createKeptFiles(null);
  await files.keep('a', picture());
  await files.forget('a');
  expect(await files.find('a')).toBeNull();
});
