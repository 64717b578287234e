import type { Page } from 'playwright/test';
import { currentTime, expect, expectAccessible, expectAdvance, expectSound, test } from './support/fixtures.ts';
import type { ServerApi } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';
import { reloadAtRest } from './support/reload.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'History' });

async function listen(page: Page, api: ServerApi, from: number) {
  const { id, media } = await longestOfOneFile(api);
  const { duration } = media;
  await api.call('PATCH', `/api/me/progress/${id}`, { currentTime: from, duration, progress: from / duration });
  await page.goto('/');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expectAdvance(page);
}

async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await expect(dialog(page)).toBeVisible();
}

test('the history shows a jump with its way back, after a reload too, and sessions below', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await listen(page, api, 5);
  await bar(page).getByRole('button', { name: 'Next chapter' }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(20);
  await expectSound(page);
  await openHistory(page);
  const jumps = dialog(page).getByRole('list', { name: 'Jumps' }).getByRole('listitem');
  await expect(jumps).toHaveCount(1);
  await expect(jumps).toContainText(/^\d\d:\d\d · Went to a chapter, from 0:0\d to \d+:\d\d · ./);
  await expect(dialog(page).getByRole('list', { name: 'Listening sessions' }).getByRole('listitem')).toContainText([
    /\d\d\/\d\d\/\d{4} \d\d:\d\d · \d+:\d\d heard · up to \d+:\d\d/,
  ]);
  await page.keyboard.press('Escape');

  await reloadAtRest(page, 0);
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectAdvance(page);
  await openHistory(page);
  await expect(jumps).toHaveCount(1);
  await jumps.getByRole('button', { name: /^Go back to 0:0/ }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => currentTime(page)).toBeLessThan(15);
  await expectAdvance(page);
  await openHistory(page);
  await expect(jumps).toHaveCount(2);
  await expect(jumps.first()).toContainText('Went back from');
});

test('the history is accessible, with jumps and sessions', async ({ page, api, signIn }) => {
  await signIn();
  await listen(page, api, 5);
  await bar(page).getByRole('button', { name: 'Next chapter' }).click();
  await page.getByRole('link', { name: 'Stats' }).first().click();
  await openHistory(page);
  await expect(dialog(page).getByRole('list', { name: 'Listening sessions' })).toBeVisible();
  await expectAccessible(page);
});

test('without the server the history shows the jumps, and a retry loads the sessions', async ({
  page,
  api,
  signIn,
  server,
  watch,
}) => {
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to load|WebSocket|\/api\//);
  await signIn();
  await listen(page, api, 5);
  await bar(page).getByRole('button', { name: 'Next chapter' }).click();
  // Its code is loaded.
  await openHistory(page);
  await page.keyboard.press('Escape');
  await server.kill();
  await openHistory(page);
  await expect(dialog(page).getByRole('alert')).toContainText('Couldn’t load the listening sessions');
  await expect(dialog(page).getByRole('button', { name: /^Go back to/ })).toBeVisible();
  await server.restart();
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('list', { name: 'Listening sessions' })).toBeVisible();
});
