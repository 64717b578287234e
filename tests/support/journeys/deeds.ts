import { expect, type Page } from 'playwright/test';
import type { Account } from '../../e2e/support/demo.ts';
import { PLAYER } from '../../e2e/support/sound.ts';

/** The button that shows exactly while signed in. */
export const account = (page: Page) => page.getByRole('button', { name: /^Account:/ });

/** Fills in the form and sends it. */
export async function signInAs(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The player's bar. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Player' });

export const resume = (page: Page) => bar(page).getByRole('button', { name: 'Play', exact: true }).click();
export const pause = (page: Page) => bar(page).getByRole('button', { name: 'Pause', exact: true }).click();

/** The listener's position in the open item, in seconds, by the time line. */
export const positionOf = async (page: Page): Promise<number> =>
  Number(await bar(page).getByRole('slider', { name: 'Timeline' }).inputValue());

/** The toast that says so. */
export const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]').filter({ hasText: text });

/** Silence. After a reload there is no media element before something plays. */
export const expectSilence = (page: Page) =>
  expect
    .poll(() => page.locator(PLAYER).evaluateAll((all: HTMLAudioElement[]) => all.every(({ paused }) => paused)))
    .toBe(true);
