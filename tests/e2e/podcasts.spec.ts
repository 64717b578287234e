import type { Page } from 'playwright/test';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, expectSound, test, type ServerApi } from './support/fixtures.ts';
import { librariesOf } from './support/library.ts';

async function podcastOf(api: ServerApi) {
  const library = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast')?.id ?? '';
  const { results } = (await api.call('GET', `/api/libraries/${library}/items`)) as { results: { id: string }[] };
  return { library, id: results[0]?.id ?? '' };
}

const table = (page: Page) => page.getByRole('grid', { name: 'Episodes' });
const titles = (page: Page) => table(page).getByRole('heading', { level: 3 });
const banner = (page: Page) => page.getByRole('banner');
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('episodes are found, selected by keyboard, marked as finished, and all of it undone', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { id } = await podcastOf(api);
  await page.goto(`/item/${id}`);
  await expect(page.getByText('12 episodes').last()).toBeVisible();
  // The menu stays in the line also where it does not fit beside the play button.
  await page.setViewportSize({ width: 1024, height: 768 });
  const [find, menu] = [
    await boxAtRest(page.getByRole('button', { name: 'Find episodes' })),
    await boxAtRest(page.getByRole('button', { name: 'More options for Fables Daily' })),
  ];
  expect(menu.y + menu.height / 2).toBe(find.y + find.height / 2);
  await page.getByRole('searchbox', { name: 'Find an episode' }).fill('dog');
  await expect(page.getByText(/^\d of 12 episodes$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an episode' }).fill('');
  const title = titles(page).first().getByRole('button');
  await title.focus();
  await page.keyboard.press('Shift+Space');
  await expect(banner(page).getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(banner(page).getByText('3 selected')).toBeVisible();
  await expectAccessible(page);
  await banner(page).getByRole('button', { name: 'Mark as finished' }).press('Enter');
  await expect(page.getByText('9 of 12 episodes')).toBeVisible();
  await page.getByRole('button', { name: 'Show: Not finished' }).click();
  await page.getByRole('menuitemradio', { name: 'Finished', exact: true }).click();
  await expect(page.getByText('3 of 12 episodes')).toBeVisible();
  await notices(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show: Finished' })).toBeVisible();
});

test('the address of an episode opens its view, where a time in the notes plays from there', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { id } = await podcastOf(api);
  await page.goto(`/item/${id}`);
  const name = await titles(page).first().innerText();
  await titles(page).first().getByRole('button').click();
  const view = page.getByRole('dialog', { name });
  await expect(view.getByRole('link', { name: 'show notes' })).toBeVisible();
  await expect(page).toHaveURL(/\?episode=/);
  await page.reload();
  await expect(view).toBeVisible();
  await expectAccessible(page);
  await view.getByRole('button', { name: 'Play from 00:06' }).click();
  await expectSound(page);
  await expect(view.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/item/${id}$`));
});

test('the latest episodes are grouped by day, and a playing one is followed by the newer ones', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  const { library } = await podcastOf(api);
  await page.goto(`/library/${library}`);
  await page.getByRole('link', { name: 'Latest' }).first().click();
  const latest = page.getByRole('grid', { name: 'Latest episodes' });
  await expect(latest.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const rows = latest.getByRole('heading', { level: 3 });
  await expectAccessible(page);
  await rows.nth(1).getByRole('button').click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Fables Daily' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(banner(page).getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  const third = await rows.nth(2).innerText();
  await latest.getByRole('button', { name: `Play ${third}` }).click();
  await expect(notices(page).getByText('2 items were added to the queue')).toBeVisible();
  await expectSound(page);
  await expect(latest.getByRole('button', { name: `Pause ${third}` })).toBeVisible();
});
