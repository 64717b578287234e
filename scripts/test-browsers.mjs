// npm run test:browsers: journeys through the built client in Chromium, Firefox and WebKit. --only NAME,NAME for some of
// the engines, -g TITLE for some of the journeys (@key: those of npm test). An engine that is not installed is named, and is no failure.
import { parseArgs } from 'node:util';
import { ENGINES } from './lib/engines.mjs';
import { runPlaywright } from './lib/playwright.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string', short: 'g' } } });
const wanted = values.only?.split(',') ?? Object.keys(ENGINES);
const unknown = wanted.filter((name) => !(name in ENGINES));
if (unknown.length > 0) {
  console.error(`--only takes ${Object.keys(ENGINES).join(', ')}, not ${unknown.join(', ')}`);
  process.exit(1);
}
const missing = wanted.filter((name) => ENGINES[name].find() === null);
const notTried = missing.map((name) => `Not tried: ${name} is not installed (${ENGINES[name].get})`).join('\n');
const tried = wanted.filter((name) => !missing.includes(name));
if (tried.length === 0) {
  console.log(`${notTried}\n0 passed, 0 failed`);
  process.exit(0);
}
const args = [
  ...tried.map((name) => `--project=${name}`),
  // Sound and presses go by the clock, and WebKit has one session at a time.
  '--workers=1',
  '--reporter=list,./tests/browsers/driver/reporter.ts',
  ...(values.grep === undefined ? [] : ['--grep', values.grep]),
];
process.exit(await runPlaywright(args, { BROWSERS_NOT_TRIED: notTried }));
