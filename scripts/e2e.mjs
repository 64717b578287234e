// npm run test:e2e: builds what is stale, then runs playwright. Arguments go to playwright (a file, -g "name").
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildWhatIsStale } from './lib/build.mjs';

await buildWhatIsStale((text) => console.log(text));
const cli = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url));
const { status } = spawnSync(process.execPath, [cli, 'test', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
