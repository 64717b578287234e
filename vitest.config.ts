import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { defines } from './scripts/lib/texts.mjs';

// Models and views make many short-lived objects: with the 16 MB of new space that a thread gets, a third of the time
// goes into collecting them.
setFlagsFromString('--max-semi-space-size=64');

/**
 * Servers start, scan and wait for files here: the longest test without a limit of its own takes 4 s, the longest hook
 * 10 s on two busy cores, and what waits inside (up to 20 s) shall say itself for what.
 */
const server = {
  environment: 'node',
  setupFiles: ['tests/support/setup.ts'],
  pool: 'forks' as const,
  testTimeout: 25_000,
  hookTimeout: 50_000,
};

/** What takes every machine or every role through everything: too long for `npm run check`. */
const MODELS = ['tests/models/**', 'tests/walks/**'];
const TABLES = ['tests/views/roles/**', 'tests/views/refusals/**'];

const node = { environment: 'node', setupFiles: ['tests/support/setup.ts'], pool: 'threads' as const, isolate: false };
const dom = {
  environment: 'jsdom',
  setupFiles: ['tests/support/setup.ts', 'tests/support/dom/setup.ts'],
  pool: 'threads' as const,
  isolate: false,
};

/**
 * Each project is there for what it needs: `node` (everything without a page) and `dom` (views, in jsdom) are the unit
 * tests; `models` and `tables` (every transition, every role and every refusal), `server` (the embedded server: native
 * modules want processes of their own) and `replay` (the recordings of a real server against it) are stages of their own
 * in `npm test`. Where files share a worker, they also share the modules they load, which costs more than the tests of
 * most files do.
 */
export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test'), ...defines() },
  test: {
    globals: false,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            ...MODELS,
            'tests/views/**',
            'tests/server/**',
            'tests/upstream/**',
            'tests/contract/**',
            'tests/e2e/**',
            'tests/support/dom/**',
          ],
        },
      },
      { extends: true, test: { ...node, name: 'models', include: MODELS.map((folder) => `${folder}/*.test.ts`) } },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/upstream/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: ['tests/server/replay/**'],
        },
      },
      { extends: true, test: { ...server, name: 'replay', include: ['tests/server/replay/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...dom,
          name: 'dom',
          include: ['tests/views/**/*.test.{ts,tsx}', 'tests/support/dom/**/*.test.{ts,tsx}'],
          exclude: TABLES,
        },
      },
      { extends: true, test: { ...dom, name: 'tables', include: TABLES.map((folder) => `${folder}/*.test.tsx`) } },
    ],
  },
});
