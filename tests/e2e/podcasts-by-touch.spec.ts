import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { firstPodcast } from './support/library.ts';
import { expectAdvance } from './support/sound.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('episodes are picked by a long press, marked, opened and played by taps, and all targets fit a finger', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto(`/item/${await firstPodcast(api)}`);
  await expect(page.getByText('12 episodes').last()).toBeVisible();
  const table = page.getByRole('grid', { name: 'Episodes' });
  const rows = table.getByRole('heading', { level: 3 }).getByRole('button');
  const banner = page.getByRole('banner');
  await rows.first().scrollIntoViewIfNeeded();
  const name = await rows.first().innerText();
  const box = await boxAtRest(rows.first());
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + 20, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(banner.getByText('1 selected')).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await rows.nth(1).tap();
  await expect(banner.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Mark as finished' }).tap();
  await expect(page.getByText('10 of 12 episodes')).toBeVisible();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).tap();
  await expect(rows.first()).toHaveText(name);
  await rows.first().tap();
  const view = page.getByRole('dialog', { name });
  await expect(view).toBeVisible();
  for (const button of await view.getByRole('button').filter({ visible: true }).all()) {
    const { width, height } = await boxAtRest(button);
    // Times in the notes are part of a line of text.
    const isInText = await button.evaluate((one) => one.closest('p, li') !== null);
    if (!isInText)
      expect([await button.innerText(), width >= 44, height >= 44]).toEqual([expect.anything(), true, true]);
  }
  await view.getByRole('button', { name: /^Play/ }).first().tap();
  // A press right after the first sound is the second half of a double press.
  await expectAdvance(page);
  await page.goBack();
  await expect(view).toBeHidden();
  await table.getByRole('button', { name: `Pause ${name}` }).tap();
  await expect(table.getByRole('button', { name: `Play ${name}` })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
