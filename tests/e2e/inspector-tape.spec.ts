import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, expectAdvance, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

async function download(from: Page, name: string): Promise<string> {
  const [saved] = await Promise.all([from.waitForEvent('download'), from.getByRole('button', { name }).click()]);
  return readFileSync(await saved.path(), 'utf8');
}

test('a page is taped from its start, and replayed in another browser beside the page', async ({
  page,
  browser,
  server,
  api,
  signIn,
}) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await page.goto('/');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: /^Inspector/ }).click();
  const panel = page.getByRole('region', { name: 'Inspector' });
  await panel.getByRole('button', { name: 'Record from start' }).click();
  await expect(panel.getByRole('button', { name: 'Record from start again' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: book.media.metadata.title }).first().click();
  const play = page.getByRole('main').getByRole('button', { name: /^(Play|Resume at)/ });
  await play.click();
  await expectAdvance(page);
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click();
  await panel.getByRole('button', { name: 'Save recording from start' }).click();
  const recording = await download(page, 'Save file');
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('earmark.session') ?? '{}').accessToken as string,
  );
  expect(recording).not.toContain(token.slice(0, 30));

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const other = await elsewhere.newPage();
  await other.goto('/inspector');
  await other
    .getByLabel('Open recording')
    .setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(recording) });
  const bar = other.getByRole('region', { name: 'Recording' });
  const [beside] = await Promise.all([
    elsewhere.waitForEvent('page'),
    bar.getByRole('button', { name: 'Show page' }).click(),
  ]);
  await expect(bar).toContainText(/The page is at step \d+ of \d+\. It matches the recording\./);
  // The last step: the sound is paused.
  await other.getByRole('searchbox', { name: 'Filter by text' }).fill('engine.paused');
  await other
    .getByRole('button', { name: /sent engine\.paused to player/ })
    .last()
    .click();
  await expect(bar).toContainText('It matches the recording.');
  const player = beside.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(beside.getByRole('heading', { level: 1, name: book.media.metadata.title })).toBeVisible();
  // Back to the first step: nothing plays.
  await bar.getByRole('button', { name: 'First step' }).click();
  await expect(player).toHaveCount(0);
  await bar.getByLabel('Whole client').check();
  const whole = await download(other, 'Save test');
  expect(whole).toContain('await replayClient(tape)');
  expect(whole).toContain('api.call playback.play answered');
  await expectAccessible(other);
  await Promise.all([beside.waitForEvent('close'), bar.getByRole('button', { name: 'Close recording' }).click()]);
  await elsewhere.close();
});
