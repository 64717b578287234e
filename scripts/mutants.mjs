// npm run test:mutants [parts of file names, or FILE:LINE] [--minutes 10] [--seed 1] [--near]: changes machines in
// small ways, in a copy of the project, and checks whether the tests notice (with --near those of the same area). Lists
// survivors; fails below 95 %. With --logic StrykerJS changes logic, selectors and views instead.
import { fork } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { ofMachines, withoutEquivalent } from './mutants/equivalent.mjs';
import { TOO_LATE, takeSample, timeBox } from './mutants/time-box.mjs';
import { typesRefuse } from './mutants/types.mjs';
import { wantedBy } from './mutants/wanted.mjs';

const WANTED = 0.95;
/** A run that takes longer (ms), and twice as long as the slowest unchanged one, hangs: the change was noticed. */
const HANGS_MS = 120_000;
const ALL = 'tests/machines/';
/** Rules of every machine, every page and every modal. */
const RULES = [
  'tests/machines-boot.test.ts',
  'tests/machines/app/page-host/refresh.test.ts',
  'tests/machines/app/modals/closing.test.ts',
];
const COPIED = [
  'src',
  'tests',
  'scripts',
  'server',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'docs',
];

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    logic: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
  },
});
const wanted = wantedBy(positionals);
const deadline = Date.now() + Number(values.minutes) * 60_000;
if (values.logic) {
  const { logicMutants } = await import('./mutants/logic.mjs');
  console.log(`${values.minutes} min, --seed ${values.seed}`);
  const inOrder = (list) => shuffled(list, Number(values.seed));
  report(await logicMutants({ root, wanted, deadline, shuffled: inOrder }));
  process.exit();
}
const { mutantsOf } = (await runnerImport(path.join(root, 'scripts/mutants/mutate.ts'))).module;

const files = readdirSync(path.join(root, 'src/machines'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src/machines', name.replaceAll('\\', '/')))
  .filter((file) => file.endsWith('.ts') && wanted.has(file));
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const mutants = withoutEquivalent(
  files.flatMap((file) => mutantsOf(sources.get(file)).map((mutant) => ({ file, ...mutant }))),
  sources,
  ofMachines(),
).filter(({ file, line }) => wanted.has(file, line, line));
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-mutants-'));
for (const name of COPIED) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');

const runner = timeBox({ start, deadline });
let hangsMs = HANGS_MS;
/** Tests that pass without any change. */
const green = new Set();
/** Test files that fail without a change: they say nothing about one. */
const red = [];
let changed = [];
try {
  const picked = shuffled(mutants, Number(values.seed));
  console.log(
    `${mutants.length} possible changes of ${files.length} files, ${values.minutes} min, --seed ${values.seed}`,
  );
  if (positionals.length === 0 && !values.near) await passes({ paths: [ALL] });
  report(compiled(await takeSample({ mutants: picked, deadline, ask, report: notice })));
} finally {
  runner.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the tests against a change, stage by stage until one notices it. */
async function ask(mutant) {
  const file = path.join(folder, mutant.file);
  let result = { noticed: false, by: null };
  for (const stage of stagesOf(mutant.file)) {
    if (!(await passes(stage))) continue;
    if (Date.now() > deadline) return { noticed: true, by: TOO_LATE };
    writeFileSync(file, mutant.code);
    result = await runner.ask([...changed, file], [stageOf(stage)], hangsMs);
    writeFileSync(file, sources.get(mutant.file));
    changed = [file];
    if (result.noticed) break;
  }
  return result;
}

/** Checks once which of these tests pass without any change. Returns whether any does. */
async function passes({ paths, names = '' }) {
  const isKnown = (place) => green.has(`${names}${place}`) || (names === '' && place.startsWith(ALL) && green.has(ALL));
  const asked = paths.filter((place) => !isKnown(place));
  if (asked.length === 0) return true;
  const begun = Date.now();
  for (;;) {
    const { noticed, by } = await runner.ask(changed, [stageOf({ paths: asked, names })]);
    changed = [];
    if (!noticed || by === TOO_LATE) break;
    const [file] = by.split(': ');
    if (!file.startsWith('tests/') || red.includes(file)) return false;
    console.log(`Left out, since it fails without any change: ${by}`);
    red.push(file);
  }
  for (const place of asked) green.add(`${names}${place}`);
  hangsMs = Math.max(hangsMs, 2 * (Date.now() - begun));
  return true;
}

function stageOf({ paths, names = '' }) {
  return { paths, without: red, ...(names === '' ? {} : { names }) };
}

/** Only the changes that compile: the others never reach a test. */
function compiled(results) {
  const refused = typesRefuse(
    root,
    results.filter(({ noticed }) => !noticed),
  );
  console.log(`${refused.size} that no test noticed do not compile`);
  return results.filter((result) => !refused.has(result));
}

function notice({ file, line, column, kind, what, noticed, by }) {
  console.log(`${noticed ? 'noticed ' : 'SURVIVED'} ${file}:${line}:${column} ${kind}: ${what.slice(0, 90)}`);
  if (noticed) console.log(`         ${by}`);
}

/**
 * The tests beside the machine first: they notice most. Then the rules of every machine, the models of its area, and
 * all machines (not `--near`).
 */
function stagesOf(file) {
  const area = file.split('/')[2];
  const [own, views] = [`tests/machines/${area}/`, `tests/views/${area}/`].map((name) =>
    existsSync(path.join(folder, name)) ? [name] : [],
  );
  const models = modelsOf(area);
  return [
    ...(own.length > 0 ? [{ paths: own }] : []),
    { paths: RULES },
    ...(models.length > 0
      ? [{ paths: ['tests/models/models.test.ts'], names: `^'?(${models.join('|')})'? goes as its model says` }]
      : []),
    { paths: values.near ? views : [ALL, ...views] },
  ].filter(({ paths }) => paths.length > 0);
}

/** Names of the models that run machines of an area. */
function modelsOf(area) {
  const models = path.join(folder, 'tests/models');
  return readdirSync(models)
    .filter((name) => name.endsWith('.model.ts'))
    .map((name) => readFileSync(path.join(models, name), 'utf8'))
    .filter((text) => text.includes(`/machines/${area}/`))
    .flatMap((text) => [...text.matchAll(/defineModel\(\{\s*name: '([^']+)'/g)].map(([, name]) => name));
}

async function start() {
  const child = fork(path.join(folder, 'scripts/mutants/runner.mjs'), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

function report(results) {
  const noticed = results.filter((result) => result.noticed).length;
  const share = results.length > 0 ? noticed / results.length : 0;
  console.log(
    `\n${noticed} of ${results.length} changes noticed: ${(share * 100).toFixed(1)} % (wanted: ${WANTED * 100} %)`,
  );
  for (const { file, line, kind, what } of results.filter((result) => !result.noticed))
    console.log(`  ${file}:${line} ${kind}: ${what.slice(0, 120)}`);
  if (share < WANTED) process.exitCode = 1;
}

/** The same order for the same seed. */
function shuffled(list, seed) {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return list
    .map((entry) => [random(), entry])
    .toSorted(([one], [other]) => one - other)
    .map(([, entry]) => entry);
}
