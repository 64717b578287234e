import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookNamed, serve } from './support/reader.ts';
import { reloadAtRest } from './support/reload.ts';

/** Colours drawn in the book, with the words below them. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap((frame) => {
      const registry = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights;
      return [...(registry ?? [])].flatMap(([name, ranges]) =>
        [...ranges].map((range) => `${name.replace('earmark-', '')}: ${String(range).trim()}`),
      );
    }),
  );

test('marks are made by keyboard, survive fonts and reloads, show in both tabs, and are restored from a file', async ({
  page,
  context,
  api,
  signIn,
  watch,
}) => {
  // Axe tries to run in the book's frame too, and is blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chapters = ['One', 'Two'].map((title) => ({ title, body: paragraphs(title, 20) }));
  const address = `/item/${await bookNamed(api, 'Alice: A Reader')}?read=main`;
  await signIn();
  await serve(page, createEpub({ chapters }));
  await page.goto(address);
  const reader = page.getByRole('dialog', { name: 'Reading Alice: A Reader' });
  const position = reader.getByRole('contentinfo').getByRole('status');
  await expect(position).toContainText('Page 1 of');
  await reader.getByRole('button', { name: 'Next page' }).click();
  await expect(position).not.toContainText('Page 1 of');

  // By keyboard: the first word, more of them, the menu, a colour.
  await reader.getByRole('region', { name: 'Page' }).focus();
  await page.keyboard.press('h');
  await expect(reader.getByText(/^Selected: One/)).toBeAttached();
  for (let words = 0; words < 8; words++) await page.keyboard.press('Shift+ArrowRight');
  await expect(reader.getByText(/^Selected: One\S* One/)).toBeAttached();
  await page.keyboard.press('Enter');
  const menu = reader.getByRole('toolbar', { name: 'Selected words' });
  await expect(menu.getByRole('button', { name: 'Yellow' })).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await menu.getByRole('button', { name: 'Copy with source' }).click();
  await expect(reader.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^“One.+”\n— .*Alice: A Reader, One$/);
  await menu.getByRole('button', { name: 'Green' }).click();
  await expect(menu).toBeHidden();
  await expect.poll(() => drawn(page)).toEqual([expect.stringMatching(/^green: One/)]);
  const [mark = ''] = await drawn(page);
  const noted = mark.replace('green', 'noted');
  await page.keyboard.press('b');
  const bookmark = reader.getByRole('button', { name: 'Bookmark this page' });
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');

  // A note, by the panel; the other tab shows all marks, and its removal shows here.
  await reader.getByRole('button', { name: 'Highlights and bookmarks' }).click();
  const panel = reader.getByRole('complementary', { name: 'Highlights and bookmarks' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, '[role=dialog]');
  await panel.getByRole('button', { name: /^Edit One-/ }).click();
  const editor = page.getByRole('dialog', { name: 'Highlight', exact: true });
  await editor.getByRole('textbox', { name: 'Note' }).fill('Why?');
  await page.goBack();
  await expect(editor).toBeHidden();
  await expect(panel.getByText('Why?')).toBeVisible();
  const other = await context.newPage();
  watch.follow(other);
  await serve(other, createEpub({ chapters }));
  await other.goto(address);
  await other.getByRole('button', { name: 'Highlights and bookmarks' }).click();
  const otherPanel = other.getByRole('complementary', { name: 'Highlights and bookmarks' });
  await expect(otherPanel.getByText('Why?')).toBeVisible();
  await otherPanel.getByRole('button', { name: /^Remove One$/ }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await other.close();

  // Saved, larger letters, read again: the words are the same.
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Export as JSON' }).click();
  const saved = readFileSync(await (await download).path());
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await page.getByRole('slider', { name: 'Font size' }).focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect.poll(() => drawn(page)).toEqual([mark, noted]);
  await reloadAtRest(page, 1);
  await expect.poll(() => drawn(page)).toEqual([mark, noted]);

  // Removed, and restored from the file; a second import doubles nothing.
  await reader.getByRole('button', { name: 'Highlights and bookmarks' }).click();
  await panel.getByRole('button', { name: /^Remove One-/ }).click();
  await expect.poll(() => drawn(page)).toEqual([]);
  for (const said of ['1 mark added.', 'Nothing new in the file. 1 was there already.']) {
    await panel.getByLabel('Import').setInputFiles({ name: 'marks.json', mimeType: 'application/json', buffer: saved });
    await expect(reader.getByText(said)).toBeVisible();
  }
  await panel.getByRole('button', { name: /^One-/ }).click();
  await expect(panel).toBeHidden();
  await expect.poll(() => drawn(page)).toEqual([mark, noted]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test('the menu of a mark fits fingers, and its undo shows below the list of marks', async ({
    page,
    api,
    signIn,
    watch,
  }) => {
    watch.allow(/Blocked script execution in 'about:srcdoc'/);
    const chapters = [
      { title: 'One', body: '<p><a href="c1.xhtml">Linked</a> words</p>' },
      { title: 'Two', body: '<p>The second</p>' },
    ];
    await signIn();
    await serve(page, createEpub({ chapters }));
    await page.goto(`/item/${await bookNamed(api, 'Alice: A Reader')}?read=main`);
    const reader = page.getByRole('dialog', { name: /^Reading/ });
    await expect(reader.getByRole('contentinfo').getByRole('status')).toContainText('Page 1 of');
    await reader.getByRole('region', { name: 'Page' }).focus();
    await page.keyboard.press('h');
    await expect(reader.getByText(/^Selected: Linked/)).toBeAttached();
    await page.keyboard.press('Enter');
    await reader.getByRole('toolbar').getByRole('button', { name: 'Yellow' }).tap();
    await expect.poll(() => drawn(page)).toEqual(['yellow: Linked']);
    await page.locator('iframe').filter({ visible: true }).contentFrame().getByRole('link').tap();
    const menu = reader.getByRole('toolbar', { name: 'Highlight' });
    await expect(menu.getByRole('button')).toHaveCount(10);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(async () => (await boxAtRest(menu)).width).toBeLessThanOrEqual(width);
      for (const button of await menu.getByRole('button').all()) {
        const box = await boxAtRest(button);
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
      }
    }
    await menu.getByRole('button', { name: 'Close' }).tap();
    // At the end of the book the menu is beside the question there, and none covers the other.
    await reader.getByRole('region', { name: 'Page' }).focus();
    await page.keyboard.press('ArrowRight');
    const question = reader.getByRole('button', { name: 'Mark as finished' });
    await expect(question).toBeVisible();
    await page.keyboard.press('h');
    await expect(reader.getByText(/^Selected: The/)).toBeAttached();
    await page.keyboard.press('Enter');
    await question.click({ trial: true });
    await reader.getByRole('toolbar').getByRole('button', { name: 'Pink' }).tap();
    await expect.poll(() => drawn(page)).toContainEqual('pink: The');
    await reader.getByRole('button', { name: 'Highlights and bookmarks' }).tap();
    const panel = reader.getByRole('complementary', { name: 'Highlights and bookmarks' });
    await panel
      .getByLabel('Import')
      .setInputFiles({ name: 'marks.json', mimeType: 'application/json', buffer: Buffer.from('?') });
    const said = panel.getByText(/isn’t a marks file/);
    await expect(said).toBeVisible();
    const list = await boxAtRest(panel.locator('[data-scroller]'));
    expect((await boxAtRest(said)).y).toBeGreaterThanOrEqual(list.y + list.height);
  });
});
