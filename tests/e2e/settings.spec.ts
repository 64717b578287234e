import { expect, expectAccessible, test } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';

test('a setting is saved as it moves, and a later visitor of the page sees it (CFG-001, areas 4)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await page.goto('/config');
  const covers = page.getByRole('switch', { name: 'Find covers', exact: true });
  await expect(covers).not.toBeChecked();
  await expectAccessible(page);
  await covers.focus();
  await page.keyboard.press('Space');
  await expect(covers).toBeChecked();
  await expect(covers).toBeFocused();
  const stored = async () => {
    const answer = (await api.call('POST', '/api/authorize')) as { serverSettings: { scannerFindCovers: boolean } };
    return answer.serverSettings.scannerFindCovers;
  };
  await expect.poll(stored).toBe(true);
  await page.reload();
  await expect(covers).toBeChecked();
});

test('a setting is found by keyboard alone, and gets the focus on its page (areas 3)', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/config');
  await expect(page.getByRole('switch', { name: 'Find covers', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Setting or page' });
  await expect(field).toBeFocused();
  await page.keyboard.type('backup schedule');
  await expect(page.getByRole('option')).toHaveText(['Automatic backupsBackups']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/config\/backups\?setting=automatic$/);
  await expect(page.getByRole('switch', { name: 'Automatic backups' })).toBeFocused();

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('backups to keep');
  await expect(page.getByRole('option').first()).toContainText('Number of backups to keep');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Number of backups to keep' })).toBeFocused();
  await page.getByRole('button', { name: 'Find a setting' }).click();
  await page.getByRole('option', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/config\/users$/);
});

test('in a window of 320 px, finding and areas stand beside the heading, and adding below it at its start', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  for (const [path, title, add] of [
    ['/config/libraries', 'Libraries', 'Add library'],
    ['/config/item-metadata-utils/custom-metadata-providers', 'Custom metadata providers', 'Add provider'],
  ] as const) {
    await page.goto(path);
    const heading = await boxAtRest(page.getByRole('heading', { level: 1, name: title }));
    const find = await boxAtRest(page.getByRole('button', { name: 'Find a setting' }));
    const adding = await boxAtRest(page.getByRole('button', { name: add }));
    expect(find.y + find.height / 2).toBeCloseTo(heading.y + heading.height / 2, 0);
    expect(adding.x).toBeCloseTo(heading.x, 0);
    expect(adding.y).toBeGreaterThanOrEqual(heading.y + heading.height);
  }
});
