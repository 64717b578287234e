import type { Page } from 'playwright/test';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, expectSound, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';
import { itemRequest, openLive } from './support/live.ts';
import { reloadAtRest } from './support/reload.ts';

const LIST = '0:00 Prologue\n0:00:20 The road\n0:00:40.5 The end';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('chapters are edited, pasted, shifted and saved by keyboard, and the book has them', async ({
  page,
  api,
  signIn,
}) => {
  const { id, media } = await longestOfOneFile(api);
  await signIn();
  await openLive(page, `/item/${id}`, itemRequest(id));
  await page.getByRole('button', { name: `More options for ${media.metadata.title}` }).click();
  await page.getByRole('menuitem', { name: 'Edit chapters' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Chapters of ${media.metadata.title}` })).toBeAttached();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Paste a list' }).press('Enter');
  await page.getByLabel('List of chapters').fill(LIST);
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(field(page, 'Title of chapter 3')).toHaveValue('The end');

  await field(page, 'Title of chapter 1').focus();
  await page.keyboard.press('ArrowDown');
  await expect(field(page, 'Title of chapter 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Title of chapter 3')).toBeFocused();
  await expect(page.getByText('Needs a title')).toBeAttached();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('1 chapter needs a correction before this can be saved.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+z');
  await expect(field(page, 'Title of chapter 4')).toBeHidden();

  await page.getByRole('button', { name: 'Shift times' }).press('Enter');
  await page.getByLabel('Seconds or time, with − for earlier').fill('-0.5');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Start of chapter 3')).toHaveValue('0:00:40');

  await page.goBack();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard the unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await reloadAtRest(page, 1);
  await expect(page.getByText('Your changes from before the page reloaded are back.')).toBeVisible();
  await field(page, 'Title of chapter 2').fill('The long road');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(new RegExp(`/item/${id}$`));
  await expect(page.getByRole('button', { name: /The long road/ })).toBeVisible();
  const saved = (await api.call('GET', `/api/items/${id}?expanded=1`)) as {
    media: { chapters: { start: number; end: number; title: string }[] };
  };
  expect(saved.media.chapters.map(({ start, title }) => [start, title])).toEqual([
    [0, 'Prologue'],
    [19.5, 'The long road'],
    [40, 'The end'],
  ]);
  expect(saved.media.chapters.at(-1)?.end).toBe(media.duration);
});

test('rows fit a phone; unwanted changes are discarded on the way to another page', async ({ page, api, signIn }) => {
  const { id } = await longestOfOneFile(api);
  await signIn();
  await openLive(page, `/audiobook/${id}/chapters`, itemRequest(id));
  // In a narrow window rows fit in full, and so do starts with thousandths.
  await page.setViewportSize({ width: 320, height: 700 });
  const remove = await boxAtRest(page.getByRole('button', { name: 'Remove chapter 2' }));
  expect(remove.x + remove.width).toBeLessThanOrEqual(320);
  const start = field(page, 'Start of chapter 3');
  await expect(start).toHaveValue(/\.\d{3}$/);
  expect(await start.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await start.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await field(page, 'Title of chapter 1').fill('Mine');
  await page.getByRole('link', { name: 'Series' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/bookshelf\/series$/);
  await page.goBack();
  await expect(field(page, 'Title of chapter 1')).not.toHaveValue('Mine');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
});

test('chapters play beside the player, and are found by the silences of the waveform', async ({
  page,
  api,
  signIn,
}) => {
  const { id } = await longestOfOneFile(api);
  await signIn();
  await openLive(page, `/item/${id}`, itemRequest(id));
  await page
    .getByRole('button', { name: /^(Play|Resume|Start)/ })
    .first()
    .click();
  await expectSound(page);
  await openLive(page, `/audiobook/${id}/chapters`, itemRequest(id));
  const sessions = async () => ((await api.call('GET', '/api/me/listening-sessions')) as { total: number }).total;
  const before = await sessions();

  await field(page, 'Title of chapter 1').focus();
  await page.keyboard.press('Alt+p');
  const pause = page.getByRole('button', { name: 'Pause chapter 1' });
  await expect(pause).toBeVisible();
  await expect
    .poll(() => page.locator('audio[data-earmark-player]').evaluate((one: HTMLAudioElement) => one.paused))
    .toBe(true);
  await pause.click();
  await expect(pause).toBeHidden();

  await page.keyboard.press('Alt+w');
  const wave = page.getByRole('region', { name: 'Waveform' });
  await expect(wave.getByText(/^[1-9]\d* silences? in view/)).toBeVisible();
  await expectAccessible(page);
  await wave
    .getByRole('button', { name: /^Add a chapter at/ })
    .first()
    .press('Enter');
  await expect(field(page, 'Title of chapter 2')).toHaveValue('');
  const border = wave.getByRole('slider', { name: 'Start of chapter 2' });
  await border.focus();
  const at = Number(await border.getAttribute('aria-valuenow'));
  await border.press('ArrowRight');
  await border.press('Shift+ArrowRight');
  await expect(border).toHaveAttribute('aria-valuenow', String(Math.round((at + 1.1) * 1000) / 1000));
  await border.press('Enter');
  await expect(border).toHaveAttribute('aria-valuenow', String(at));
  await wave.getByRole('button', { name: 'Play around the start' }).click();
  await expect(wave.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(wave.getByRole('button', { name: 'Play around the start' })).toBeVisible({ timeout: 10_000 });
  expect(await sessions()).toBe(before);
});
