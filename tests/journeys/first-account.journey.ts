import { expect, type Page } from 'playwright/test';
import { setup } from 'xstate';
import { loginMachine } from '../../src/machines/account/auth/login.machine.ts';
import { account } from '../support/journeys/deeds.ts';
import { defineJourney } from '../support/journeys/journey.ts';

const PASSWORD = 'correct horse';

/** A server without any account. */
const machine = setup({}).createMachine({
  id: 'firstAccount',
  initial: 'requested',
  states: {
    requested: { on: { fillDifferent: 'differing', fillNothing: 'doubted', create: 'inside', reload: 'requested' } },
    differing: { on: { fillDifferent: 'differing', create: 'inside', reload: 'requested' } },
    doubted: { on: { thinkAgain: 'requested', insist: 'inside' } },
    inside: { on: { reload: 'inside' } },
  },
});

async function fill(page: Page, password: string, again: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Create account' }).click();
}

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

export const firstAccountJourney = defineJourney({
  name: 'first-account',
  machine,
  server: { demo: false },
  steps: 12,
  restarts: ['reload'],
  async begin({ page }) {
    await page.goto('/');
    return {};
  },
  does: {
    fillDifferent: ({ page }) => fill(page, PASSWORD, 'correct house'),
    fillNothing: ({ page }) => fill(page, '', ''),
    create: ({ page }) => fill(page, PASSWORD, PASSWORD),
    thinkAgain: ({ page }) => page.getByRole('button', { name: 'Set a password' }).click(),
    insist: ({ page }) => page.getByRole('button', { name: 'Continue without password' }).click(),
    reload: async ({ page }) => void (await page.reload()),
  },
  shows: {
    async requested({ page }) {
      await heading(page, 'Set up your server');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
    async differing({ page }) {
      await heading(page, 'Set up your server');
      await expect(page.getByText(/Passwords don’t match/)).toBeVisible();
    },
    async doubted({ page }) {
      await expect(page.getByText(/Create the root account without a password/)).toBeVisible();
    },
    inside: ({ page }) => expect(account(page)).toBeVisible(),
  },
  invariants: {
    async 'the server is set up exactly when the browser says so'({ page, server }, { to }) {
      const { isInit } = (await (await fetch(`${server.url}/status`)).json()) as { isInit: boolean };
      expect(isInit).toBe(!to.active.some((path) => ['requested', 'differing', 'doubted'].includes(path)));
      expect(new URL(page.url()).origin).toBe(server.url);
    },
  },
  covers: [
    {
      machine: loginMachine,
      states: {
        checking: { reason: 'passed while the server answers' },
        unreachable: { reason: 'shown by the journey sign-in' },
        firstUser: ['requested', 'differing', 'doubted'],
        form: { reason: 'shown by the journey sign-in' },
        leaving: { reason: 'needs an identity provider, which the embedded server has not' },
      },
      events: {
        'status.loaded': ['reload'],
        'status.failed': { reason: 'shown by the journey sign-in' },
        'login.retry': { reason: 'shown by the journey sign-in' },
        'credentials.saved': { reason: 'shown by the journey sign-in' },
        'firstUser.saved': ['create', 'insist'],
        'login.chooseOpenId': { reason: 'needs an identity provider, which the embedded server has not' },
      },
    },
  ],
});
