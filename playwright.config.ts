import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';
import { ENGINES, type Engine } from './scripts/lib/engines.mjs';

/**
 * The built client in a real browser. `demo`: each test with an embedded server of its own (`npm run test:e2e`);
 * `faults`: what goes wrong while sound plays (`npm run faults`); `large`: one server with 10,000 books for all
 * (`npm run test:large`); `journeys`: walks that are generated from machines of the user's view
 * (`npm run test:journeys`); one by the name of each engine: `npm run test:browsers`.
 */
export default defineConfig<object, { engine: Engine }>({
  projects: [
    { name: 'demo', testDir: 'tests/e2e' },
    // A history has what a person waits for: saves that time out, servers that start again, a page that is opened again.
    { name: 'faults', testDir: 'tests/faults', timeout: 180_000 },
    { name: 'large', testDir: 'tests/e2e-large', workers: 1 },
    // A walk has some thirty steps, each of them a test of its own elsewhere.
    { name: 'journeys', testDir: 'tests/journeys', timeout: 180_000, use: { actionTimeout: 8_000 } },
    ...(Object.keys(ENGINES) as Engine[]).map((engine) => ({
      name: engine,
      testDir: 'tests/browsers/journeys',
      use: { engine },
    })),
  ],
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Each step has its own limit, so that a slow machine is none of a whole journey.
  timeout: 90_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['./tests/e2e/support/summary.ts']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    locale: 'en-US',
    launchOptions: await findBrowser(),
    // A trace of every action costs a third of the processor time of a test.
    trace: process.env['EARMARK_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
