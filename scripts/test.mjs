// npm test: everything, in the order in which faults are cheapest to find. Stops at the first stage that fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const run = (...args) => [npm, ['run', '--silent', ...args]];

const stages = [
  ...(existsSync(`${root}node_modules/.package-lock.json`) ? [] : [['install', npm, ['ci']]]),
  ['types', ...run('typecheck')],
  ['lint', ...run('lint', '--', '--quiet')],
  ['format', ...run('format:check')],
  ['build', ...run('build')],
  ['size of the first load', ...run('size')],
  ['oldest browsers', ...run('compat')],
  ['unit and view tests', ...run('test:unit')],
  ['models, walks, roles and refusals', ...run('test:long')],
  ['embedded server and contract', ...run('test:server')],
  ['recordings replayed against the embedded server', ...run('test:replay')],
  ['recordings of a real server', ...run('contract')],
  ['package, installed into an empty folder', 'node', ['scripts/package.mjs', '--try']],
  ['end to end, in a browser', ...run('test:e2e')],
  ['key journeys in Firefox and WebKit', ...run('test:browsers', '--', '--only', 'firefox,webkit', '-g', '@key')],
  ['a part of the faults while sound plays', ...run('faults', '--', '--short')],
  ['end to end, with 10,000 books', ...run('test:large')],
];

const startedAt = Date.now();
for (const [index, [name, command, args]] of stages.entries()) {
  const stageStartedAt = Date.now();
  console.log(`\n=== ${index + 1}/${stages.length} ${name}\n`);
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    console.log(
      `\nFAILED in stage ${index + 1}/${stages.length} (${name}): ${error?.message ?? signal ?? `exit ${status}`}`,
    );
    process.exit(1);
  }
  console.log(`\n--- ${name}: passed in ${duration(stageStartedAt)}`);
}
console.log(`\nPASSED: all ${stages.length} stages in ${duration(startedAt)}`);

function duration(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
