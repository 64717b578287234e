import { boxAtRest } from './support/box.ts';
import { pictureOf, startBookWeb, type BookWeb } from './support/book-web.ts';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf, one } from './support/library.ts';
import { SERVER_GONE } from './support/watch.ts';

let web: BookWeb;
test.beforeAll(async () => {
  web = await startBookWeb();
});
test.afterAll(() => web.stop());
// The service runs on this machine.
test.use({ serverOptions: { allowPrivateFeeds: true } });

/** The service as a metadata provider that an administrator has added. */
const addProvider = (api: ServerApi) =>
  api.call('POST', '/api/custom-metadata-providers', { name: 'Book web', url: web.url, mediaType: 'book' });

const coverOf = async (api: ServerApi, id: string) =>
  ((await api.call('GET', `/api/items/${id}?expanded=1`)) as { media: { coverPath: string | null } }).media.coverPath;

/** In the page: the names of the files that the browser keeps over a reload. */
async function keptFiles(): Promise<string[]> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'earmark-files')) return [];
  const answer = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve) => {
      request.addEventListener('success', () => {
        resolve(request.result);
      });
    });
  const database = await answer(indexedDB.open('earmark-files'));
  const files = await answer(database.transaction('files').objectStore('files').getAll());
  database.close();
  return files.map(({ name }: { name: string }) => name);
}

test('a cover is found at a service, uploaded and removed, with a preview before it is set', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  // A removed cover may be read once more before the page learns of it.
  watch.allow(SERVER_GONE, /404 .*\/cover\?/);
  await addProvider(api);
  const book = one(await booksOf(api, await bookLibrary(api)), 0);
  const { title } = book.media.metadata;
  await signIn();
  await page.goto(`/item/${book.id}?edit=${book.id}`);
  const dialog = page.getByRole('dialog', { name: `Edit: ${title}` });
  const tabs = dialog.getByRole('tablist', { name: 'Parts of the item' });
  const place = await boxAtRest(tabs);
  await dialog.getByRole('tab', { name: 'Tools' }).click();
  expect(await boxAtRest(tabs)).toEqual(place);
  await dialog.getByRole('tab', { name: 'Cover' }).click();
  await dialog.getByLabel('Source').click();
  await page.getByRole('option', { name: 'Book web' }).click();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText('2 covers found.')).toBeVisible();
  await expect(dialog.getByText('500 × 800 pixels')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cover 1, from 127.0.0.1' }).click();
  const chosen = dialog.getByRole('group', { name: 'New cover' });
  await expect(chosen.getByText('500 × 800 pixels')).toBeVisible();
  await expect(chosen.getByRole('button', { name: 'Use this cover' })).toBeInViewport();
  await expectAccessible(page, '[role=dialog]');
  const before = await coverOf(api, book.id);
  await chosen.getByRole('button', { name: 'Use this cover' }).click();
  await expect(chosen).toBeHidden();
  await expect(dialog.getByText('500 × 800 pixels').first()).toBeVisible();
  await expect.poll(() => coverOf(api, book.id)).not.toBe(before);
  const upload = { name: 'own.jpg', mimeType: 'image/jpeg', buffer: await pictureOf(300, 300, '#406040') };
  await dialog.getByLabel('Choose a picture').setInputFiles(upload);
  await expect(chosen.getByText('300 × 300 pixels')).toBeVisible();
  await expect.poll(() => page.evaluate(keptFiles)).toEqual(['own.jpg']);
  await page.reload();
  await expect(chosen.getByText(/^The picture you chose before the page reloaded is back\./)).toBeVisible();
  await expect(chosen.getByText('300 × 300 pixels')).toBeVisible();
  await server.kill();
  await chosen.getByRole('button', { name: 'Use this cover' }).click();
  await expect(dialog.getByText('Can’t reach the server. Check your connection and try again.')).toBeVisible();
  await server.restart();
  await chosen.getByRole('button', { name: 'Use this cover' }).click();
  const current = dialog.getByRole('figure').filter({ hasText: 'Current cover' });
  await expect(current.getByText('300 × 300 pixels')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove cover' }).click();
  await expect(page.getByText(/^Remove the cover of/)).toBeVisible();
  await page
    .getByRole('dialog', { name: 'Remove cover', exact: true })
    .getByRole('button', { name: 'Remove cover' })
    .click();
  await expect(dialog.getByText('No cover', { exact: true })).toBeVisible();
  await expect.poll(() => coverOf(api, book.id)).toBeNull();
});

test('the data of a service is compared field by field, applied and undone', async ({ page, api, signIn, watch }) => {
  // The tab searches at once, in a source that the test can't reach.
  watch.allow(/502/);
  await addProvider(api);
  const book = one(await booksOf(api, await bookLibrary(api)), 0);
  const { title } = book.media.metadata;
  const titleOf = async () =>
    ((await api.call('GET', `/api/items/${book.id}?expanded=1`)) as typeof book).media.metadata.title;
  await signIn();
  await page.goto(`/item/${book.id}?edit=${book.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit: / });
  await dialog.getByRole('tab', { name: 'Match' }).click();
  await dialog.getByLabel('Source').click();
  await page.getByRole('option', { name: 'Book web' }).click();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog.getByText('2 results, the best first.')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: /^Matched title/ }).click();
  await dialog.getByLabel('Use: Cover').uncheck();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog.getByRole('insertion').filter({ hasText: 'Matched title' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: /^Save \d+ changes$/ }).click();
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Matched title');
  const notices = page.getByRole('region', { name: 'Notifications' });
  await notices.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue(title);
  await expect.poll(titleOf).toBe(title);
});

test('files are inspected, downloaded under their name and deleted', async ({ page, api, signIn }) => {
  const book = one(await booksOf(api, await bookLibrary(api)), 0);
  await signIn();
  await page.goto(`/item/${book.id}?edit=${book.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit: / });
  await dialog.getByRole('tab', { name: 'Files' }).click();
  await expect(dialog.getByRole('heading', { name: /^All files/ })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  const more = dialog.getByRole('button', { name: /^More about .*\.(mp3|m4b)$/ }).first();
  await more.press('Enter');
  await dialog.getByRole('button', { name: 'Probe the file' }).press('Enter');
  await expect(dialog.getByLabel('What ffprobe says')).toContainText('duration');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'All files' }).press('Enter');
  await expect(more).toBeFocused();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download cover.jpg' }).click();
  expect((await download).suggestedFilename()).toBe('cover.jpg');
  await dialog.getByRole('button', { name: 'Delete cover.jpg' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Delete cover.jpg' })).toBeHidden();
  await dialog.getByRole('tab', { name: 'Details' }).click();
  await dialog.getByRole('button', { name: 'Re-scan' }).press('Enter');
  await expect(dialog.getByText(/^(Updated from its files|Already up to date)\.$/)).toBeVisible();
});

test('chapters and tools lead to their pages, and the modal closes', async ({ page, api, signIn }) => {
  const book = one(await booksOf(api, await bookLibrary(api)), 0);
  await signIn();
  await page.goto(`/item/${book.id}?edit=${book.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit: / });
  await dialog.getByRole('tab', { name: 'Tools' }).click();
  await expect(dialog.getByRole('button', { name: 'Quick embed' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('tab', { name: 'Chapters' }).click();
  await expect(dialog.getByRole('table', { name: 'Chapters' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('link', { name: 'Edit chapters' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/audiobook/${book.id}/chapters$`));
  await expect(dialog).toBeHidden();
});
