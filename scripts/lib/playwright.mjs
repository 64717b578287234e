import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildWhatIsStale } from './build.mjs';

/** Builds what is stale, then runs playwright. Returns its exit code. */
export async function runPlaywright(args, env = {}) {
  await buildWhatIsStale((text) => console.log(text));
  const cli = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  const { status } = spawnSync(process.execPath, [cli, 'test', ...args], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporaryFolder(), ...env },
  });
  return status ?? 1;
}

/**
 * Folder for files of tested servers and browsers: in memory where there is room, so that a busy disk does not
 * interrupt playback.
 */
function temporaryFolder() {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
