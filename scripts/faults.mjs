// npm run faults: the built client in a real browser, a faulty proxy and a server that may be killed; afterwards the
// server must have all heard time. --server emb (default), rig (as a 2.26.0) or an address; --only NAME,NAME (of
// histories or faults), --short, --random N with --seed S, --steps "open; play; listen 5"; --json FILE.
import { parseArgs } from 'node:util';
import { runPlaywright } from './lib/playwright.mjs';

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'emb' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    random: { type: 'string' },
    seed: { type: 'string' },
    steps: { type: 'string' },
    json: { type: 'string' },
    workers: { type: 'string' },
  },
});
const { server, only, short, random, seed, steps, json } = values;
const isOwn = server === 'emb' || server === 'rig';
const workers = values.workers ?? (isOwn ? undefined : '1');
const grep = only
  ? only.split(',').map(literal).join('|')
  : short
    ? '@short'
    : random === undefined
      ? undefined
      : 'random ';
const env = {
  FAULTS_SERVER: server,
  ...(random === undefined ? {} : { FAULTS_RANDOM: random }),
  ...(seed === undefined ? {} : { FAULTS_SEED: seed }),
  ...(steps === undefined ? {} : { FAULTS_STEPS: steps }),
  ...(json === undefined ? {} : { FAULTS_JSON: json }),
};
const args = [
  '--project=faults',
  '--reporter=list,./tests/faults/support/reporter.ts',
  ...(grep === undefined || steps !== undefined ? [] : ['--grep', grep]),
  ...(workers === undefined ? [] : ['--workers', workers]),
];
process.exit(await runPlaywright(args, env));

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
