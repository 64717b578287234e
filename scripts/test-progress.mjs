// Histories of listening progress under faults: `npm run test:progress -- 100000` runs that many random ones.
import { spawnSync } from 'node:child_process';

const runs = process.argv[2] ?? '10000';
const vitest = ['vitest', 'run', '--project=node', 'tests/machines/playback/progress/histories.test.ts'];
const { status } = spawnSync('npx', vitest, { stdio: 'inherit', env: { ...process.env, HISTORIES: runs } });
process.exit(status ?? 1);
