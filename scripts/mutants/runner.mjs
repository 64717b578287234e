// Runs tests of the project in the working folder for who started it: gets { changed, stages } (paths of files; lists of parts of
// test paths, one run after the other), answers { noticed, by } (the first test that failed) until it is disconnected.
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', {
  watch: false,
  project: ['node', 'dom'],
  bail: 1,
  reporters: [{}],
  silent: true,
  maxWorkers: Number(process.env['MUTANT_WORKERS'] ?? 2),
});

async function firstFailure(filters) {
  const specifications = await vitest.globTestSpecifications(filters);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  for (const testModule of testModules) {
    for (const test of testModule.children.allTests('failed'))
      return `${testModule.relativeModuleId}: ${test.fullName}`;
    if (testModule.state() === 'failed') return testModule.relativeModuleId;
  }
  return unhandledErrors.length > 0 ? 'an error outside of a test' : null;
}

process.on('message', async ({ changed, stages }) => {
  for (const file of changed) vitest.invalidateFile(file);
  let by = null;
  for (const filters of stages) by ??= await firstFailure(filters);
  process.send({ noticed: by !== null, by });
});
process.on('disconnect', () => process.exit());
process.send('ready');
