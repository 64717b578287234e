import { expect, expectAccessible, test } from './support/fixtures.ts';
import { firstPodcast } from './support/library.ts';
import { itemRequest, openLive } from './support/live.ts';
import { startPodcastWeb, type PodcastWeb } from './support/podcast-web.ts';

test.use({ serverOptions: { allowPrivateFeeds: true } });

let web: PodcastWeb;
test.beforeEach(async () => {
  web = await startPodcastWeb(5);
});
test.afterEach(() => web.stop());

test('an episode is edited, confirms discarding its edits, is matched with the feed and removed', async ({
  page,
  api,
  signIn,
}) => {
  const id = await firstPodcast(api);
  await api.call('PATCH', `/api/items/${id}/media`, { metadata: { feedUrl: web.feed('fables') } });
  await signIn();
  await openLive(page, `/item/${id}`, itemRequest(id));
  const table = page.getByRole('grid', { name: 'Episodes' });
  const titles = table.getByRole('heading', { level: 3 });
  const [first, second] = [await titles.nth(0).innerText(), await titles.nth(1).innerText()];

  await table.getByRole('button', { name: `More options for ${first}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = (title: string) => page.getByRole('dialog', { name: `Edit: ${title}` });
  await dialog(first).getByRole('textbox', { name: 'Title', exact: true }).fill('Edited here');
  await dialog(first).getByRole('button', { name: 'Next episode' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Discard the unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog(first).getByLabel('Published on').fill('2031-05-06');
  await dialog(first).getByLabel('At', { exact: true }).fill('07:08');
  await expectAccessible(page);
  await dialog(first).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog('Edited here')).toBeVisible();

  await dialog('Edited here').getByRole('button', { name: 'Next episode' }).click();
  await dialog(second).getByRole('tab', { name: 'Match' }).click();
  await dialog(second).getByRole('textbox', { name: 'Title', exact: true }).fill('New fable 3');
  await dialog(second).getByRole('button', { name: 'Search' }).click();
  await expectAccessible(page);
  await dialog(second)
    .getByRole('button', { name: /^New fable 3/ })
    .click();
  await expect(dialog('New fable 3').getByRole('textbox', { name: 'Subtitle' })).toHaveValue('Subtitle 3');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(titles.nth(0)).toHaveText('Edited here');

  await expect(table.getByRole('heading', { name: 'New fable 3' })).toBeVisible();
  await table.getByRole('button', { name: 'More options for New fable 3' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 episode removed')).toBeVisible();
  await expect(page.getByText('11 episodes').first()).toBeVisible();
  await expect(table.getByRole('heading', { name: 'New fable 3' })).toBeHidden();
});
