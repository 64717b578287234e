/** Lets one tab at a time do a thing. */
export interface Locks {
  /** Runs `work` while no other tab runs work under the same name. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** How long a lease without Web Locks holds before another tab may take it, in ms. */
const LEASE_MS = 10_000;
const RETRY_MS = 50;

/**
 * Web Locks where the browser has them (secure pages), else a lease in `localStorage`: self-hosted
 * servers are often reached by plain http in the home network.
 */
export function createLocks(manager: LockManager | undefined, area: Storage | null): Locks {
  if (manager) return { withLock: (name, work) => manager.request(name, work) as ReturnType<typeof work> };
  if (!area) return { withLock: (_name, work) => work() };
  const owner = crypto.getRandomValues(new Uint32Array(2)).join('-');
  return {
    async withLock(name, work) {
      const key = `earmark.lock.${name}`;
      while (!(await takeLease(area, key, owner))) await delay(RETRY_MS);
      try {
        return await work();
      } finally {
        if (area.getItem(key)?.startsWith(owner)) area.removeItem(key);
      }
    },
  };
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
