/** Lets one tab at a time do a thing. */
export interface Locks {
  /**
   * Runs `work` while no other tab runs work under the same name. `waited`: another tab had the lock first, so what
   * it changed may be about to show here.
   */
  withLock<T>(name: string, work: (waited: boolean) => Promise<T>): Promise<T>;
}

/** How long a lease without Web Locks holds before another tab may take it, in ms. */
const LEASE_MS = 10_000;
const RETRY_MS = 50;

/**
 * Web Locks where the browser has them (secure pages), else a lease in `localStorage`: self-hosted
 * servers are often reached by plain http in the home network.
 */
export function createLocks(manager: LockManager | undefined, area: Storage | null): Locks {
  if (manager) return { withLock: (name, work) => requestLock(manager, name, work) };
  if (!area) return { withLock: (_name, work) => work(false) };
  const owner = crypto.getRandomValues(new Uint32Array(2)).join('-');
  return {
    async withLock(name, work) {
      const key = `earmark.lock.${name}`;
      let waited = false;
      while (!(await takeLease(area, key, owner))) {
        waited = true;
        await delay(RETRY_MS);
      }
      try {
        return await work(waited);
      } finally {
        if (area.getItem(key)?.startsWith(owner)) area.removeItem(key);
      }
    },
  };
}

async function requestLock<T>(manager: LockManager, name: string, work: (waited: boolean) => Promise<T>): Promise<T> {
  const atOnce = await manager.request(name, { ifAvailable: true }, async (lock) => lock && { result: await work(false) });
  return atOnce ? atOnce.result : manager.request(name, () => work(true));
}

async function takeLease(area: Storage, key: string, owner: string): Promise<boolean> {
  const until = Number(area.getItem(key)?.split(' ')[1] ?? 0);
  if (until > Date.now()) return false;
  area.setItem(key, `${owner} ${Date.now() + LEASE_MS}`);
  await delay(RETRY_MS);
  return area.getItem(key)?.startsWith(owner) ?? false;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
