// npm run test:mutants [parts of file names] [--minutes 10] [--seed 1]: changes machines in small ways, in a copy of the
// project, and looks whether the tests notice. Lists what they did not; fails below 95 %. With --logic StrykerJS changes
// logic, selectors and views instead.
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

const WANTED = 0.95;
/** A run that takes longer (ms), and twice as long as all tests, hangs: the change was noticed. */
const HANGS_MS = 120_000;
const HANGS = 'it hangs';
/** The time is over before the tests are. */
const TOO_LATE = 'the time is over';
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
  },
});
const deadline = Date.now() + Number(values.minutes) * 60_000;
if (values.logic) {
  const { logicMutants } = await import('./mutants/logic.mjs');
  console.log(`${values.minutes} min, --seed ${values.seed}`);
  const inOrder = (list) => shuffled(list, Number(values.seed));
  report(await logicMutants({ root, parts: positionals, deadline, shuffled: inOrder }));
  process.exit();
}
const { mutantsOf } = (await runnerImport(path.join(root, 'scripts/mutants/mutate.ts'))).module;

const files = readdirSync(path.join(root, 'src/machines'), { recursive: true, encoding: 'utf8' })
  .map((name) => path.posix.join('src/machines', name.replaceAll('\\', '/')))
  .filter(
    (file) => file.endsWith('.ts') && (positionals.length === 0 || positionals.some((part) => file.includes(part))),
  );
const mutants = files.flatMap((file) =>
  mutantsOf(readFileSync(path.join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
);
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-mutants-'));
for (const name of COPIED) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');

let runner = null;
let hangsMs = Infinity;
try {
  const picked = shuffled(mutants, Number(values.seed));
  console.log(
    `${mutants.length} possible changes of ${files.length} files, ${values.minutes} min, --seed ${values.seed}`,
  );
  runner = await start();
  const begun = Date.now();
  const whole = await run([], [{ paths: ['tests/machines/'] }]);
  if (whole.noticed) throw new Error(`The tests fail without any change: ${whole.by}`);
  hangsMs = Math.max(HANGS_MS, 2 * (Date.now() - begun));
  const results = [];
  let changed = [];
  for (const mutant of picked) {
    if (Date.now() > deadline) break;
    const file = path.join(folder, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, mutant.code);
    const { noticed, by } = await run([...changed, file], stagesOf(mutant.file));
    writeFileSync(file, source);
    changed = [file];
    if (by === TOO_LATE) break;
    results.push({ ...mutant, noticed });
    const { line, column, kind, what } = mutant;
    console.log(`${noticed ? 'noticed ' : 'SURVIVED'} ${mutant.file}:${line}:${column} ${kind}: ${what.slice(0, 90)}`);
    if (noticed) console.log(`         ${by}`);
  }
  report(results);
} finally {
  runner?.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

/** The tests beside the machine first: they notice most. Then the models of its area, then all machines. */
function stagesOf(file) {
  const area = file.split('/')[2];
  const [own, views] = [`tests/machines/${area}/`, `tests/views/${area}/`].map((name) =>
    existsSync(path.join(folder, name)) ? [name] : [],
  );
  const models = modelsOf(area);
  return [
    ...(own.length > 0 ? [{ paths: own }] : []),
    ...(models.length > 0
      ? [{ paths: ['tests/models/models.test.ts'], names: `^(${models.join('|')}) goes as its model says` }]
      : []),
    { paths: ['tests/machines/', ...views] },
  ];
}

/** Names of the models that run machines of an area. */
function modelsOf(area) {
  const models = path.join(folder, 'tests/models');
  return readdirSync(models)
    .filter((name) => name.endsWith('.model.ts'))
    .map((name) => readFileSync(path.join(models, name), 'utf8'))
    .filter((text) => text.includes(`/machines/${area}/`))
    .flatMap((text) => [...text.matchAll(/defineModel\(\{\s*name: '([\w-]+)'/g)].map(([, name]) => name));
}

async function start() {
  const child = fork(path.join(folder, 'scripts/mutants/runner.mjs'), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  return child;
}

async function run(changed, stages) {
  const answer = new Promise((resolve) => runner.once('message', resolve));
  runner.send({ changed, stages });
  let timer;
  const late = new Promise((resolve) => {
    // What the end of the time cuts off says nothing.
    const left = Math.max(0, deadline - Date.now());
    const by = left < hangsMs ? TOO_LATE : HANGS;
    timer = setTimeout(() => resolve({ noticed: true, by }), Math.min(left, hangsMs));
  });
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (result.by !== HANGS && result.by !== TOO_LATE) return result;
  runner.kill('SIGKILL');
  runner = result.by === HANGS ? await start() : null;
  return result;
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
