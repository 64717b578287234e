import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { asEncrypted, asLarge, createComic } from '../support/comic.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { placeInAccount, reloadWhileReading } from './support/reader.ts';
import { swipe } from './support/touch.ts';

const TITLE = 'The Crow and the Pitcher';
const CBR = readFileSync(path.join(import.meta.dirname, '../support/media/six-pages.cbr'));

async function comicOf(api: ServerApi): Promise<string> {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.metadata.title === TITLE);
  if (!book) throw new Error(`The demo has no ${TITLE}`);
  return book.id;
}

const serve = (page: Page, file: Uint8Array) =>
  page.route('**/api/items/*/ebook/*', (route) =>
    route.fulfill({ body: Buffer.from(file), contentType: 'application/octet-stream' }),
  );

function readerOf(page: Page) {
  const reader = page.getByRole('dialog', { name: `Reading ${TITLE}` });
  // By name only: while the settings are open, only they expose roles.
  const surface = page.getByLabel('Page', { exact: true });
  return {
    reader,
    surface,
    position: reader.getByRole('contentinfo').getByRole('status'),
    settings: page.getByRole('dialog', { name: 'Reader settings' }),
    /** The pages in view, from left to right, and below each other. */
    inView: () =>
      surface.evaluate((element) => {
        const view = element.getBoundingClientRect();
        return [...element.querySelectorAll('img')]
          .map((image) => ({ name: image.alt, box: image.getBoundingClientRect(), drawn: image.naturalWidth > 0 }))
          .filter(({ box, drawn }) => drawn && box.bottom > view.top + 1 && box.top < view.bottom - 1)
          .sort((one, other) => one.box.left - other.box.left || one.box.top - other.box.top)
          .map(({ name }) => name);
      }),
  };
}

/** Counts the picture addresses (object URLs) that a page holds. */
async function countPictures(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const held = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL.call(URL, blob);
      if (blob.type.startsWith('image/')) held.add(url);
      return url;
    };
    URL.revokeObjectURL = (url: string) => {
      held.delete(url);
      revokeObjectURL.call(URL, url);
    };
    Object.assign(window, { heldPictures: held });
  });
  return () => page.evaluate(() => (window as unknown as { heldPictures: Set<string> }).heldPictures.size);
}

test('a comic is read by every way, releases its pages, and resumes at its place', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const id = await comicOf(api);
  const held = await countPictures(page);
  await signIn();
  await page.goto(`/item/${id}`);
  await page.getByRole('button', { name: `Read ${TITLE}` }).click();
  const { reader, surface, position, inView, settings } = readerOf(page);
  await expect(position).toContainText('Page 1 of 8');
  await expect.poll(inView).toEqual(['Page 1']);
  // The title of a comic is hidden (EBK-003); the dialog has it as its name.
  await expect(reader.getByRole('heading', { level: 2, name: TITLE, exact: true })).toHaveCount(0);
  const box = await boxAtRest(surface);
  const ways: (readonly [string, () => Promise<unknown>, string])[] = [
    ['key', () => page.keyboard.press('ArrowRight'), 'Page 2'],
    ['side', () => page.mouse.click(box.x + box.width - 40, box.y + 200), 'Page 3'],
    ['space', () => page.keyboard.press('Space'), 'Page 4'],
    ['button', () => reader.getByRole('button', { name: 'Previous page' }).click(), 'Page 3'],
    ['wheel', () => page.mouse.move(box.x + 300, box.y + 200).then(() => page.mouse.wheel(0, 100)), 'Page 4'],
    ['last', () => surface.focus().then(() => page.keyboard.press('End')), 'Page 8'],
    ['first', () => page.keyboard.press('Home'), 'Page 1'],
  ];
  for (const [way, turn, name] of ways) {
    await turn();
    await expect.poll(inView, way).toEqual([name]);
    await expect(position, way).toContainText(`${name} of 8`);
  }
  await reader.getByRole('button', { name: 'Pages', exact: true }).click();
  const pages = reader.getByRole('complementary', { name: 'Pages' });
  await expect(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
  // A thumbnail is drawn while it is in view.
  const pictures = pages.locator('canvas');
  await expect(pictures).toHaveCount(8);
  await expect.poll(() => pictures.last().evaluate((one: HTMLCanvasElement) => one.height > one.width)).toBe(true);
  await expectAccessible(page, '[role=dialog]');
  await pages.getByRole('button', { name: 'Page 1', exact: true }).focus();
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(pages).toBeHidden();
  await expect.poll(inView).toEqual(['Page 6']);
  // The page in view, two after it and one before.
  await expect.poll(held).toBe(4);
  await reader.getByRole('slider', { name: 'Go to page' }).press('ArrowLeft');
  await expect.poll(inView).toEqual(['Page 5']);
  // Two pages, the cover alone; a page that fills the width can be scrolled.
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await expectAccessible(page, '[role=dialog]');
  await settings.getByRole('radio', { name: 'Two pages' }).check();
  await expect.poll(inView).toEqual(['Page 4', 'Page 5']);
  await settings.getByRole('radio', { name: 'Right to left' }).check();
  await expect.poll(inView).toEqual(['Page 5', 'Page 4']);
  await settings.getByRole('radio', { name: 'Left to right' }).check();
  await settings.getByRole('radio', { name: 'Single page' }).check();
  await settings.getByRole('radio', { name: 'Width' }).check();
  await expect.poll(() => surface.evaluate((element) => element.scrollHeight > element.clientHeight * 1.5)).toBe(true);
  expect(await surface.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.goBack();
  await expect(settings).toBeHidden();
  await surface.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => surface.evaluate((element) => element.scrollTop > 100)).toBe(true);
  await expect(position).toContainText('Page 5 of 8');
  await page.keyboard.press('ArrowRight');
  await expect(position).toContainText('Page 6 of 8');
  await expect.poll(() => surface.evaluate((element) => element.scrollTop)).toBe(0);
  await reloadWhileReading(page, watch);
  await expect.poll(inView).toEqual(['Page 6']);
  await expect.poll(() => placeInAccount(api, id)).toBe('6');
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await expect.poll(held).toBe(0);
});

test('a strip is scrolled, and pages far from the view are released', async ({ page, api, signIn }) => {
  const held = await countPictures(page);
  await signIn();
  await page.goto(`/item/${await comicOf(api)}?read=main`);
  const { reader, surface, position, settings } = readerOf(page);
  await expect(position).toContainText('Page 1 of 8');
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await settings.getByRole('radio', { name: 'Strip' }).check();
  await page.goBack();
  await expect(settings).toBeHidden();
  const box = await boxAtRest(surface);
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  for (let step = 0; step < 4; step++) await page.mouse.wheel(0, box.height);
  await expect(position).not.toContainText('Page 1 of 8');
  await surface.focus();
  await page.keyboard.press('End');
  await expect(position).toContainText('Page 8 of 8');
  await expect.poll(held).toBeLessThan(6);
  await page.keyboard.press('Home');
  await expect(position).toContainText('Page 1 of 8');
  await page.keyboard.press('Space');
  await expect.poll(() => surface.evaluate((element) => element.scrollTop > 300)).toBe(true);
});

test('a rar is read as well, and an unreadable comic says why', async ({ page, api, signIn, watch }) => {
  // The rar unpacker logs what is wrong with a file.
  watch.allow(/worker-bundle\.js/);
  const id = await comicOf(api);
  await signIn();
  await serve(page, CBR);
  await page.goto(`/item/${id}?read=main`);
  const { position, inView } = readerOf(page);
  await expect(position).toContainText('Page 1 of 6');
  for (const name of ['Page 2', 'Page 3']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(inView).toEqual([name]);
  }
  const faults: (readonly [Uint8Array, string])[] = [
    [new Uint8Array(), 'The file is empty'],
    [new TextEncoder().encode('no archive at all'.repeat(50)), 'The file is damaged'],
    [CBR.subarray(0, 60), 'The file is damaged'],
    [createComic(3).subarray(0, 100), 'The file is damaged'],
    [createComic(0, { 'words.txt': 'no pictures' }), 'The file is damaged'],
    [asEncrypted(createComic(3)), 'protected'],
    [asLarge(createComic(3), 4e8), 'too large for a browser to unpack'],
  ];
  for (const [file, message] of faults) {
    await page.unroute('**/api/items/*/ebook/*');
    await serve(page, file);
    await reloadWhileReading(page, watch);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  }
});

test('on a phone swipes turn pages, and a book keeps its direction', async ({
  browser,
  server,
  api,
  signIn,
  watch,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(undefined, context);
  const page = await context.newPage();
  watch.follow(page);
  await page.goto(`/item/${await comicOf(api)}?read=main`);
  const { reader, position, settings, inView } = readerOf(page);
  await expect(position).toContainText('Page 1 of 8');
  await expectAccessible(page, '[role=dialog]');
  await reader.getByRole('button', { name: 'Reader settings' }).tap();
  await settings.getByRole('radio', { name: 'Right to left' }).tap();
  await expect(settings.getByRole('radio', { name: 'Right to left' })).toBeChecked();
  await expectAccessible(page, '[role=dialog]');
  await page.goBack();
  await expect(settings).toBeHidden();
  await swipe(page, { x: 80, y: 400 }, { x: 300, y: 400 });
  await expect(position).toContainText('Page 2 of 8');
  await reloadWhileReading(page, watch);
  await expect.poll(inView).toEqual(['Page 2']);
  await page.touchscreen.tap(40, 400);
  await expect(position).toContainText('Page 3 of 8');
  await context.close();
});
