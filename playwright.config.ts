import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/lib/browser.mjs';

/** The built client in a real browser, each test with an embedded server of its own (`npm run test:e2e`). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    launchOptions: await findBrowser(),
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
