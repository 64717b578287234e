import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { connect, expect, expectAccessible, LISTENER, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { openLive } from './support/live.ts';
import { SERVER_GONE } from './support/watch.ts';

test.use({ timezoneId: 'Europe/Berlin' });

const DAY_MS = 86_400_000;
const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Sessions of ten minutes each: `count` days up to yesterday in Berlin, at noon UTC. */
async function listen(api: ServerApi, count: number): Promise<void> {
  const books = await booksOf(api, await bookLibrary(api));
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format();
  const sessions = Array.from({ length: count }, (_, index) => {
    const startedAt = Date.parse(`${today}T12:00:00Z`) - (index + 1) * DAY_MS;
    return {
      id: randomUUID(),
      libraryItemId: books[index % books.length]?.id,
      episodeId: null,
      duration: 3600,
      startTime: 0,
      currentTime: 750,
      timeListening: 600,
      startedAt,
      updatedAt: startedAt + 600_000,
    };
  });
  await api.call('POST', '/api/session/local-all', { sessions, deviceInfo: {} });
}

test('own statistics are computed, shown as pictures and tables, and saved (STA-001, STA-002, STA-004, areas 16.1)', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await listen(api, 3);
  await openLive(page, '/config/stats', /\/api\/me\/listening-stats/);
  const hours = page.getByRole('img', { name: 'By hour of the week' });
  await expect(hours).toBeVisible();
  await expect(page.getByText('From all of your 3 sessions.', { exact: true })).toBeVisible();
  await expect(region(page, 'Streaks and pace').getByText('3 days').first()).toBeVisible();
  await expect(region(page, 'Streaks and pace').getByText('1.25×')).toBeVisible();
  // In Berlin that is one or two in the afternoon.
  await expect(hours.locator('desc')).toHaveText(/, [12] PM, 10 min\.$/);
  await expectAccessible(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Your stats' });
  await expect(link).toBeVisible();
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(link).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize(size);

  const table = page.getByRole('button', { name: 'Top authors: show as table' });
  await table.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Top authors' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Top authors: show as picture' })).toBeFocused();

  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: 'By hour of the week: save picture' }).click();
  const png = readFileSync(await (await picture).path());
  expect((await picture).suggestedFilename()).toBe('Earmark By hour of the week.png');
  // PNG: its signature, then width and height.
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.length > 5000]).toEqual(['PNG', 1216, true]);

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const rows = readFileSync(await (await csv).path(), 'utf8').split('\r\n');
  expect(rows).toContain('Time listened,,1800,seconds,');
  expect(rows.filter((row) => row.startsWith('Current streak,,3,days,'))).toHaveLength(1);

  // A session that ends somewhere else.
  const { books } = { books: await booksOf(api, await bookLibrary(api)) };
  const { id } = (await api.call('POST', `/api/items/${books[0]?.id}/play`, { deviceInfo: {} })) as { id: string };
  await api.call('POST', `/api/session/${id}/sync`, { currentTime: 60, timeListened: 60, duration: 3600 });
  await api.call('POST', `/api/session/${id}/close`);
  await expect(page.getByText('From all of your 4 sessions.', { exact: true })).toBeVisible();
  await expect(region(page, 'Streaks and pace').getByText('4 days').first()).toBeVisible();
});

test('a long history loads its latest sessions, and all of them on request', async ({
  page,
  server,
  signIn,
  watch,
}) => {
  watch.allow(SERVER_GONE);
  const listener = await connect(server, LISTENER);
  await listen(listener, 2100);
  await signIn(LISTENER);
  await page.goto('/config/stats');
  await expect(page.getByText('From your latest 2,000 sessions of 2,100.', { exact: true })).toBeVisible();
  await server.kill();
  await page.getByRole('button', { name: 'Load all sessions' }).click();
  await expect(page.getByText(/^Couldn’t load all your sessions\./)).toBeVisible();
  await server.restart();
  await expect(page.getByText('From all of your 2,100 sessions.', { exact: true })).toBeVisible();
  await expect(region(page, 'Streaks and pace').getByText('2,100 days').first()).toBeVisible();
});
