import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Programs that belong to a browser, with a folder for their files. All end together, the last one first. */
export function createCrew() {
  const folder = mkdtempSync(path.join(tmpdir(), 'earmark-browser-'));
  const running: ChildProcess[] = [];
  return {
    folder,
    /**
     * Starts a program.
     * @param read takes each line that it writes, wherever it writes it
     */
    start(
      program: string,
      args: readonly string[],
      env: NodeJS.ProcessEnv = {},
      read: (line: string) => void = () => undefined,
    ): ChildProcess {
      const child = spawn(program, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        detached: true,
      });
      running.push(child);
      for (const stream of [child.stdout, child.stderr]) {
        let rest = '';
        stream?.setEncoding('utf8').on('data', (text: string) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          lines.forEach(read);
        });
      }
      return child;
    },
    async end() {
      for (const child of running.toReversed()) {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, 'exit');
        // The whole group: browsers have processes of their own.
        process.kill(-child.pid, 'SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export type Crew = ReturnType<typeof createCrew>;

/** Waits until something is there; fails after ten seconds. */
export async function until<T>(what: string, look: () => T | null | Promise<T | null>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
