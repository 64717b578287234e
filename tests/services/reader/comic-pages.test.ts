// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { ComicArchive } from '../../../src/services/reader/comic-archive.ts';
import { createComicPages } from '../../../src/services/reader/comic.engine.ts';

const archive: ComicArchive = {
  pages: ['1.png', '2.png'],
  direction: 'ltr',
  read: async () => new Blob(['picture'], { type: 'image/png' }),
  close: () => undefined,
};

/** Pictures that load on command. */
function heldPictures() {
  const held = new Set<string>();
  const loads: { done: () => void; fail: (cause: Error) => void }[] = [];
  let made = 0;
  vi.stubGlobal('URL', {
    createObjectURL() {
      made += 1;
      held.add(`blob:${made}`);
      return `blob:${made}`;
    },
    revokeObjectURL: (url: string) => held.delete(url),
  });
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(() => undefined);
  HTMLImageElement.prototype.decode = () =>
    new Promise((resolve, reject) => {
      loads.push({ done: resolve, fail: reject });
    });
  return { held, loads };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete (HTMLImageElement.prototype as { decode?: unknown }).decode;
});

test.each(['done', 'fail'] as const)(
  'a page released while its picture loads keeps its address until then (%s)',
  async (end) => {
    const { held, loads } = heldPictures();
    const pages = createComicPages(archive, 'Page');
    const measured = pages.measure(1, 0).catch(() => 'failed');
    await vi.waitFor(() => expect(loads).toHaveLength(1));
    pages.release(1);
    expect([...held]).toEqual(['blob:1']);
    loads[0]?.[end](new Error('no picture'));
    await measured;
    expect([...held]).toEqual([]);
  },
);

test('a page released before it is unpacked never has an address, and can be requested again', async () => {
  const { held, loads } = heldPictures();
  const pages = createComicPages(archive, 'Page');
  const measured = pages.measure(2, 0);
  pages.release(2);
  await expect(measured).rejects.toThrow('not wanted');
  expect([...held, ...loads]).toEqual([]);
  const again = pages.measure(2, 0);
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  loads[0]?.done();
  await again;
  pages.close();
  await vi.waitFor(() => expect([...held]).toEqual([]));
});
