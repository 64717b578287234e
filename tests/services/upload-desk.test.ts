import { describe, expect, test, vi } from 'vitest';
import { askBeforeClosing, keepAwake, readDropped } from '../../src/services/upload-desk.ts';

/** A window with the functions used here. */
function fakeWindow() {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const locks: { released: boolean }[] = [];
  const navigator = {
    wakeLock: {
      request: () => {
        const lock = { released: false, release: () => Promise.resolve(void (lock.released = true)) };
        locks.push(lock);
        return Promise.resolve(lock);
      },
    },
  };
  const win = Object.assign(new EventTarget(), { document, navigator });
  return { win: win as unknown as Window, document, locks };
}

describe('an uploading page', () => {
  test('keeps the screen on, again when visible again, and releases it at the end', async () => {
    const { win, document, locks } = fakeWindow();
    const end = keepAwake(win);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(locks).toHaveLength(1);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(locks).toHaveLength(2);
    end();
    await vi.waitFor(() => expect(locks[1]?.released).toBe(true));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(locks).toHaveLength(2);
  });

  test('works where the browser cannot keep the screen on, or refuses', async () => {
    const { win } = fakeWindow();
    Object.assign(win.navigator, { wakeLock: { request: () => Promise.reject(new Error('refused')) } });
    const ends = [keepAwake(win)];
    delete (win.navigator as { wakeLock?: unknown }).wakeLock;
    ends.push(keepAwake(win), keepAwake(undefined));
    await Promise.resolve();
    expect(ends.map((end) => end())).toEqual([undefined, undefined, undefined]);
  });

  test('makes the browser confirm before it closes, until it is over', () => {
    const { win } = fakeWindow();
    const isRequested = () => !win.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const end = askBeforeClosing(win);
    expect(isRequested()).toBe(true);
    end();
    expect(isRequested()).toBe(false);
  });
});

describe('dropped folders', () => {
  const file = (fullPath: string) =>
    ({
      fullPath,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File(['x'], fullPath)),
    }) as unknown;
  const folder = (fullPath: string, parts: unknown[][] | null) =>
    ({
      fullPath,
      isDirectory: true,
      createReader: () => {
        const left = [...(parts ?? [])];
        return {
          readEntries: (done: (entries: unknown[]) => void, fail: (cause: unknown) => void) =>
            parts ? done(left.shift() ?? []) : fail(new Error('not allowed')),
        };
      },
    }) as unknown;

  test('are read folder by folder, in all the parts in which browsers give them', async () => {
    const entries = [
      folder('/A', [[file('/A/1.mp3')], [folder('/A/B', [[file('/A/B/2.mp3')]]), folder('/A/C', null)]]),
      file('/3.mp3'),
    ] as FileSystemEntry[];
    const { files, unreadable } = await readDropped(entries, new AbortController().signal);
    expect([files.map(({ path }) => path), unreadable]).toEqual([['A/1.mp3', 'A/B/2.mp3', '3.mp3'], ['A/C']]);
  });

  test('are read no further once cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const reading = readDropped([file('/1.mp3')] as FileSystemEntry[], controller.signal);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
