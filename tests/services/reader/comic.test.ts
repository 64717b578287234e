import { beforeEach, expect, test, vi } from 'vitest';
import type { ComicArchive } from '../../../src/services/reader/comic-archive.ts';
import { createComicPages } from '../../../src/services/reader/comic.engine.ts';
import { createDeferred } from '../../support/fakes/deferred.ts';

/** A picture that loads when a test says so. */
class SlowImage {
  static readonly all: SlowImage[] = [];
  src = '';
  alt = '';
  naturalWidth = 600;
  naturalHeight = 900;
  readonly style = {};
  readonly loading = createDeferred<undefined>();

  constructor() {
    SlowImage.all.push(this);
  }

  decode() {
    return this.loading.promise;
  }

  removeAttribute(name: 'src') {
    this[name] = '';
  }
}

const archive: ComicArchive = {
  pages: ['1.png', '2.png'],
  direction: 'ltr',
  read: async () => new Blob(['picture']),
  close: () => undefined,
};
const held = new Set<string>();
const pages = () => createComicPages(archive, 'Page');

beforeEach(() => {
  held.clear();
  SlowImage.all.length = 0;
  vi.stubGlobal('Image', SlowImage);
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1;
    held.add(`blob:${made}`);
    return `blob:${made}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void held.delete(url));
});

test('a page that is given back while its picture loads keeps the address until it has', async () => {
  const source = pages();
  const drawn = source.draw(1, { width: 60, height: 90 }, 0);
  await vi.waitFor(() => expect(SlowImage.all).toHaveLength(1));
  const [image] = SlowImage.all;
  source.release(1);
  await Promise.resolve();
  expect([...held]).toEqual([image?.src]);
  image?.loading.resolve(undefined);
  await drawn;
  await vi.waitFor(() => expect(held.size).toBe(0));
  expect(image?.src).toBe('');
});

test('one whose picture is damaged gives its address back as well', async () => {
  const source = pages();
  const measured = source.measure(2, 0);
  await vi.waitFor(() => expect(SlowImage.all).toHaveLength(1));
  source.close();
  SlowImage.all[0]?.loading.reject(new Error('Damaged'));
  await expect(measured).rejects.toThrow('Damaged');
  await vi.waitFor(() => expect(held.size).toBe(0));
});

test('one that is wanted again gets a picture of its own', async () => {
  const source = pages();
  const first = source.draw(1, { width: 60, height: 90 }, 0);
  await vi.waitFor(() => expect(SlowImage.all).toHaveLength(1));
  source.release(1);
  const second = source.draw(1, { width: 60, height: 90 }, 0);
  await vi.waitFor(() => expect(SlowImage.all).toHaveLength(2));
  for (const { loading } of SlowImage.all) loading.resolve(undefined);
  await vi.waitFor(() => expect([...held]).toEqual(['blob:2']));
  expect(await first).not.toBe(await second);
});
