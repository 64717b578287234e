// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { z } from '../../src/schemas/zod.ts';
import { createHistory } from '../../src/services/history.ts';
import { createLocks } from '../../src/services/locks.ts';
import { createNavigation } from '../../src/services/navigation.ts';
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

test('work is told whether another tab had the lock first', async () => {
  const locks = createLocks(undefined, window.localStorage);
  const seen = await Promise.all([locks.withLock('told', async (waited) => waited), locks.withLock('told', async (waited) => waited)]);
  expect(seen.toSorted()).toEqual([false, true]);
});

test('Web Locks are used where they are, and say at once when the lock is free', async () => {
  const asked: unknown[] = [];
  let free = true;
  const manager = {
    request: (name: string, ...rest: readonly unknown[]) => {
      asked.push([name, rest.length]);
      const work = rest.at(-1) as (lock: object | null) => unknown;
      return Promise.resolve(work(free || rest.length === 1 ? {} : null));
    },
  } as unknown as LockManager;
  const locks = createLocks(manager, null);
  expect(await locks.withLock('refresh', async (waited) => waited)).toBe(false);
  free = false;
  expect(await locks.withLock('refresh', async (waited) => waited)).toBe(true);
  expect(asked).toEqual([['refresh', 2], ['refresh', 2], ['refresh', 1]]);
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

test('a history entry keeps its key: over moving away and back, and over a reload', async () => {
  window.history.replaceState(null, '', '/item/1?a=b#c');
  const history = createHistory(window);
  expect(history.current()).toEqual({ kind: 'start', location: { pathname: '/item/1', search: '?a=b', hash: '#c', key: 'default' } });
  history.push('/item/2');
  const second = history.current();
  expect(second).toEqual({ kind: 'push', location: { pathname: '/item/2', search: '', hash: '', key: expect.stringMatching(/^[a-z0-9]+$/) } });
  history.replace({ pathname: '/item/3', search: '?x=y' });
  expect(history.current()).toEqual({ kind: 'replace', location: { pathname: '/item/3', search: '?x=y', hash: '', key: expect.not.stringContaining(second.location.key) } });
  const third = history.current().location;
  const back = new Promise<void>((resolve) => history.subscribe(resolve));
  history.go(-1);
  await back;
  expect(history.current()).toEqual({ kind: 'traverse', location: { pathname: '/item/1', search: '?a=b', hash: '#c', key: 'default' } });
  const forth = new Promise<void>((resolve) => history.subscribe(resolve));
  history.go(1);
  await forth;
  expect(createHistory(window).current()).toEqual({ kind: 'start', location: third });
});

test('paths are told and taken without the base path', () => {
  window.history.replaceState(null, '', '/audiobookshelf/item/1');
  const history = createHistory(window);
  const left: string[] = [];
  const navigation = createNavigation(history, '/audiobookshelf', { assign: (url: string) => left.push(url), reload: () => left.push('reload') } as unknown as Location);
  const seen: string[] = [];
  const end = navigation.subscribe(({ pathname, search }, kind) => seen.push(`${kind} ${pathname}${search}`));
  history.push('/audiobookshelf/item/2?a=b');
  navigation.navigate('/config');
  expect(window.location.pathname).toBe('/audiobookshelf/config');
  history.push('/audiobookshelf');
  navigation.navigate('/item/3', { replace: true });
  navigation.leaveTo('https://provider.test');
  navigation.reload();
  end();
  navigation.navigate('/item/4');
  expect({ here: navigation.current().pathname, seen, left }).toEqual({
    here: '/item/4',
    seen: ['push /item/2?a=b', 'push /config', 'push /', 'replace /item/3'],
    left: ['https://provider.test', 'reload'],
  });
});
