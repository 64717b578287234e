import type { Page } from './page.ts';
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
/** A held lease is renewed so often, in ms. */
const RENEW_MS = 3000;
/** How long it holds without, in ms: browsers run the timers of a hidden page once a minute. */
const HELD_MS = { visible: 12_000, hidden: 150_000 } as const;

/**
 * Web Locks where the browser has them (secure pages), else a lease in `localStorage`: self-hosted
 * servers are often reached by plain http in the home network. A browser that keeps nothing for the site refuses both:
 * then the tab works as if it were alone.
 * @param page null: it is always visible and never goes
 */
export function createLocks(
  manager: LockManager | undefined,
  area: Storage | null,
  page: Pick<Page, 'isVisible' | 'onVisibilityChange' | 'onHide'> | null = null,
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
  page?.onHide(() => leases.forEach(release));
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
      const held = () => HELD_MS[page?.isVisible() === false ? 'hidden' : 'visible'];
      const renew = () => {
        leases.add(key);
        writeLease(area, key, owner, held());
      };
      let ended: string | null = null;
      for (;;) {
        const lease = area.getItem(key);
        // A machine that slept wakes with leases that have run out: their pages get the time to renew them.
        if ((lease === null || lease === ended) && (await takeLease(area, key, owner, held()))) break;
        ended = isHeld(lease) ? null : lease;
        await delay(RENEW_MS, signal);
      }
      const timer = setInterval(renew, RENEW_MS);
      // A page that goes is hidden after that.
      const stop = page?.onVisibilityChange((isVisible) => {
        if (isVisible || leases.has(key)) renew();
      });
      return () => {
        clearInterval(timer);
        stop?.();
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
  if (isHeld(area.getItem(key))) return false;
  if (!writeLease(area, key, owner, ms)) return null;
  await delay(RETRY_MS);
  return area.getItem(key)?.startsWith(owner) ?? false;
}

/** Not one that ends later than any can: the clock was set back. */
function isHeld(lease: string | null): boolean {
  const left = Number(lease?.split(' ')[1] ?? 0) - Date.now();
  return left > 0 && left <= HELD_MS.hidden;
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
