import { randomName } from './random-name.ts';

/** Lets one tab at a time do a thing. */
export interface Locks {
  /**
   * Runs `work` while no other tab runs work under the same name. `waited`: another tab had the lock first, so what
   * it changed may be about to show here.
   */
  withLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T>;
  /**
   * Holds the name until the function it resolves with is called, or the page ends. Resolves when nobody else holds it;
   * never when `signal` is aborted before.
   */
  hold(name: string, signal: AbortSignal): Promise<() => void>;
}

/** How long a lease without Web Locks holds before another tab may take it, in ms. */
const LEASE_MS = 10_000;
const RETRY_MS = 50;
/** A held lease is renewed so often (ms), and holds this long without: hidden pages run their timers once a minute. */
const RENEW_MS = 5000;
const HELD_MS = 150_000;

/**
 * Web Locks where the browser has them (secure pages), else a lease in `localStorage`: self-hosted
 * servers are often reached by plain http in the home network. A browser that keeps nothing for the site refuses both:
 * then the tab works as if it were alone. `onHide` calls back when the page goes.
 */
export function createLocks(
  manager: LockManager | undefined,
  area: Storage | null,
  onHide: (listener: () => void) => unknown = () => undefined,
): Locks {
  if (manager) {
    return {
      withLock: (name, work) => requestLock(manager, name, work),
      hold: (name, signal) => holdLock(manager, name, signal),
    };
  }
  if (!area) return { withLock: (_name, work) => work(false), hold: () => Promise.resolve(() => undefined) };
  const owner = randomName();
  /** Leases of this page. It gives them up when it goes, and a held one is back soon when the page comes back. */
  const leases = new Set<string>();
  const release = (key: string) => {
    leases.delete(key);
    if (area.getItem(key)?.startsWith(owner)) area.removeItem(key);
  };
  onHide(() => leases.forEach(release));
  return {
    async withLock(name, work) {
      const key = `earmark.lock.${name}`;
      let waited = false;
      leases.add(key);
      while ((await takeLease(area, key, owner, LEASE_MS)) === false) {
        waited = true;
        await delay(RETRY_MS);
      }
      try {
        return await work(waited);
      } finally {
        release(key);
      }
    },
    async hold(name, signal) {
      const key = `earmark.lock.${name}`;
      leases.add(key);
      while (!(await takeLease(area, key, owner, HELD_MS))) await delay(RENEW_MS, signal);
      const timer = setInterval(() => writeLease(area, key, owner, HELD_MS), RENEW_MS);
      return () => {
        clearInterval(timer);
        release(key);
      };
    },
  };
}

function holdLock(manager: LockManager, name: string, signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve) => {
    manager
      .request(name, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => {
        if (!signal.aborted) resolve(() => undefined);
      });
  });
}

async function requestLock<T>(manager: LockManager, name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  let isBegun = false;
  const begin = (waited: boolean) => {
    isBegun = true;
    return work(waited);
  };
  try {
    const atOnce = await manager.request(
      name,
      { ifAvailable: true },
      async (lock) => lock && { result: await begin(false) },
    );
    return atOnce ? atOnce.result : await manager.request(name, () => begin(true));
  } catch (cause) {
    if (isBegun) throw cause;
    return work(false);
  }
}

/** Null: the storage is full, so nobody can have it. What must not happen twice does not happen then (`hold`). */
async function takeLease(area: Storage, key: string, owner: string, ms: number): Promise<boolean | null> {
  const until = Number(area.getItem(key)?.split(' ')[1] ?? 0);
  if (until > Date.now()) return false;
  if (!writeLease(area, key, owner, ms)) return null;
  await delay(RETRY_MS);
  return area.getItem(key)?.startsWith(owner) ?? false;
}

/** False: the storage is full. */
function writeLease(area: Storage, key: string, owner: string, ms: number): boolean {
  try {
    area.setItem(key, `${owner} ${Date.now() + ms}`);
    return true;
  } catch {
    return false;
  }
}

/** Never ends when `signal` is aborted first. */
function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop);
  });
}
