// npm run test:e2e, npm run test:large: builds what is stale, then runs playwright. Arguments go to playwright (a file,
// -g "name"). The large project has its library made first: in .cache, once.
import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { LARGE, libraryTemplate } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';

await buildWhatIsStale((text) => console.log(text));
if (process.argv.includes('--project=large')) await libraryTemplate(LARGE);
const cli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TMPDIR: temporaryFolder() },
});
process.exit(status ?? 1);

/**
 * Where the servers under test and the browsers keep their files: in memory where the machine has room for them, so that
 * a disk that is busy with other things does not hold up sound that plays.
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
