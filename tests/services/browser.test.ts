// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { z } from '../../src/schemas/zod.ts';
import { openChannel } from '../../src/services/channel.ts';
import { createHistory } from '../../src/services/history.ts';
import { guardEnd, guardLeave, guardPage } from '../../src/services/leave-guard.ts';
import { createLocks } from '../../src/services/locks.ts';
import { createPage } from '../../src/services/page.ts';
import { createNavigation } from '../../src/services/navigation.ts';
import { createStorage, defineStored } from '../../src/services/storage.ts';

const size = defineStored('size', z.number());

test('storage returns stored values, also 0', () => {
  const storage = createStorage(window.localStorage);
  expect(storage.write(size, 0)).toBe(true);
  expect(storage.read(size)).toBe(0);
  storage.remove(size);
  expect(storage.read(size)).toBeNull();
});

test.each(['seven', '"7"', '{', 'null'])(
  'invalid stored text %s is reported, and reads as nothing (EBK-030, ERR-077)',
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

test('a change in another tab reaches the subscriber of its key until it unsubscribes', () => {
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

test('work learns whether another tab had the lock first', async () => {
  const locks = createLocks(undefined, window.localStorage);
  const seen = await Promise.all([
    locks.withLock('reported', async (waited) => waited),
    locks.withLock('reported', async (waited) => waited),
  ]);
  expect(seen.toSorted()).toEqual([false, true]);
});

test('Web Locks are used where available, and report at once when the lock is free', async () => {
  const requested: unknown[] = [];
  let free = true;
  const manager = {
    request: (name: string, ...rest: readonly unknown[]) => {
      requested.push([name, rest.length]);
      const work = rest.at(-1) as (lock: object | null) => unknown;
      return Promise.resolve(work(free || rest.length === 1 ? {} : null));
    },
  } as unknown as LockManager;
  const locks = createLocks(manager, null);
  expect(await locks.withLock('refresh', async (waited) => waited)).toBe(false);
  free = false;
  expect(await locks.withLock('refresh', async (waited) => waited)).toBe(true);
  expect(requested).toEqual([
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

test('failed work under a Web Lock is not repeated', async () => {
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

/** Holds a name by leases. Returns seconds until it is held, by the clock of the test. */
async function secondsUntilHeld(): Promise<number> {
  const from = Date.now();
  const held = vi.fn(() => Date.now());
  const stop = new AbortController();
  void createLocks(undefined, window.localStorage)
    .hold('page', stop.signal)
    .then((release) => {
      held();
      release();
    });
  while (held.mock.results.length === 0 && Date.now() - from < 600_000) await vi.advanceTimersByTimeAsync(100);
  stop.abort();
  return Math.round(((held.mock.results[0]?.value ?? Infinity) - from) / 1000);
}

test.each([
  ['that crashed in view', true, 15],
  ['that crashed out of view', false, 150],
])('a lock that a page held %s can be taken once it had time to show that it lives', async (_, isVisible, seconds) => {
  vi.useFakeTimers();
  window.localStorage.clear();
  const page = { isVisible: () => isVisible, onVisibilityChange: () => () => undefined, onHide: () => () => undefined };
  const held = vi.fn();
  void createLocks(undefined, window.localStorage, page).hold('page', new AbortController().signal).then(held);
  await vi.advanceTimersByTimeAsync(100);
  expect(held).toHaveBeenCalledTimes(1);
  vi.clearAllTimers();
  expect(await secondsUntilHeld()).toBeGreaterThanOrEqual(seconds - 3);
  window.localStorage.setItem('earmark.lock.page', `crashed ${Date.now() + (isVisible ? 12_000 : 150_000)}`);
  expect(await secondsUntilHeld()).toBeLessThanOrEqual(seconds + 3);
  vi.useRealTimers();
});

test('a hidden page gets a longer lease, at once', async () => {
  vi.useFakeTimers();
  window.localStorage.clear();
  let isVisible = true;
  const seen = new Set<(visible: boolean) => void>();
  const page = {
    isVisible: () => isVisible,
    onVisibilityChange: (listener: (visible: boolean) => void) => {
      seen.add(listener);
      return () => seen.delete(listener);
    },
    onHide: () => () => undefined,
  };
  const secondsLeft = () =>
    Math.round((Number(window.localStorage.getItem('earmark.lock.page')?.split(' ')[1]) - Date.now()) / 1000);
  let release = () => undefined as void;
  void createLocks(undefined, window.localStorage, page)
    .hold('page', new AbortController().signal)
    .then((end) => (release = end));
  await vi.advanceTimersByTimeAsync(100);
  expect(secondsLeft()).toBe(12);
  isVisible = false;
  for (const listener of seen) listener(false);
  expect(secondsLeft()).toBe(150);
  release();
  expect(window.localStorage.length).toBe(0);
  expect(seen.size).toBe(0);
  vi.useRealTimers();
});

test("after a machine has slept, a page in view keeps its lock; a clock that was set back frees a crashed one's", async () => {
  vi.useFakeTimers();
  window.localStorage.clear();
  const held = vi.fn();
  void createLocks(undefined, window.localStorage).hold('page', new AbortController().signal).then(held);
  await vi.advanceTimersByTimeAsync(100);
  const other = vi.fn();
  void createLocks(undefined, window.localStorage).hold('page', new AbortController().signal).then(other);
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other).not.toHaveBeenCalled();
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() - 7_200_000);
  expect(await secondsUntilHeld()).toBeLessThanOrEqual(4);
  vi.useRealTimers();
});

test('a browser without channels, or one that refuses them, gives none', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(openChannel('earmark')).toBeNull();
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw DENIED;
  });
  expect(openChannel('earmark')).toBeNull();
  vi.unstubAllGlobals();
});

test('failed work releases the lock', async () => {
  const locks = createLocks(undefined, window.localStorage);
  await expect(locks.withLock('refresh', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await locks.withLock('refresh', async () => 'again')).toBe('again');
});

test('the lease of a dead tab is taken over when it expires', async () => {
  window.localStorage.setItem('earmark.lock.refresh', `dead ${Date.now() - 1}`);
  expect(await createLocks(undefined, window.localStorage).withLock('refresh', async () => 'mine')).toBe('mine');
});

let page = new AbortController();
/** A page has one history: that of an earlier test must have ended. */
const startHistory = () => createHistory(window, page.signal);
afterEach(() => {
  page.abort();
  page = new AbortController();
});

test('without Web Locks a closing page releases its locks at once', async () => {
  const hidden: (() => void)[] = [];
  const onHide = (listener: () => void) => {
    hidden.push(listener);
    return () => undefined;
  };
  let isVisible = true;
  const changed: ((visible: boolean) => void)[] = [];
  const onVisibilityChange = (listener: (visible: boolean) => void) => {
    changed.push(listener);
    return () => undefined;
  };
  const page = { isVisible: () => isVisible, onVisibilityChange, onHide };
  const leaving = createLocks(undefined, window.localStorage, page);
  await leaving.hold('page', new AbortController().signal);
  void leaving.withLock('save', () => new Promise(() => undefined));
  await vi.waitFor(() => expect(window.localStorage.getItem('earmark.lock.save')).not.toBe(null));
  hidden.forEach((listener) => listener());
  // Browsers report it after the page is closed, and again when it returns from their cache.
  const turn = (visible: boolean) => {
    isVisible = visible;
    changed.forEach((listener) => listener(visible));
  };
  turn(false);
  expect([window.localStorage.getItem('earmark.lock.page'), window.localStorage.getItem('earmark.lock.save')]).toEqual([
    null,
    null,
  ]);
  turn(true);
  expect(window.localStorage.getItem('earmark.lock.page')).not.toBe(null);
  hidden.forEach((listener) => listener());
  turn(false);
  expect(window.localStorage.getItem('earmark.lock.page')).toBe(null);
});

test('a history entry keeps its key over navigation and a reload', async () => {
  window.history.replaceState(null, '', '/item/1?a=b#c');
  const history = startHistory();
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
  expect(startHistory().current()).toEqual({ kind: 'start', location: third });
});

/** Waits for the browser's events after `go`. */
const moved = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
  });

test('back closes an overlay, and the place stays', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
  history.push('/item/2');
  const here = history.current();
  const changes: string[] = [];
  history.subscribe(() => changes.push(history.current().location.pathname));
  let closed = 0;
  const heard: boolean[] = [];
  const release = history.holdBack((isHere) => {
    closed += 1;
    heard.push(isHere);
    release();
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

test('an overlay closed otherwise leaves no entry behind', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
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

test('a link in an overlay closes it and takes its entry', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
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

test('a reload with an overlay starts without it', () => {
  window.history.replaceState({ key: 'k', depth: 1 }, '', '/item/1');
  const history = startHistory();
  expect([history.current().location.key, window.history.state]).toEqual(['k', { key: 'k' }]);
});

const address = () => window.location.pathname + window.location.search;

test('back closes an overlay named by its address, at the same place', async () => {
  window.history.replaceState(null, '', '/item/1?sort=name');
  const history = startHistory();
  const here = history.current();
  const changes: string[] = [];
  history.subscribe(() => changes.push(address()));
  let closed = 0;
  const close = () => {
    closed += 1;
    release();
  };
  const release = history.holdBack(close, { edit: 'a b' });
  expect([address(), history.current()]).toEqual(['/item/1?sort=name&edit=a+b', here]);
  history.holdBack(close, { edit: 'c' });
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
  ['a reload', { key: 'k', depth: 1, isNamed: true }],
])('%s opens its overlay first, and back closes it', async (_, state) => {
  window.history.replaceState(state && { key: 'k' }, '', state ? '/item/1' : '/item/1?edit=a');
  if (state) window.history.pushState(state, '', '/item/1?edit=a');
  const history = startHistory();
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

test('forward reopens the overlay of its address', async () => {
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
  const release = history.holdBack(() => release(), { edit: 'a' });
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

/** A history on the second of two pages, and its reports. */
function twoPages() {
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
  history.push('/item/2');
  const report: string[] = [];
  history.subscribe(() => report.push(address()));
  const hold = (name: string, query?: Record<string, string>) => {
    const release = history.holdBack((isHere) => {
      report.push(isHere ? `closes ${name}` : `${name} is gone`);
      release();
    }, query);
    return release;
  };
  const go = async (delta: number) => {
    const there = moved();
    history.go(delta);
    await there;
    await settled();
  };
  return { history, report, hold, go };
}

/** The requests and their consequences are done. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

test('each of several overlays has its own back, the uppermost first', async () => {
  const { report, hold, go } = twoPages();
  hold('sheet');
  hold('modal', { edit: 'a' });
  hold('menu');
  expect(address()).toBe('/item/2?edit=a');
  await go(-1);
  expect([report, address()]).toEqual([['closes menu'], '/item/2?edit=a']);
  await go(-1);
  expect([report, address()]).toEqual([['closes menu', 'closes modal'], '/item/2']);
  await go(-1);
  await go(-1);
  expect(report).toEqual(['closes menu', 'closes modal', 'closes sheet', '/item/1']);
});

test('an overlay that stays open after back is held again', async () => {
  const { history, report, go } = twoPages();
  let backs = 0;
  const release = history.holdBack(
    () => {
      backs += 1;
      if (backs === 2) release();
    },
    { edit: 'a' },
  );
  await go(-1);
  expect(address()).toBe('/item/2?edit=a');
  await go(-1);
  expect([backs, address(), report]).toEqual([2, '/item/2', []]);
  await go(-1);
  expect(report).toEqual(['/item/1']);
});

test('an overlay closed otherwise leaves no entry, from the middle too', async () => {
  const { report, hold, go } = twoPages();
  const sheet = hold('sheet', { sheet: '1' });
  const menu = hold('menu');
  sheet();
  await settled();
  expect(address()).toBe('/item/2');
  menu();
  await settled();
  await go(-1);
  expect(report).toEqual(['/item/1']);
});

test('one that opens as another closes takes its entry', async () => {
  const { history, report, hold, go } = twoPages();
  const menu = hold('menu');
  const entries = window.history.length;
  menu();
  hold('modal', { edit: 'a' });
  await settled();
  expect([address(), window.history.length]).toEqual(['/item/2?edit=a', entries]);
  await go(-1);
  await go(-1);
  expect([report, history.current().location.pathname]).toEqual([['closes modal', '/item/1'], '/item/1']);
});

test('an overlay that closes below an open one moves nowhere: a back at once closes the open one', async () => {
  const { history, report, hold, go } = twoPages();
  const moves = vi.spyOn(window.history, 'go');
  const menu = hold('menu');
  hold('modal', { edit: 'a' });
  menu();
  await settled();
  expect([moves.mock.calls, address()]).toEqual([[], '/item/2?edit=a']);
  await go(-1);
  expect([report, address()]).toEqual([['closes modal'], '/item/2']);
  await settled();
  await go(-1);
  expect([report, history.current().location.pathname]).toEqual([['closes modal', '/item/1'], '/item/1']);
  moves.mockRestore();
});

test('an overlay over one whose neighbour closed has its own back, and so has the one below', async () => {
  const { report, hold, go } = twoPages();
  const menu = hold('menu');
  hold('modal', { edit: 'a' });
  menu();
  await settled();
  hold('question');
  await go(-1);
  expect([report, address()]).toEqual([['closes question'], '/item/2?edit=a']);
  await go(-1);
  expect([report, address()]).toEqual([['closes question', 'closes modal'], '/item/2']);
});

test('a link from stacked overlays leads back to the page in one step', async () => {
  const { history, report, hold, go } = twoPages();
  hold('sheet');
  hold('menu');
  history.push('/item/3');
  expect(report).toEqual(['/item/3', 'menu is gone', 'sheet is gone']);
  await go(-1);
  expect(history.current().location.pathname).toBe('/item/2');
  await go(-1);
  expect(report.slice(3)).toEqual(['/item/2', '/item/1']);
});

test('a page requested while an entry is released shows after that', async () => {
  const { history, report, hold, go } = twoPages();
  hold('menu')();
  await new Promise((resolve) => setTimeout(resolve));
  history.push('/item/3');
  await settled();
  expect(report).toEqual(['/item/3']);
  await go(-1);
  await go(-1);
  expect(report).toEqual(['/item/3', '/item/2', '/item/1']);
});

test('the page below gets another address, and back still closes its overlay', async () => {
  const { history, report, hold, go } = twoPages();
  hold('menu');
  history.replace('/item/2?sort=name');
  await settled();
  expect([report, address()]).toEqual([['/item/2?sort=name'], '/item/2?sort=name']);
  await go(-1);
  expect([report.at(-1), address()]).toEqual(['closes menu', '/item/2?sort=name']);
  await go(-1);
  expect(report.at(-1)).toBe('/item/1');
});

test('a link leaves a page with unsaved values only when allowed', async () => {
  window.history.replaceState(null, '', '/edit');
  const history = startHistory();
  const wanted: (() => void)[] = [];
  const release = guardLeave(createNavigation(history, ''), (go) => wanted.push(go));
  history.push('/edit?tab=2');
  expect(wanted).toEqual([]);
  history.push('/item/1');
  expect([history.current().location.pathname, wanted.length]).toEqual(['/edit', 1]);
  release();
  wanted[0]?.();
  await vi.waitFor(() => expect(history.current().location.pathname).toBe('/item/1'));
  const back = moved();
  history.go(-1);
  await back;
  await vi.waitFor(() => expect(window.location.href).toMatch(/\/edit\?tab=2$/));
});

test('an overlay that leaves a page with unsaved values waits until allowed', async () => {
  const navigation = createNavigation(startHistory(), '');
  const done: string[] = [];
  expect(navigation.asksFirst(() => done.push('without guard'))).toBe(false);
  const wanted: (() => void)[] = [];
  const release = guardLeave(navigation, (go) => wanted.push(go));
  expect(navigation.asksFirst(() => done.push('with guard'))).toBe(true);
  expect(done).toEqual([]);
  release();
  wanted[0]?.();
  await vi.waitFor(() => expect(done).toEqual(['with guard']));
  expect(navigation.asksFirst(() => done.push('after it'))).toBe(false);
});

test('work that outlives its page stops a sign-out after the page did, and no navigation', async () => {
  const history = startHistory();
  const navigation = createNavigation(history, '');
  const wanted: string[] = [];
  const gone = vi.fn();
  const releaseWork = guardEnd(navigation, (go) => {
    wanted.push('work');
    releaseWork();
    go();
  });
  const releasePage = guardPage(navigation, () => wanted.push('page without sign-out'));
  expect(navigation.asksFirst(gone)).toBe(true);
  expect(wanted).toEqual(['work']);
  await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(1));
  expect(navigation.asksFirst(gone)).toBe(false);
  navigation.navigate('/item/1');
  expect(wanted).toEqual(['work', 'page without sign-out']);
  releasePage();
  const release = guardEnd(navigation, () => wanted.push('work'));
  const releaseOther = guardLeave(navigation, () => wanted.push('page'));
  expect(navigation.asksFirst(gone)).toBe(true);
  releaseOther();
  expect(navigation.asksFirst(gone)).toBe(true);
  expect(wanted.slice(2)).toEqual(['page', 'work']);
  release();
});

test('back leaves a page with unsaved values only when allowed, and closes overlays before', async () => {
  window.history.replaceState(null, '', '/a');
  const history = startHistory();
  history.push('/edit');
  const changes: string[] = [];
  history.subscribe(() => changes.push(history.current().location.pathname));
  const wanted: (() => void)[] = [];
  const closed: boolean[] = [];
  const release = guardLeave(createNavigation(history, ''), (go) => wanted.push(go));
  const end = history.holdBack((isHere) => {
    closed.push(isHere);
    end();
  });
  history.go(-1);
  await vi.waitFor(() => expect(closed).toEqual([true]));
  expect(wanted).toEqual([]);
  history.go(-1);
  await vi.waitFor(() => expect(wanted).toHaveLength(1));
  history.go(-1);
  await vi.waitFor(() => expect(wanted).toHaveLength(2));
  expect([window.location.pathname, changes]).toEqual(['/edit', []]);
  release();
  wanted[1]?.();
  await vi.waitFor(() => expect(history.current().location.pathname).toBe('/a'));
  expect(changes).toEqual(['/a']);
});

test('a missing entry is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  const release = history.holdBack(() => undefined);
  release();
  vi.runOnlyPendingTimers();
  expect(go).toHaveBeenCalledWith(-1);
  history.push('/item/2');
  expect(history.current().location.pathname).toBe('/item/1');
  vi.runOnlyPendingTimers();
  expect(history.current().location.pathname).toBe('/item/2');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('an ended history moves no more, nor corrects an address later', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  window.history.replaceState(null, '', '/item/1');
  const history = startHistory();
  vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  history.holdBack(() => undefined)();
  vi.advanceTimersByTime(1);
  page.abort();
  window.history.replaceState(null, '', '/elsewhere');
  vi.runAllTimers();
  expect(window.location.pathname).toBe('/elsewhere');
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('paths are reported and taken without the base path (RTE-044, STT-011)', () => {
  window.history.replaceState(null, '', '/audiobookshelf/item/1');
  const history = startHistory();
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

test("the browser's own colours follow the chosen theme, or the system", () => {
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
