// npm run test:mutants -- --logic [parts of file names, or FILE:LINE] [--minutes 10] [--seed 1]: StrykerJS changes
// logic, selectors and views in small ways, declaration by declaration in a random order. The tests of the same area
// must notice, or those of its users.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runnerImport } from 'vite';
import { ofLogic, withoutEquivalent } from './equivalent.mjs';
import { closedBy } from './time-box.mjs';
import { typesRefuse } from './types.mjs';

/** Starting the tests of an area takes longer than a few changes: this many lines are changed at once. */
const LINES_AT_ONCE = 60;
const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);
/** Time reserved for the compiler, in ms. */
const FOR_TYPES_MS = 20_000;
const OWN = path.join(import.meta.dirname, 'stryker.mjs');
const PLUGINS = ['looks.mjs', 'sender.mjs'].map((name) => path.join(import.meta.dirname, name));

/**
 * Changes declarations that are `wanted` (wanted.mjs) until the deadline. Leaves out changes that do not compile.
 * @returns {Promise<{ file: string, line: number, column: number, kind: string, what: string, noticed: boolean }[]>}
 */
export async function logicMutants({ root, wanted, deadline, shuffled }) {
  const end = deadline - FOR_TYPES_MS;
  const { unitsOf } = (await runnerImport(path.join(root, 'scripts/mutants/units.ts'))).module;
  const users = (await runnerImport(path.join(root, 'scripts/mutants/users.ts'))).module;
  const usersOf = users.usersIn(root);
  const testsOfUsers = (files, known) =>
    users.testsOfUsers(files, usersOf, known, (place) => existsSync(path.join(root, place)));
  const units = shuffled(
    filesOf(root)
      .filter(({ file }) => wanted.has(file))
      .flatMap((source) =>
        unitsOf(source.file, readFileSync(path.join(root, source.file), 'utf8'))
          .filter(({ from, to }) => wanted.has(source.file, from, to))
          .map((unit) => ({ ...source, ...unit })),
      ),
  );
  console.log(`${units.length} declarations of ${new Set(units.map(({ file }) => file)).size} files`);
  const results = [];
  const left = new Map(units.map(({ file }) => [file, units.filter((unit) => unit.file === file).length]));
  while (units.length > 0 && Date.now() < end) {
    const batch = takeBatch(units);
    const started = Date.now();
    const found = await changeThem(root, batch, { end, testsOfUsers });
    results.push(...found);
    if (found.length > 0) for (const { file } of batch) left.set(file, left.get(file) - 1);
    const noticed = found.filter((result) => result.noticed).length;
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${batch[0].layer}/${batch[0].area}: ${noticed} of ${found.length} changes noticed in ${seconds} s`);
    for (const { noticed: isNoticed, file, line, kind, what } of found)
      if (!isNoticed) console.log(`  not yet noticed ${file}:${line} ${kind}: ${what}`);
  }
  const refused = typesRefuse(
    root,
    results.filter(({ noticed }) => !noticed),
  );
  console.log(`${refused.size} more do not compile`);
  const sources = new Map([...left.keys()].map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const isWhole = (file) => left.get(file) === 0 && wanted.isWhole(file);
  return withoutEquivalent(results, sources, ofLogic(), isWhole).filter((result) => !refused.has(result));
}

/** Logic, selectors and views of areas that have tests of their own. */
function filesOf(root) {
  const under = (layer, wanted) =>
    readdirSync(path.join(root, 'src', layer), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => wanted.test(name) && name.includes('/'))
      .map((name) => ({ file: `src/${layer}/${name}`, layer, area: name.split('/')[0] }));
  return [...under('machines', /\.(logic|selectors)\.ts$/), ...under('views', /(?<!\.d)\.tsx?$/)].filter(
    ({ layer, area }) => testsOf(root, layer, area).length > 0,
  );
}

/** Logic is tested without a page first, which is quicker. */
const testsOf = (root, layer, area) =>
  (layer === 'machines' ? ['machines', 'views'] : ['views'])
    .map((kind) => `tests/${kind}/${area}`)
    .filter((folder) => existsSync(path.join(root, folder)));

/** The first one, and the next ones of its area and layer. */
function takeBatch(units) {
  const [{ area, layer }] = units;
  const batch = [];
  let lines = 0;
  for (const unit of units.filter((one) => one.area === area && one.layer === layer)) {
    if (lines > 0 && lines + unit.to - unit.from + 1 > LINES_AT_ONCE) continue;
    batch.push(unit);
    lines += unit.to - unit.from + 1;
  }
  for (const unit of batch) units.splice(units.indexOf(unit), 1);
  return batch;
}

async function changeThem(root, batch, { end, testsOfUsers }) {
  const [{ area, layer }] = batch;
  const found = new Map();
  let left = batch.map(({ file, from, to }) => ({ file, range: `${file}:${from}-${to}` }));
  const own = testsOf(root, layer, area);
  for (const stage of [...own.map((folder) => [folder]), null]) {
    const tests = stage ?? testsOfUsers([...new Set(left.map(({ file }) => file))], own);
    if (left.length === 0 || tests.length === 0) break;
    const { results, isWhole } = await stryker(
      root,
      tests,
      left.map(({ range }) => range),
      end,
    );
    // The remaining tests would have run for survivors only: without them the score would be too good.
    if (!isWhole) return [];
    for (const result of results) {
      const outcome = outcomeOf(root, result);
      if (!found.get(outcome.key)?.noticed) found.set(outcome.key, outcome);
    }
    left = [...found.values()].filter(({ noticed }) => !noticed);
  }
  return [...found.values()];
}

/** Changes in these ranges that tests (files and folders) notice, until the end time (ms). */
async function stryker(root, tests, mutate, end) {
  const tempDirName = mkdtempSync(path.join(tmpdir(), 'earmark-logic-'));
  const child = fork(OWN, { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const results = [];
  child.on('message', (result) => results.push(result));
  child.send({ mutate, tests, tempDirName, plugins: PLUGINS });
  const { code, signal } = await closedBy(child, end);
  rmSync(tempDirName, { recursive: true, force: true, maxRetries: 5 });
  if (code !== 0 && signal === null)
    console.log(`Left out, since its tests fail without any change: ${tests.join(', ')}`);
  return { results: results.filter(({ status }) => COUNTED.has(status)), isWhole: results.at(-1) === 'done' };
}

function outcomeOf(root, { fileName, location, mutatorName, replacement, status }) {
  const file = path.relative(root, path.resolve(root, fileName)).replaceAll('\\', '/');
  const source = readFileSync(path.join(root, file), 'utf8');
  const { start, end } = location;
  const [from, to] = [start, end].map((at) => offsetOf(source, at));
  const short = (text, length) => text.replaceAll(/\s+/g, ' ').slice(0, length);
  const range = `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
  return {
    key: `${range} ${mutatorName} ${replacement}`,
    range,
    file,
    line: start.line,
    column: start.column,
    kind: status === 'NoCoverage' ? `${mutatorName}, no test comes here` : mutatorName,
    what: `${short(source.slice(from, to), 60)} → ${short(replacement, 50)}`,
    code: source.slice(0, from) + replacement + source.slice(to),
    noticed: NOTICED.has(status),
  };
}

/** Lines and columns count from 1. */
function offsetOf(source, { line, column }) {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}
