// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { z } from '../../src/schemas/zod.ts';
import { openChannel } from '../../src/services/channel.ts';
import { createHistory } from '../../src/services/history.ts';
import { createLocks } from '../../src/services/locks.ts';
import { createPage } from '../../src/services/page.ts';
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

test.each(['seven', '"7"', '{', 'null'])(
  'stored text %s that does not parse is told, and reads as nothing (EBK-030)',
  (text) => {
    const info = vi.spyOn(console, 'info').mockReturnValue();
    window.localStorage.setItem('size', text);
    expect(createStorage(window.localStorage).read(size)).toBeNull();
    expect(info.mock.calls).toEqual([["What is stored as 'size' can't be read"]]);
    info.mockRestore();
  },
);

test('blocked and full storage never throw', () => {
  const full = Object.create(window.localStorage, {
    setItem: {
      value: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    },
    getItem: {
      value: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    },
    removeItem: {
      value: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    },
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
  const seen = await Promise.all([
    locks.withLock('told', async (waited) => waited),
    locks.withLock('told', async (waited) => waited),
  ]);
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
  expect(asked).toEqual([
    ['refresh', 2],
    ['refresh', 2],
    ['refresh', 1],
  ]);
});

const DENIED = new DOMException('denied', 'SecurityError');

test('a tab whose browser refuses Web Locks works by itself, once', async () => {
  const refusing = { request: () => Promise.reject(DENIED) } as unknown as LockManager;
  const locks = createLocks(refusing, null);
  const work = vi.fn(async (waited: boolean) => waited);
  expect(await locks.withLock('refresh', work)).toBe(false);
  expect(work).toHaveBeenCalledTimes(1);
  await expect(locks.withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const release = await locks.hold('page', new AbortController().signal);
  expect(release()).toBeUndefined();
});

test('work that fails under a Web Lock is not done again', async () => {
  const manager = {
    request: async (_name: string, _options: unknown, run: (lock: object) => unknown) => run({}),
  } as unknown as LockManager;
  const work = vi.fn(() => Promise.reject(new Error('no')));
  await expect(createLocks(manager, null).withLock('refresh', work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(1);
});

test('a tab whose storage is full works by itself, and holds nothing', async () => {
  window.localStorage.clear();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const locks = createLocks(undefined, window.localStorage);
  expect(await locks.withLock('refresh', async () => 'mine')).toBe('mine');
  const stop = new AbortController();
  const held = vi.fn();
  void locks.hold('page', stop.signal).then(held);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(held).not.toHaveBeenCalled();
  stop.abort();
  full.mockRestore();
  expect(window.localStorage.length).toBe(0);
});

test('a browser that has no channels, or refuses them, gives none', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(openChannel('earmark')).toBeNull();
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw DENIED;
  });
  expect(openChannel('earmark')).toBeNull();
  vi.unstubAllGlobals();
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
  const first = history.current().location.key;
  expect(first).toMatch(/^[a-z0-9]+$/);
  expect(history.current()).toEqual({
    kind: 'start',
    location: { pathname: '/item/1', search: '?a=b', hash: '#c', key: first },
  });
  history.push('/item/2');
  const second = history.current();
  expect(second).toEqual({
    kind: 'push',
    location: { pathname: '/item/2', search: '', hash: '', key: expect.stringMatching(/^[a-z0-9]+$/) },
  });
  history.replace({ pathname: '/item/3', search: '?x=y' });
  expect(history.current()).toEqual({
    kind: 'replace',
    location: { pathname: '/item/3', search: '?x=y', hash: '', key: expect.not.stringContaining(second.location.key) },
  });
  const third = history.current().location;
  const back = new Promise<void>((resolve) => history.subscribe(resolve));
  history.go(-1);
  await back;
  expect(history.current()).toEqual({
    kind: 'traverse',
    location: { pathname: '/item/1', search: '?a=b', hash: '#c', key: first },
  });
  const forth = new Promise<void>((resolve) => history.subscribe(resolve));
  history.go(1);
  await forth;
  expect(createHistory(window).current()).toEqual({ kind: 'start', location: third });
});

/** Waits for what the browser does after `go`. */
const moved = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });

test('back closes what lies over the page, and the place stays', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = createHistory(window);
  history.push('/item/2');
  const here = history.current();
  const changes: string[] = [];
  history.subscribe(() => changes.push(history.current().location.pathname));
  let closed = 0;
  const heard: boolean[] = [];
  history.holdBack((isHere) => {
    closed += 1;
    heard.push(isHere);
  });
  const back = moved();
  history.go(-1);
  await back;
  expect({ closed, changes, here: history.current() }).toEqual({ closed: 1, changes: [], here });
  expect(heard).toEqual([true]);
  const leave = moved();
  history.go(-1);
  await leave;
  expect({ closed, changes }).toEqual({ closed: 1, changes: ['/item/1'] });
});

test('what lies over the page and is closed otherwise leaves no entry behind', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = createHistory(window);
  history.push('/item/2');
  const closed: string[] = [];
  const gone = moved();
  history.holdBack(() => closed.push('first'))();
  await gone;
  const back = moved();
  history.go(-1);
  await back;
  expect([history.current().location.pathname, closed]).toEqual(['/item/1', []]);
});

test('a link in what lies over the page closes it and takes its entry', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = createHistory(window);
  const closed: string[] = [];
  const release = history.holdBack((isHere) => closed.push(`sheet ${isHere}`));
  history.push('/item/2');
  release();
  expect([history.current().location.pathname, closed]).toEqual(['/item/2', ['sheet false']]);
  const back = moved();
  history.go(-1);
  await back;
  expect(history.current().location.pathname).toBe('/item/1');
});

test('a reload with something over the page starts without it', () => {
  window.history.replaceState({ key: 'k', isHeld: true }, '', '/item/1');
  const history = createHistory(window);
  expect([history.current().location.key, window.history.state]).toEqual(['k', { key: 'k' }]);
});

const address = () => window.location.pathname + window.location.search;

test('what lies over the page and is named by its address is closed by back, at the same place', async () => {
  window.history.replaceState(null, '', '/item/1?sort=name');
  const history = createHistory(window);
  const here = history.current();
  const changes: string[] = [];
  history.subscribe(() => changes.push(address()));
  let closed = 0;
  history.holdBack(() => (closed += 1), { edit: 'a b' });
  expect([address(), history.current()]).toEqual(['/item/1?sort=name&edit=a+b', here]);
  history.holdBack(() => (closed += 1), { edit: 'c' });
  expect(address()).toBe('/item/1?sort=name&edit=c');
  const back = moved();
  history.go(-1);
  await back;
  expect({ closed, changes, at: address(), here: history.current() }).toEqual({
    closed: 1,
    changes: [],
    at: '/item/1?sort=name',
    here,
  });
});

test.each([
  ['an address that was typed', null],
  ['a reload', { key: 'k', isHeld: true, isNamed: true }],
])('%s begins with what it names over the page, and back closes that', async (_, state) => {
  window.history.replaceState(state && { key: 'k' }, '', state ? '/item/1' : '/item/1?edit=a');
  if (state) window.history.pushState(state, '', '/item/1?edit=a');
  const history = createHistory(window);
  expect(history.current().location.search).toBe('?edit=a');
  const changes: string[] = [];
  history.subscribe(() => changes.push(address()));
  const closed: string[] = [];
  const release = history.holdBack(() => closed.push('modal'), { edit: 'a' });
  expect([address(), history.current().location.search]).toEqual(['/item/1?edit=a', '']);
  const gone = moved();
  release();
  await gone;
  expect([address(), changes, closed]).toEqual(['/item/1', [], []]);
});

test('forward opens again what its address names', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = createHistory(window);
  history.holdBack(() => undefined, { edit: 'a' });
  const back = moved();
  history.go(-1);
  await back;
  const changes: string[] = [];
  history.subscribe(() => changes.push(`${history.current().kind} ${history.current().location.search}`));
  const forward = moved();
  history.go(1);
  await forward;
  expect(changes).toEqual(['traverse ?edit=a']);
});

test('paths are told and taken without the base path', () => {
  window.history.replaceState(null, '', '/audiobookshelf/item/1');
  const history = createHistory(window);
  const left: string[] = [];
  const navigation = createNavigation(history, '/audiobookshelf', {
    assign: (url: string) => left.push(url),
    reload: () => left.push('reload'),
  } as unknown as Location);
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

test('what the browser paints around the page follows the chosen theme, or the system', () => {
  document.head.innerHTML =
    '<meta name="theme-color" content="#fbfaf8" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#14110d" media="(prefers-color-scheme: dark)">';
  const page = createPage();
  const colours = () =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content);
  const seen = (['dark', 'light', 'system'] as const).map((theme) => {
    page.applyTheme(theme);
    return colours();
  });
  expect(seen).toEqual([
    ['#14110d', '#14110d'],
    ['#fbfaf8', '#fbfaf8'],
    ['#fbfaf8', '#14110d'],
  ]);
});
