import { defineConfig } from 'vitest/config';

/**
 * Three projects, so that each test pays only for what it needs: `node` (everything without a page),
 * `server` (the embedded server: native modules want processes of their own) and `dom` (views, in jsdom).
 */
export default defineConfig({
  define: { __VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    globals: false,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/views/**', 'tests/server/**', 'tests/contract/**', 'tests/e2e/**', 'tests/support/dom/**'],
          setupFiles: ['tests/support/setup.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          pool: 'forks',
          // Servers start, scan and wait for files here: the longest test without a limit of its own takes 4 s,
          // the longest hook 10 s on two busy cores, and what waits inside (up to 20 s) shall say itself for what.
          testTimeout: 25_000,
          hookTimeout: 50_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/views/**/*.test.{ts,tsx}', 'tests/support/dom/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/setup.ts', 'tests/support/dom/setup.ts'],
          pool: 'threads',
        },
      },
    ],
  },
});
