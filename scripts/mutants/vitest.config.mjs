// Tests of some folders and files ($MUTANT_TESTS), for scripts/mutants/logic.mjs.
import { defineConfig } from 'vitest/config';
import { defines } from '../lib/texts.mjs';
import { keptWorkers } from './kept-workers.mjs';
import { ShortestFirst } from './shortest-first.mjs';

const places = (process.env.MUTANT_TESTS ?? '').split(',');
const isView = places.some((place) => place.startsWith('tests/views/'));

export default defineConfig({
  root: process.cwd(),
  define: { __VERSION__: JSON.stringify('0.0.0-test'), ...defines() },
  plugins: [keptWorkers],
  test: {
    globals: false,
    isolate: false,
    reporters: [{}],
    silent: true,
    maxWorkers: 1,
    sequence: { sequencer: ShortestFirst },
    environment: isView ? 'jsdom' : 'node',
    setupFiles: [
      'scripts/mutants/before-tests.mjs',
      'tests/support/setup.ts',
      ...(isView ? ['tests/support/dom/setup.ts'] : []),
    ],
    include: places.map((place) => (/\.tsx?$/.test(place) ? place : `${place}/**/*.test.{ts,tsx}`)),
  },
});
