import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { becomesLive } from './support/live.ts';
import { bookNamed, isOnPage, placeInAccount, serve, wordAtTop } from './support/reader.ts';

const epub = () =>
  createEpub({ chapters: ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 12) })) });

async function read(page: Page, id: string) {
  await serve(page, epub());
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const surface = reader.getByRole('region', { name: 'Page' });
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
  return { reader, surface };
}

test('a newer place of another device is offered while reading, with a way back', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  const live = becomesLive(page);
  const { reader, surface } = await read(page, id);
  await live;
  await api.call('PATCH', `/api/me/progress/${id}`, { ebookLocation: 'epubcfi(/6/6!/4/2/1:0)', ebookProgress: 0.4 });
  await expect(reader.getByText('You read to 40% on another device or tab.')).toBeVisible();
  expect(await isOnPage(surface, 'One-0-0')).toBe(true);
  await expectAccessible(page, '[role=dialog]');
  await reader.getByRole('button', { name: 'Go there' }).click();
  await expect.poll(() => isOnPage(surface, 'Three-0-0')).toBe(true);
  await reader.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);
  await expect.poll(() => placeInAccount(api, id)).toMatch(/^epubcfi\(\/6\/2!/);
});

test('a place read while the server was down reaches the account when it is back, without another turn', async ({
  page,
  api,
  server,
  signIn,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_|WebSocket|net::/);
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  const { reader, surface } = await read(page, id);
  // The page below the book has its code too.
  await page.waitForLoadState('networkidle');
  await server.kill();
  await surface.focus();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/me/progress/'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(false);
  // Long enough in view to be saved, had the server answered; then the reader closes.
  await failed;
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await server.restart();
  await expect.poll(() => placeInAccount(api, id), { timeout: 20_000 }).toMatch(/^epubcfi\(\/6\/2!/);
});

test('a footnote and an endnote leave the place in the account, and lead back', async ({ page, api, signIn }) => {
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  const marks = '<p><a href="#note">Footnote</a> <a href="c1.xhtml#end">Endnote</a></p>';
  const body = `${marks}${paragraphs('One', 12)}<p id="note">The note of the chapter.</p>`;
  const chapters = [
    { title: 'One', body },
    { title: 'Notes', body: '<p>Notes</p>' },
  ];
  await serve(page, createEpub({ chapters }));
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const surface = reader.getByRole('region', { name: 'Page' });
  const shown = surface.locator('iframe').filter({ visible: true }).contentFrame();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
  await shown.getByRole('link', { name: 'Footnote' }).click();
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(false);
  await reader.getByRole('button', { name: 'Back to 0%' }).click();
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);
  await shown.getByRole('link', { name: 'Endnote' }).click();
  await expect(reader.getByRole('contentinfo').getByRole('status')).toContainText('100%');
  await expect(reader.getByText('You’ve reached the end.')).toBeHidden();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);
  await expect(reader.getByRole('button', { name: 'Back to 0%' })).toBeHidden();
  await expect.poll(() => placeInAccount(api, id)).toMatch(/^epubcfi\(\/6\/2!/);
});
