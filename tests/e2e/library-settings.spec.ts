import { expect, expectAccessible, test } from './support/fixtures.ts';
import { librariesOf } from './support/library.ts';
import { becomesLive } from './support/live.ts';

test('an administrator renames and orders libraries by keys, another one sees it at once (CFG-021, CFG-025, EVT-010)', async ({
  page,
  secondAdmin: watcher,
  signIn,
}) => {
  await signIn();
  const live = becomesLive(watcher);
  await watcher.goto('/config/libraries');
  const listOf = (tab: typeof page) => tab.getByRole('grid', { name: 'Libraries' }).getByRole('link');
  await expect(listOf(watcher)).toHaveCount(2);
  await live;
  await page.goto('/config/libraries');
  await expect(listOf(page)).toHaveCount(2);
  const [first = '', second = ''] = await listOf(page).allTextContents();
  await expectAccessible(page);
  await page.getByRole('button', { name: `More actions for ${first}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Library name').fill('Renamed');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(listOf(watcher)).toHaveText(['Renamed', second]);
  await page.getByRole('button', { name: 'Move Renamed' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Move Renamed' })).toBeFocused();
  await expect(listOf(page)).toHaveText([second, 'Renamed']);
  await expect(listOf(watcher)).toHaveText([second, 'Renamed']);
});

test('without a library the first one is added from a folder of the server, and it opens (CFG-022, CFG-025, areas 5)', async ({
  page,
  api,
  signIn,
}) => {
  for (const { id } of await librariesOf(api)) await api.call('DELETE', `/api/libraries/${id}`);
  await signIn();
  const live = becomesLive(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Add library' }).click();
  await expect(page.getByText('Add your first library')).toBeVisible();
  await live;
  await page.getByRole('main').getByRole('button', { name: 'Add library' }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Library name').fill('Mine');
  await dialog.getByRole('button', { name: 'Browse for folder' }).click();
  const folder = dialog.locator('[data-folder]').first();
  const name = (await folder.locator('bdi').textContent()) ?? '';
  await folder.click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Select folder' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Library “Mine” added')).toBeVisible();
  await page.getByRole('grid', { name: 'Libraries' }).getByRole('link', { name: 'Mine' }).click();
  await expect(page.getByRole('button', { name: 'Library: Mine' })).toBeVisible();
});
