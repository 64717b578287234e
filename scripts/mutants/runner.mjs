// Runs tests of the project in the working folder for who started it: gets { changed, stages } (paths of files; runs one
// after the other, each { paths: parts of test paths, names: a pattern of test names }), answers { noticed, by } (the first
// test that failed) until it is disconnected.
import { createVitest } from 'vitest/node';

// What a run returns has the failures of the runs before in it: these are its own.
let failures = [];
let isAny = false;
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
  bail: 1,
  reporters: [watcher],
  silent: true,
  maxWorkers: Number(process.env['MUTANT_WORKERS'] ?? 2),
});

async function firstFailure({ paths, names }) {
  const specifications = await vitest.globTestSpecifications(paths);
  if (names === undefined) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(names));
  failures = [];
  isAny = false;
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const [first] = failures;
  if (first !== undefined) return first;
  if (!isAny) return `no test of ${paths.join(', ')} has such a name: ${names}`;
  return unhandledErrors.length > 0 ? 'an error outside of a test' : null;
}

process.on('message', async ({ changed, stages }) => {
  for (const file of changed) vitest.invalidateFile(file);
  let by = null;
  for (const stage of stages) by ??= await firstFailure(stage);
  process.send({ noticed: by !== null, by });
});
process.on('disconnect', () => process.exit());
process.send('ready');
