// The tests of one folder ($MUTANT_TESTS), for scripts/mutants/logic.mjs.
import { defineConfig } from 'vitest/config';
import { keptWorkers } from './kept-workers.mjs';

const folder = process.env.MUTANT_TESTS ?? '';
const isView = folder.startsWith('tests/views/');

export default defineConfig({
  root: process.cwd(),
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  plugins: [keptWorkers],
  test: {
    globals: false,
    isolate: false,
    reporters: [{}],
    silent: true,
    maxWorkers: 1,
    environment: isView ? 'jsdom' : 'node',
    setupFiles: [
      'scripts/mutants/before-tests.mjs',
      'tests/support/setup.ts',
      ...(isView ? ['tests/support/dom/setup.ts'] : []),
    ],
    include: [`${folder}/**/*.test.{ts,tsx}`],
  },
});
