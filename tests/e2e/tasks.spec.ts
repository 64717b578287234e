import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookLibrary } from './support/library.ts';
import { becomesLive, hasItsCode } from './support/live.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Activity/ });
/** So many books take some seconds to scan. */
const MANY = 300;
const EPUB = path.resolve("server/demo/library/books/Aesop/Aesop's Fables/Aesop's Fables.epub");
const RELEASES = 'https://api.github.com/repos/advplyr/audiobookshelf/releases';

test('the list of tasks shows a scan while it runs, and its result when it ends (GEN-025)', async ({
  page,
  api,
  signIn,
}) => {
  const libraryId = await bookLibrary(api);
  await signIn();
  const live = becomesLive(page);
  await page.goto('/');
  await live;
  await expect(bell(page)).toBeVisible();
  await api.call('POST', `/api/libraries/${libraryId}/scan?force=1`);
  await expect(bell(page)).toHaveAccessibleName('Activity: new results');
  await bell(page).click();
  const list = page.getByRole('dialog', { name: /^Activity/ });
  await expect(list.getByRole('listitem')).toContainText(/Scanning “.+”\d+ updated \(/);
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName('Activity');
});

test('the list of tasks is requested once at the start, and once more after a lost connection', async ({
  page,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/ERR_|WebSocket|Failed to load/);
  let requested = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/tasks') requested += 1;
  });
  await signIn();
  const whole = hasItsCode(page);
  await page.goto('/');
  await whole;
  await expect.poll(() => requested).toBe(1);
  const again = becomesLive(page);
  await server.restart();
  await again;
  await expect.poll(() => requested).toBe(2);
});

test('an administrator cancels a scan of many books', async ({ page, api, signIn }) => {
  const demo = (await api.call('GET', `/api/libraries/${await bookLibrary(api)}`)) as {
    folders: { fullPath: string }[];
  };
  const fullPath = path.join(demo.folders[0]?.fullPath ?? '', '../many');
  for (let number = 0; number < MANY; number += 1) {
    mkdirSync(`${fullPath}/Book ${number}`, { recursive: true });
    copyFileSync(EPUB, `${fullPath}/Book ${number}/book.epub`);
  }
  const library = (await api.call('POST', '/api/libraries', {
    name: 'Many',
    mediaType: 'book',
    provider: 'google',
    folders: [{ fullPath }],
  })) as { id: string };
  await signIn();
  const live = becomesLive(page);
  await page.goto('/');
  await live;
  await bell(page).click();
  const list = page.getByRole('dialog', { name: /^Activity/ });
  await api.call('POST', `/api/libraries/${library.id}/scan`);
  await list.getByRole('button', { name: 'Cancel: Scanning “Many”' }).click();
  await expect(list.getByRole('listitem')).toHaveText(/^DoneScanning “Many”Canceled(\d+ added|No changes needed) \(/);
  const { total } = (await api.call('GET', `/api/libraries/${library.id}/items?limit=1`)) as { total: number };
  expect(total).toBeLessThan(MANY);
});

test('a newer version of another server is announced once, and the changelog opens from the version', async ({
  page,
  signIn,
  watch,
}) => {
  let requests = 0;
  const release = (tag_name: string, body: string) => ({ tag_name, body, published_at: '2026-03-09T12:00:00Z' });
  await page.route(RELEASES, (route) => {
    requests += 1;
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: [
        release('v99.1.0', 'Much later'),
        release('v2.26.0', '### Added\n\n- **Notes** <img src=x onerror="document.title=1"><script>x()</script>'),
        release('not a version', ''),
      ],
    });
  });
  await page.route('**/api/authorize', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), Source: 'docker' } });
  });
  watch.allow(/inline event handler/);
  await signIn();
  await page.goto('/');
  const notice = page.getByRole('link', { name: 'Update is available! Check release notes for v99.1.0' });
  await expect(notice).toHaveAttribute('href', 'https://github.com/advplyr/audiobookshelf/releases/tag/v99.1.0');
  const [box, width] = [await notice.boundingBox(), page.viewportSize()?.width ?? 0];
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(60);
  expect(box?.y).toBeLessThan(140);
  await expectAccessible(page, '.toast-in');
  await page.getByRole('button', { name: 'Close and ignore this version' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'v2.26.0: open the changelog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changelog' });
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['v2.26.0']);
  await expect(dialog.getByText('Notes')).toBeVisible();
  await expect(dialog.locator('img, script')).toHaveCount(0);
  await expectAccessible(page, '[role="dialog"]');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Update: v99.1.0/ })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(requests).toBe(1);
});
