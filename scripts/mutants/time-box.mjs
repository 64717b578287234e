// Keeps a mutation run within its time.
import { once } from 'node:events';

/** The tests take so long that the change was noticed. */
export const HANGS = 'it hangs';
/** The time ended before the tests, which says nothing about the change. */
export const TOO_LATE = 'the time is over';

/**
 * Sends requests to a runner (runner.mjs) from `start()` until `deadline` (ms since 1970). A request over `hangsMs` ends
 * the runner, and the next request starts another one.
 */
export function timeBox({ start, deadline }) {
  let runner = null;
  return {
    /** @returns {Promise<{ noticed: boolean, by: string | null }>} `by`: a test, HANGS, TOO_LATE or null */
    async ask(changed, stages, hangsMs = Infinity) {
      runner ??= await start();
      const answer = once(runner, 'message').then(([message]) => message);
      runner.send({ changed, stages });
      const left = Math.max(0, deadline - Date.now());
      const by = left < hangsMs ? TOO_LATE : HANGS;
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve({ noticed: true, by }), Math.min(left, hangsMs));
      });
      const result = await Promise.race([answer, late]);
      clearTimeout(timer);
      if (result.by === HANGS || result.by === TOO_LATE) {
        runner.kill('SIGKILL');
        runner = null;
      }
      return result;
    },
    end: () => runner?.disconnect(),
  };
}

/** Tests one change after the other until the deadline. A change cut off by it does not count. */
export async function takeSample({ mutants, deadline, ask, report }) {
  const results = [];
  for (const mutant of mutants) {
    if (Date.now() > deadline) break;
    const { noticed, by } = await ask(mutant);
    if (by === TOO_LATE) break;
    results.push({ ...mutant, noticed });
    report({ ...mutant, noticed, by });
  }
  return results;
}

/** Waits for the end of a process; at `end` (ms since 1970) kills it with its process group. */
export async function closedBy(child, end) {
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), Math.max(0, end - Date.now()));
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal };
}
