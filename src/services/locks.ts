import { pause } from './idle.ts';
import type { Page } from './page.ts';
import { randomName } from './random-name.ts';

export interface Locks {
  /** Runs `work` while no other tab holds the name. `waited`: another tab did, its changes may still be arriving. */
  withLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T>;
  /** Holds the name until the resolved function is called or the page ends. Never resolves if `signal` aborts first. */
  hold(name: string, signal: AbortSignal): Promise<() => void>;
}

/** Lifetime of a lease without Web Locks, in ms. */
const LEASE_MS = 10_000;
const RETRY_MS = 50;
/** Interval of renewals, in ms. */
const RENEW_MS = 3000;
/** Lifetime of a held lease, in ms: hidden pages run timers once a minute. */
const HELD_MS = { visible: 12_000, hidden: 150_000 } as const;

/** Web Locks, or leases in `localStorage` over plain http. With neither, the tab works as if alone. */
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
  /** Leases of this page: released when it hides for good, renewed when it comes back. */
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
        await pause(RETRY_MS);
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
        // After sleep all leases have expired: their pages get time to renew.
        if ((lease === null || lease === ended) && (await takeLease(area, key, owner, held()))) break;
        ended = isHeld(lease) ? null : lease;
        await pause(RENEW_MS);
        if (signal.aborted) return new Promise(() => undefined);
      }
      const timer = setInterval(renew, RENEW_MS);
      // A closing page becomes hidden after that.
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

/** Null: storage is full, so no tab gets the lease and `hold` never resolves. */
async function takeLease(area: Storage, key: string, owner: string, ms: number): Promise<boolean | null> {
  if (isHeld(area.getItem(key))) return false;
  if (!writeLease(area, key, owner, ms)) return null;
  await pause(RETRY_MS);
  return area.getItem(key)?.startsWith(owner) ?? false;
}

/** A lease with an impossible end is invalid: the clock was set back. */
function isHeld(lease: string | null): boolean {
  const left = Number(lease?.split(' ')[1] ?? 0) - Date.now();
  return left > 0 && left <= HELD_MS.hidden;
}

function writeLease(area: Storage, key: string, owner: string, ms: number): boolean {
  try {
    area.setItem(key, `${owner} ${Date.now() + ms}`);
    return true;
  } catch {
    return false;
  }
}
