import { expect, expectAccessible, expectAdvance, PLAYER, test } from './support/fixtures.ts';
import { longestOfOneFile } from './support/library.ts';

test('a press on play loads the sound first, then the code of the chapters', async ({ page, api, signIn }) => {
  const book = await longestOfOneFile(api);
  await signIn();
  await page.addInitScript((player) => {
    const order: string[] = [];
    Object.assign(window, { order });
    const isDownload = (entry: PerformanceEntry) => 'transferSize' in entry && entry.transferSize !== 0;
    const look = (list: PerformanceObserverEntryList) =>
      list
        .getEntries()
        .forEach((entry) => /\/chapters-dialog-/.test(entry.name) && isDownload(entry) && order.push('chapters'));
    new PerformanceObserver(look).observe({ type: 'resource', buffered: true });
    const sounds = ({ target }: Event) => target instanceof Element && target.matches(player) && order.push('sound');
    document.addEventListener('playing', sounds, true);
  }, PLAYER);
  await page.goto(`/item/${book.id}`);
  await page.locator('main').getByRole('button', { name: /^Play/ }).first().click();
  await expectAdvance(page);
  const order = () => page.evaluate(() => (window as Window & { order?: string[] }).order);
  await expect.poll(order).toEqual(['sound', 'chapters']);
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'Chapters' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page.locator('main [data-moves="true"]').first()).toBeVisible();
  await expectAccessible(page);
});
