import { startBookWeb } from './support/book-web.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';

test('tags are merged by keyboard; a custom provider is added and tried, and the log shows that it is silent (CFG-051, CFG-052, areas 18, GEN-024)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // Sources of metadata can't be reached here.
  watch.allow(/502/);
  const tags = async () => ((await api.call('GET', '/api/tags')) as { tags: string[] }).tags;
  const [first = '', second = ''] = (await tags()).toSorted();
  await signIn();
  await page.goto('/config/item-metadata-utils/tags');
  await page.getByRole('button', { name: `Rename ${second}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(`New name for ${second}`).fill(first);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  // While the name is edited its button is hidden too.
  await expect.poll(tags).not.toContain(second);
  await expect(page.getByRole('button', { name: `Rename ${second}`, exact: true })).toBeHidden();
  const provider = await startBookWeb();
  await page.goto('/config/item-metadata-utils/custom-metadata-providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await page.getByLabel('Name').fill('Shelfmark');
  await page.getByLabel('URL').fill(provider.url);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page
    .getByRole('row', { name: /Shelfmark/ })
    .getByRole('button', { name: 'Try out Shelfmark' })
    .click();
  const trial = page.getByRole('dialog', { name: 'Try out Shelfmark' });
  await trial.getByRole('textbox', { name: 'Title' }).fill('Anything');
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('status')).toHaveText('2 results');
  await expect(trial.getByRole('listitem')).toHaveText([
    /^Matched titleA\. MatcherAlso has: subtitle, narrator, .* and duration$/,
    'Another editionA. MatcherAlso has: cover',
  ]);
  await expectAccessible(page);
  await provider.stop();
  await trial.getByRole('button', { name: 'Search' }).click();
  await expect(trial.getByText(/^Couldn’t search\. .*did not answer/)).toBeVisible();
  await page.goto('/config/log');
  await expect(page.getByText(/^No answer from the metadata provider "Shelfmark": connect ECONNREFUSED/)).toBeVisible();
});
