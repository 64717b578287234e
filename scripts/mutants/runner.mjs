// Runs tests of the project in the working folder for its parent process: gets { changed, stages } (paths of files;
// runs one after the other, each { paths: parts of test paths, names: a pattern of test names, without: files to leave
// out }), answers { noticed, by } (the first test that failed) until it is disconnected.
import { createVitest } from 'vitest/node';
import { keepWorkersOf, readAgain } from './kept-workers.mjs';

// The result of a run includes earlier failures: these are its own.
let failures = [];
let isAny = false;
/** Test files that noticed a change, the latest first: they run first. */
let noticing = [];
const WORKERS = Number(process.env['MUTANT_WORKERS'] ?? 2);
const watcher = {
  onTestCaseResult(test) {
    isAny ||= test.result().state !== 'skipped';
    if (test.result().state === 'failed') failures.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  },
  onTestModuleEnd(testModule) {
    if (testModule.state() === 'failed') failures.push(testModule.relativeModuleId);
  },
};

const vitest = await createVitest('test', {
  watch: false,
  project: ['node', 'dom', 'models'],
  reporters: [watcher],
  silent: true,
  maxWorkers: WORKERS,
});

for (const project of vitest.projects) keepWorkersOf(project);

/** Files whose modules have loaded one of these, those too. */
function usersOf(files) {
  const found = new Set();
  const add = (module) => {
    if (found.has(module)) return;
    found.add(module);
    for (const importer of module.importers) add(importer);
  };
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const file of files) for (const module of moduleGraph.getModulesByFile(file) ?? []) add(module);
  return [...new Set([...found].map(({ file }) => file))];
}

/**
 * Runs as many files at once as there are workers, until a test fails. (A run that vitest cancels itself goes on in a
 * kept thread, and spoils its next run.)
 */
async function firstFailure({ paths, names, without = [] }) {
  const found = await vitest.globTestSpecifications(paths);
  const specifications = found.filter(({ moduleId }) => !without.some((file) => moduleId.endsWith(`/${file}`)));
  if (names === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(names));
  failures = [];
  isAny = false;
  const rank = ({ moduleId }) => (noticing.includes(moduleId) ? noticing.indexOf(moduleId) : Infinity);
  const left = specifications.toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
  while (left.length > 0) {
    const now = left.splice(0, WORKERS);
    const { unhandledErrors } = await vitest.runTestSpecifications(now);
    const [first] = failures;
    if (first !== undefined || unhandledErrors.length > 0) {
      const files = now.map(({ moduleId }) => moduleId);
      noticing = [...files, ...noticing.filter((file) => !files.includes(file))];
      return first ?? 'an error outside of a test';
    }
  }
  return isAny ? null : `no test of ${paths.join(', ')} has such a name: ${names}`;
}

process.on('message', async ({ changed, stages }) => {
  readAgain(usersOf(changed));
  for (const file of changed) vitest.invalidateFile(file);
  let by = null;
  for (const stage of stages) by ??= await firstFailure(stage);
  process.send({ noticed: by !== null, by });
});
process.on('disconnect', () => process.exit());
process.send('ready');
