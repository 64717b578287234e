import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectSound, test } from './support/fixtures.ts';
import { firstPodcast, podcastLibrary } from './support/library.ts';
import { itemRequest, openLive } from './support/live.ts';
import { startPodcastWeb, type PodcastWeb } from './support/podcast-web.ts';

test.use({ serverOptions: { allowPrivateFeeds: true } });

let web: PodcastWeb;
test.beforeEach(async () => {
  web = await startPodcastWeb(40);
});
test.afterEach(() => web.stop());

const table = (page: Page) => page.getByRole('grid', { name: 'Episodes' });

test("three episodes of a feed download, another user's browser follows live, and the newest plays at once (GEN-027)", async ({
  page,
  api,
  secondAdmin: queue,
  signIn,
}) => {
  const library = await podcastLibrary(api);
  const id = await firstPodcast(api);
  await api.call('PATCH', `/api/items/${id}/media`, { metadata: { feedUrl: web.feed('fables') } });
  await signIn();
  await openLive(queue, `/library/${library}/podcast/download-queue`, /\/episode-downloads/);
  await expect(queue.getByText('Nothing is being downloaded')).toBeVisible();
  await openLive(page, `/item/${id}`, itemRequest(id));

  await page.getByRole('button', { name: 'Find episodes' }).click();
  const dialog = page.getByRole('dialog', { name: /^Find episodes: / });
  await expect(dialog.getByText('40 episodes in the feed')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Find in the feed' }).fill('fable 40');
  await expect(dialog.getByText('1 of 40 episodes')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Find in the feed' }).fill('');
  await expect(dialog.getByText('40 episodes in the feed')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'New fable 40' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Download 3 episodes' }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText(/^Downloading “New fable 40”, and 2 more waiting$/)).toBeVisible();
  await expect(queue.getByText('New fable 40')).toBeVisible();
  const waiting = queue.getByRole('grid', { name: 'Waiting episodes' });
  await expect(waiting.getByRole('row')).toHaveText([/New fable 39/, /New fable 38/]);
  await expectAccessible(queue);
  web.releaseOne();
  await expect(queue.getByRole('region', { name: 'Downloading now' })).toContainText('New fable 39');
  await expect(waiting.getByRole('row')).toHaveText([/New fable 38/]);
  web.release();
  await expect(queue.getByText('Nothing is being downloaded')).toBeVisible();
  const newest = table(page).getByRole('heading', { level: 3 }).first();
  await expect(newest).toHaveText('New fable 40');
  await expect(page.getByText('15 episodes').first()).toBeVisible();
  await expect(page.getByText(/^Downloading/)).toBeHidden();
  await table(page).getByRole('button', { name: 'Play New fable 40' }).click();
  await expectSound(page);
});

test('a pending download is removed from the queue on the page of the podcast', async ({ page, api, signIn }) => {
  const id = await firstPodcast(api);
  const { podcast } = (await api.call('POST', '/api/podcasts/feed', { rssFeed: web.feed('fables') })) as {
    podcast: { episodes: object[] };
  };
  await api.call('POST', `/api/podcasts/${id}/download-episodes`, podcast.episodes.slice(0, 4));
  await signIn();
  await openLive(page, `/item/${id}`, itemRequest(id));
  await expect(page.getByText(/^Downloading “New fable 40”, and 3 more waiting$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear queue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear queue' }).click();
  await expect(page.getByText(/^Downloading “New fable 40”$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear queue' })).toBeHidden();
});
