import { expect, expectAccessible, test } from './support/fixtures.ts';
import { firstPodcast } from './support/library.ts';
import { itemRequest, openLive } from './support/live.ts';
import { startPodcastWeb, type PodcastWeb } from './support/podcast-web.ts';
import { SERVER_GONE } from './support/watch.ts';

test.use({ serverOptions: { allowPrivateFeeds: true } });

let web: PodcastWeb;
test.beforeEach(async () => {
  web = await startPodcastWeb(3);
});
test.afterEach(() => web.stop());

const podcastWithFeed = async (api: Parameters<typeof firstPodcast>[0]) => {
  const id = await firstPodcast(api);
  await api.call('PATCH', `/api/items/${id}/media`, { metadata: { feedUrl: web.feed('fables') } });
  return id;
};

test('the editor looks for new episodes, and all are matched with the feed after a preview', async ({
  page,
  api,
  signIn,
}) => {
  const id = await podcastWithFeed(api);
  web.release();
  await signIn();
  await openLive(page, `/item/${id}?edit=${id}`, itemRequest(id));
  const editor = page.getByRole('dialog', { name: 'Edit: Fables Daily' });
  await editor.getByRole('tab', { name: 'Episodes' }).click();
  await editor.getByRole('button', { name: 'Check & download new episodes' }).click();
  await expect(editor.getByText('3 new episodes are being downloaded')).toBeVisible();
  const episodes = editor.getByRole('region', { name: 'Episodes of this podcast' });
  await expect(episodes.getByText('15 episodes')).toBeVisible();
  await expect(episodes.getByText('New fable 3')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await editor.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(editor).toBeHidden();
  // A reload opens what the address names.
  await expect(page).toHaveURL(new RegExp(`/item/${id}$`));

  type Podcast = { media: { episodes: { id: string; title: string; subtitle: string | null }[] } };
  const newest = async () => {
    const { media } = (await api.call('GET', `/api/items/${id}?expanded=1`)) as Podcast;
    return media.episodes.find(({ title }) => title === 'New fable 3');
  };
  await api.call('PATCH', `/api/podcasts/${id}/episode/${(await newest())?.id}`, { subtitle: 'Typed by hand' });
  await page.reload();
  await page.getByRole('button', { name: 'More options for Fables Daily' }).click();
  await page.getByRole('menuitem', { name: 'Match all episodes' }).click();
  const match = page.getByRole('dialog', { name: 'Match episodes: Fables Daily' });
  await expect(match.getByText('1 episode differs from the feed.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await match.getByRole('button', { name: 'Compare “New fable 3” with the feed' }).click();
  await expect(match.getByText('Typed by hand')).toBeVisible();
  await expect(match.getByText('Subtitle 3')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await match.getByRole('button', { name: 'Back' }).click();
  await match.getByRole('button', { name: 'Update 1 episode' }).click();
  await expect(match.getByText('1 episode updated')).toBeVisible();
  await expect.poll(async () => (await newest())?.subtitle).toBe('Subtitle 3');
});

test('a podcast with a schedule gets new episodes when due, and an open page shows them by itself', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  const id = await podcastWithFeed(api);
  web.release();
  await signIn();
  await openLive(page, `/item/${id}?edit=${id}`, itemRequest(id));
  const editor = page.getByRole('dialog', { name: 'Edit: Fables Daily' });
  await editor.getByRole('tab', { name: 'Schedule' }).click();
  await editor.getByRole('switch', { name: 'Download new episodes automatically' }).click();
  await editor.getByRole('radio', { name: 'Advanced' }).press('Space');
  await editor.getByLabel('Cron expression').fill('* * * * *');
  await expectAccessible(page, '[role=dialog]');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Item details updated')).toBeVisible();
  await editor.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(editor).toBeHidden();
  // What is due in the minute of the start is checked soon after.
  await server.restart();
  const titles = page.getByRole('grid', { name: 'Episodes' }).getByRole('heading', { level: 3 });
  await expect(titles.first()).toHaveText('New fable 3', { timeout: 15_000 });
});
