import type { Page } from 'playwright/test';
import { expect, expectAccessible, test as base } from './support/fixtures.ts';
import { librariesOf } from './support/library.ts';
import { becomesLive } from './support/live.ts';
import { startPodcastWeb, type PodcastWeb } from './support/podcast-web.ts';

const test = base.extend<{ web: PodcastWeb }>({
  web: async ({ playwright: _none }, use) => {
    const web = await startPodcastWeb();
    await use(web);
    await web.stop();
  },
  serverOptions: async ({ web }, use) => use({ allowPrivateFeeds: true, podcastDirectory: web.url }),
});

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search term or feed address' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New podcast' });

test('a podcast is found and added with the data of its feed, then marked; another is added by its address', async ({
  page,
  api,
  signIn,
  watch,
  web,
}) => {
  watch.allow(/404.*\/api\/podcasts\/feed/);
  await signIn();
  const library = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast')?.id ?? '';
  await page.goto(`/library/${library}`);
  await page.getByRole('link', { name: 'Add podcast' }).first().click();
  await expect(page.getByText('Find a podcast to add')).toBeVisible();
  await field(page).fill('hour');
  await field(page).press('Enter');
  const results = page.getByRole('region', { name: 'Results for “hour”' });
  await expect(results.getByText('4 podcasts found')).toBeVisible();
  await expect(results.getByRole('link', { name: 'Fables Daily: in your library' })).toBeVisible();
  await expectAccessible(page);
  await results.getByRole('button', { name: 'Add The Gothic Hour' }).click();
  await expect(dialog(page).getByLabel('Title')).toHaveValue('The Gothic Hour');
  await expect(dialog(page).getByText('Dracula (4)')).toBeVisible();
  await expect(dialog(page).getByLabel('Podcast path')).toHaveValue(/\/The Gothic Hour$/);
  await expectAccessible(page, '[role="dialog"]');
  await dialog(page).getByRole('button', { name: 'Add podcast' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Gothic Hour' })).toBeVisible();
  await page.goBack();
  await expect(results.getByRole('link', { name: 'The Gothic Hour: in your library' })).toBeVisible();

  for (const [name, reason] of [
    ['broken', 'invalid response data'],
    ['large', 'The answer is too large'],
    ['bomb', 'The answer is too large'],
    ['endless', 'The answer is too large'],
    ['circle', 'Too many redirects'],
    ['outside', 'file: is not supported'],
  ] as const) {
    await field(page).fill(web.feed(name));
    await page.getByRole('button', { name: 'Open feed' }).click();
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText(`There’s no podcast feed at ${web.feed(name)}, or the server can’t read it.`);
    await expect(alert).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(field(page)).toHaveValue(web.feed(name));
  }
  await field(page).fill(web.feed('hostile'));
  await field(page).press('Enter');
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Odd feed');
  await expect(dialog(page).getByText('Far away')).toBeVisible();
  await expect(dialog(page).getByText('2 episodes')).toBeVisible();
  await expect(dialog(page).getByText('No date').first()).toBeVisible();
  await expect(page).not.toHaveTitle(/hacked|^1/);
});

test('feeds from an OPML file and a search are added as a task; a broken one is reported and retried', async ({
  page,
  api,
  signIn,
  web,
}) => {
  await signIn();
  const library = (await librariesOf(api)).find(({ mediaType }) => mediaType === 'podcast')?.id ?? '';
  const live = becomesLive(page);
  await page.goto(`/library/${library}/podcast/search`);
  await live;
  const outline = (title: string, name: Parameters<PodcastWeb['feed']>[0]) =>
    `<outline type="rss" text="${title}" xmlUrl="${web.feed(name)}"/>`;
  const opml = `<?xml version="1.0"?><opml version="1.0"><head/><body>${outline('Fables Daily', 'fables-daily')}
    ${outline('Broken', 'broken')}${outline('Gothic', 'gothic-hour')}</body></opml>`;
  await page
    .getByLabel('Add from OPML file')
    .setInputFiles({ name: 'mine.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) });
  const modal = page.getByRole('dialog', { name: 'Add 2 podcasts' });
  await expect(modal.getByRole('checkbox', { name: 'Fables Daily' })).not.toBeChecked();
  await expectAccessible(page, '[role="dialog"]');
  await modal.getByRole('button', { name: 'Add 2 podcasts' }).click();
  const panel = page.getByRole('region', { name: 'Podcasts to add' });
  await expect(panel.getByText('1 podcast was added')).toBeVisible();
  await expect(panel.getByText('Couldn’t read the feed')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Gothic' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText('1 podcast was added · 1 couldn’t be added')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();

  await field(page).fill('one');
  await field(page).press('Enter');
  await page.getByRole('checkbox', { name: 'Select A broken one' }).check();
  await page.getByRole('checkbox', { name: 'Select A new one' }).check();
  await page.getByRole('button', { name: 'Add 2 podcasts' }).click();
  await modal.getByRole('button', { name: 'Add 2 podcasts' }).click();
  await expect(panel.getByRole('link', { name: 'A new one' })).toBeVisible();
  await expect(panel.getByText('1 podcast was added · 1 couldn’t be added')).toBeVisible();
  await expect(page.getByRole('link', { name: 'A new one: in your library' })).toBeVisible();
});
