import { expect, type Page } from 'playwright/test';
import { setup } from 'xstate';
import { loginMachine } from '../../src/machines/auth/login.machine.ts';
import { account, signInAs } from '../support/journeys/deeds.ts';
import { defineJourney } from '../support/journeys/journey.ts';

const ACCOUNT = { username: 'root', password: 'correct horse' };

/** A server that nobody has used. */
const machine = setup({}).createMachine({
  id: 'firstAccount',
  initial: 'asked',
  states: {
    asked: { on: { fillDifferent: 'differing', fillNothing: 'doubted', create: 'created', reload: 'asked' } },
    differing: { on: { fillDifferent: 'differing', create: 'created', reload: 'asked' } },
    doubted: { on: { thinkAgain: 'asked', insist: 'created.open' } },
    created: {
      initial: 'closed',
      on: { reload: 'form' },
      states: {
        closed: { on: { submit: '#firstAccount.inside' } },
        open: { on: { submitEmpty: '#firstAccount.inside' } },
      },
    },
    form: { on: { reload: 'form' } },
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
    fillDifferent: ({ page }) => fill(page, ACCOUNT.password, 'correct house'),
    fillNothing: ({ page }) => fill(page, '', ''),
    create: ({ page }) => fill(page, ACCOUNT.password, ACCOUNT.password),
    thinkAgain: ({ page }) => page.getByRole('button', { name: 'Set a password' }).click(),
    insist: ({ page }) => page.getByRole('button', { name: 'Continue without password' }).click(),
    submit: ({ page }) => signInAs(page, ACCOUNT),
    submitEmpty: ({ page }) => signInAs(page, { ...ACCOUNT, password: '' }),
    reload: async ({ page }) => void (await page.reload()),
  },
  shows: {
    async asked({ page }) {
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
    async created({ page }) {
      await heading(page, 'Sign in');
      await expect(page.getByText(/Account created/)).toBeVisible();
      await expect(page.getByLabel('Username')).toHaveValue(ACCOUNT.username);
    },
    async form({ page }) {
      await heading(page, 'Sign in');
      await expect(page.getByText(/Account created/)).toHaveCount(0);
    },
    inside: ({ page }) => expect(account(page)).toBeVisible(),
  },
  invariants: {
    async 'the server is set up exactly when the browser says so'({ page, server }, { to }) {
      const { isInit } = (await (await fetch(`${server.url}/status`)).json()) as { isInit: boolean };
      expect(isInit).toBe(!to.active.some((path) => ['asked', 'differing', 'doubted'].includes(path)));
      expect(new URL(page.url()).origin).toBe(server.url);
    },
  },
  covers: [
    {
      machine: loginMachine,
      states: {
        checking: { reason: 'passed while the server answers' },
        unreachable: { reason: 'shown by the journey sign-in' },
        firstUser: ['asked', 'differing', 'doubted'],
        form: ['created', 'form'],
        leaving: { reason: 'needs an identity provider, which the embedded server has not' },
      },
      events: {
        'status.loaded': ['reload', 'create', 'insist'],
        'status.failed': { reason: 'shown by the journey sign-in' },
        'login.retry': { reason: 'shown by the journey sign-in' },
        'credentials.saved': ['submit', 'submitEmpty'],
        'firstUser.saved': ['create', 'insist'],
        'login.chooseOpenId': { reason: 'needs an identity provider, which the embedded server has not' },
      },
    },
  ],
});
