// StrykerJS in its own process, which can be ended at any time: gets { mutate, tests, tempDirName, plugins } and sends
// the outcome of each change at once (sender.mjs).
import { Stryker } from '@stryker-mutator/core';

const NOT_COPIED = ['dist', '.cache', 'data', 'public', 'tests/e2e', 'tests/e2e-large', 'tests/journeys'];

// The parent process ended: ends the processes of the tests, too.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.once('message', async ({ mutate, tests, tempDirName, plugins }) => {
  process.env['MUTANT_TESTS'] = tests.join(',');
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', ...plugins],
    ignorers: ['looks'],
    vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(process.env['MUTANT_WORKERS'] ?? 2),
    timeoutMS: 10_000,
    ignorePatterns: NOT_COPIED,
    // StrykerJS reads it with the compiler's former interface.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['sender'],
    logLevel: 'error',
    allowEmpty: true,
    tempDirName,
  }).runMutationTest();
  process.send('done', () => process.exit(0));
});
