// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { z } from '../../src/schemas/zod.ts';
import { createLocks } from '../../src/services/locks.ts';
import { createNavigation, type DataRouter } from '../../src/services/navigation.ts';
import { createStorage, defineStored } from '../../src/services/storage.ts';

const size = defineStored('size', z.number());

test('storage gives back what it was given, also 0', () => {
  const storage = createStorage(window.localStorage);
  expect(storage.write(size, 0)).toBe(true);
  expect(storage.read(size)).toBe(0);
  storage.remove(size);
  expect(storage.read(size)).toBeNull();
});

test.each(['seven', '"7"', '{', 'null'])('stored text %s that does not parse reads as nothing', (text) => {
  window.localStorage.setItem('size', text);
  expect(createStorage(window.localStorage).read(size)).toBeNull();
});

test('blocked and full storage never throw', () => {
  const full = Object.create(window.localStorage, {
    setItem: { value: () => { throw new DOMException('full', 'QuotaExceededError'); } },
    getItem: { value: () => { throw new DOMException('blocked', 'SecurityError'); } },
    removeItem: { value: () => { throw new DOMException('blocked', 'SecurityError'); } },
  }) as Storage;
  for (const storage of [createStorage(full), createStorage(null)]) {
    expect([storage.write(size, 1), storage.read(size), storage.remove(size)]).toEqual([false, null, undefined]);
  }
});

test('a change in another tab reaches the subscriber of its key until it ends the subscription', () => {
  const seen: (number | null)[] = [];
  const storage = createStorage(window.localStorage, window);
  const end = storage.subscribe(size, (value) => seen.push(value));
  const change = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }));
  change('size', '3');
  change('other', '4');
  change('size', null);
  change(null, null);
  end();
  change('size', '5');
  expect(seen).toEqual([3, null, null]);
});

test('without Web Locks one tab at a time does the work', async () => {
  window.localStorage.clear();
  const tabs = [createLocks(undefined, window.localStorage), createLocks(undefined, window.localStorage)];
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
    return 'done';
  };
  expect(await Promise.all(tabs.map((tab) => tab.withLock('refresh', work)))).toEqual(['done', 'done']);
  expect(most).toBe(1);
  expect(window.localStorage.getItem('earmark.lock.refresh')).toBeNull();
});

test('work that fails gives the lock back', async () => {
  const locks = createLocks(undefined, window.localStorage);
  await expect(locks.withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await locks.withLock('refresh', async () => 'again')).toBe('again');
});

test('the lease of a tab that died is taken over when it is past', async () => {
  window.localStorage.setItem('earmark.lock.refresh', `dead ${Date.now() - 1}`);
  expect(await createLocks(undefined, window.localStorage).withLock('refresh', async () => 'mine')).toBe('mine');
});

function fakeRouter(pathname: string): DataRouter & { move(path: string): void } {
  const listeners = new Set<(state: DataRouter['state']) => void>();
  const at = (path: string, key: string): DataRouter['state'] => ({
    location: { pathname: path, search: '', hash: '', key },
    historyAction: 'PUSH',
  });
  const router = {
    state: at(pathname, 'a'),
    subscribe(listener: (state: DataRouter['state']) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate: async () => undefined,
    move(path: string) {
      router.state = at(path, path);
      for (const listener of listeners) listener(router.state);
    },
  };
  return router;
}

test('paths are told without the base path, and a state change that is no move is not told', () => {
  const router = fakeRouter('/audiobookshelf/item/1');
  const navigation = createNavigation(router, '/audiobookshelf');
  const seen: string[] = [];
  navigation.subscribe(({ pathname }, kind) => seen.push(`${kind} ${pathname}`));
  router.move('/audiobookshelf/item/2');
  router.move('/audiobookshelf/item/2');
  router.move('/audiobookshelf');
  expect([navigation.current().pathname, seen]).toEqual(['/', ['push /item/2', 'push /']]);
});
