import type { Page } from 'playwright/test';
import { createPdf } from '../support/pdf.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test, type ServerApi } from './support/fixtures.ts';
import { bookLibrary, booksOf } from './support/library.ts';
import { placeInAccount, reloadWhileReading } from './support/reader.ts';
import { swipe } from './support/touch.ts';

const TITLE = 'Carol in Pages';

async function pdfOf(api: ServerApi): Promise<string> {
  const book = (await booksOf(api, await bookLibrary(api))).find(({ media }) => media.metadata.title.includes(TITLE));
  if (!book) throw new Error(`The demo has no ${TITLE}`);
  return book.id;
}

const serve = (page: Page, file: Uint8Array) =>
  page.route('**/api/items/*/ebook/*', (route) =>
    route.fulfill({ body: Buffer.from(file), contentType: 'application/pdf' }),
  );

function readerOf(page: Page) {
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  // By name only: while the settings are open, only they expose roles.
  const surface = page.getByLabel('Page', { exact: true });
  return {
    reader,
    surface,
    position: reader.getByRole('contentinfo').getByRole('status'),
    settings: page.getByRole('dialog', { name: 'Reader settings' }),
    /** Share of the picture of a page that is not white. */
    ink: () =>
      surface
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          let dark = 0;
          for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
          return dark / (data.length / 4);
        }),
    width: () =>
      surface
        .locator('.pdf-page')
        .first()
        .evaluate((element) => element.getBoundingClientRect().width),
  };
}

test('the pdf of the demo is drawn, turned and resumes at its place', async ({ page, api, signIn, watch }) => {
  const id = await pdfOf(api);
  await signIn();
  await page.goto(`/item/${id}?read=main`);
  const { reader, surface, position, ink } = readerOf(page);
  await expect(position).toContainText('Page 1 of');
  await expect.poll(ink).toBeGreaterThan(0.001);
  await expect(surface.getByRole('group', { name: 'Page 1' })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('ArrowRight');
  await expect(position).toContainText('Page 2 of');
  await expect(surface.getByRole('group', { name: 'Page 2' })).toBeVisible();
  // At most the page in view, two after it and one before are drawn.
  await expect(surface.locator('.pdf-page')).toHaveCount(1);
  await reloadWhileReading(page, watch);
  await expect(position).toContainText('Page 2 of');
  await expect.poll(() => placeInAccount(api, id)).toBe('2');
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
});

const pages = Array.from({ length: 6 }, (_, index) => ({
  lines: [
    `Chapter of page ${index + 1}`,
    ...Array.from({ length: 15 }, (__, line) => `word-${index + 1}-${line} and more`),
  ],
}));

test('outline, search, links, size and layout of a pdf', async ({ page, api, signIn }) => {
  await signIn();
  const linked = {
    lines: ['Contents', 'Go to page 5', 'Visit the site'],
    links: [
      { line: 1, to: 5 },
      { line: 2, to: 'https://example.org/site' },
    ],
  };
  await serve(
    page,
    createPdf({
      pages: [linked, ...pages],
      outline: [
        ['Contents', 1],
        ['The first', 2],
        ['The last', 7],
      ],
    }),
  );
  await page.goto(`/item/${await pdfOf(api)}?read=main`);
  const { reader, surface, position, settings, width } = readerOf(page);
  await expect(position).toContainText('Page 1 of 7');
  // Links: inside it, and out of it after a question.
  await surface.getByRole('link', { name: 'Page 5' }).click();
  await expect(position).toContainText('Page 5 of 7');
  await expect(position).toContainText('The first');
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  const contents = reader.getByRole('complementary');
  await contents.getByRole('button', { name: 'The last' }).click();
  await expect(position).toContainText('Page 7 of 7');
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await contents.getByRole('searchbox').fill('WORD-3-');
  await expect(contents.getByRole('status')).toContainText('15 results');
  await expectAccessible(page, '[role=dialog]');
  await contents
    .getByRole('button', { name: /Page 4.*word-3-2 / })
    .first()
    .click();
  await expect(position).toContainText('Page 4 of 7');
  // Matches are marked, the current one more strongly; on a page larger than the view too.
  const found = surface.locator('mark');
  const current = surface.locator('mark[aria-current]');
  await expect(found).toHaveText(Array.from({ length: 15 }, () => 'word-3-'));
  await expect(current).toHaveCount(1);
  const first = await boxAtRest(current);
  await surface.focus();
  for (let steps = 0; steps < 8; steps++) await page.keyboard.press('+');
  await expect.poll(async () => (await boxAtRest(current)).width).toBeGreaterThan(first.width * 2);
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await contents
    .getByRole('button', { name: /Page 4.*word-3-14 / })
    .last()
    .click();
  await expect(contents).toBeHidden();
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect.poll(() => current.evaluate((mark) => mark.parentElement?.textContent)).toContain('word-3-14');
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('0');
  // They go with the search.
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await contents.getByRole('searchbox').fill('');
  await expect(found).toHaveCount(0);
  // Without a search its contents show again.
  await reader.getByRole('button', { name: 'Close the table of contents' }).click();
  await surface.getByText('word-3-4 and more').selectText();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('word-3-4 and more');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  // Zoom by keys; a quarter turn; whole pages, two of them.
  await surface.focus();
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(before);
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await settings.getByRole('radio', { name: 'Whole page' }).check();
  await settings.getByRole('radio', { name: 'Two pages' }).check();
  await expect(surface.locator('.pdf-page')).toHaveCount(2);
  await expectAccessible(page, '[role=dialog]');
  await settings.getByRole('button', { name: 'Rotate 90°' }).click();
  await expect
    .poll(() =>
      surface
        .locator('.pdf-page')
        .first()
        .evaluate((one) => one.clientWidth > one.clientHeight),
    )
    .toBe(true);
  await page.goBack();
  await expect(settings).toBeHidden();
  await surface.focus();
  await page.keyboard.press('Home');
  await expect(position).toContainText('Page 1 of 7');
  await surface.getByRole('link', { name: 'https://example.org/site' }).click();
  await expect(page.getByText('This book links to https://example.org/site')).toBeVisible();
});

test('a pdf from right to left turns and orders its pages that way, and a person can override it', async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await serve(page, createPdf({ pages, rtl: true }));
  await page.goto(`/item/${await pdfOf(api)}?read=main`);
  const { reader, surface, position, settings } = readerOf(page);
  await expect(position).toContainText('Page 1 of 6');
  const box = await boxAtRest(surface);
  const ways: (readonly [string, () => Promise<unknown>, number])[] = [
    ['key', () => page.keyboard.press('ArrowLeft'), 2],
    ['side', () => page.mouse.click(box.x + 40, box.y + 200), 3],
    ['key back', () => page.keyboard.press('ArrowRight'), 2],
    [
      'page key',
      () =>
        reader
          .getByRole('button', { name: 'Next page' })
          .focus()
          .then(() => page.keyboard.press('PageDown')),
      3,
    ],
    ['button', () => reader.getByRole('button', { name: 'Previous page' }).click(), 2],
  ];
  for (const [way, turn, number] of ways) {
    await turn();
    await expect(position, way).toContainText(`Page ${number} of 6`);
  }
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  await expect(settings.getByRole('radio', { name: 'Right to left' })).toBeChecked();
  await settings.getByRole('radio', { name: 'Two pages' }).check();
  const order = () =>
    surface
      .locator('.pdf-page')
      .evaluateAll((all) =>
        all
          .toSorted((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
          .map((one) => one.ariaLabel),
      );
  await expect.poll(order).toEqual(['Page 3', 'Page 2']);
  await settings.getByRole('radio', { name: 'Left to right' }).check();
  await expect.poll(order).toEqual(['Page 2', 'Page 3']);
  await page.goBack();
  await expect(settings).toBeHidden();
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(order).toEqual(['Page 4', 'Page 5']);
  // On pages larger than the view arrows scroll first, also sideways.
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('+');
  const [aside, most] = [
    () => surface.evaluate(({ scrollLeft }) => scrollLeft),
    () => surface.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ];
  await expect.poll(most).toBeGreaterThan(500);
  // Its middle has stayed in place.
  await expect.poll(async () => Math.round(((await aside()) / (await most())) * 10)).toBe(5);
  const before = await aside();
  await page.keyboard.press('ArrowRight');
  await expect.poll(aside).toBe(before + 120);
  while ((await aside()) < (await most()) - 1) await page.keyboard.press('ArrowRight');
  await expect(position).toContainText('Page 4–5 of 6');
  await page.keyboard.press('ArrowRight');
  await expect(position).toContainText('Page 6 of 6');
});

test('an unreadable pdf says why', async ({ page, api, signIn }) => {
  const id = await pdfOf(api);
  await signIn();
  const faults: (readonly [Uint8Array, string])[] = [
    [new Uint8Array(), 'The file is empty'],
    [new TextEncoder().encode('no pdf at all'), 'The file is damaged'],
  ];
  for (const [file, message] of faults) {
    await page.unroute('**/api/items/*/ebook/*');
    await serve(page, file);
    await page.goto('about:blank');
    await page.goto(`/item/${id}?read=main`);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  }
});

test('a pdf with a password opens with it, and says when it is wrong', async ({ page, api, signIn }) => {
  const id = await pdfOf(api);
  await signIn();
  await serve(page, createPdf({ pages, password: 'open sesame' }));
  await page.goto(`/item/${id}?read=main`);
  const form = page.getByRole('form', { name: 'This PDF needs a password' });
  const field = form.getByLabel('Password');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('b secret');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Incorrect password');
  await expect(field).toBeFocused();
  await field.fill('open sesame');
  await page.keyboard.press('Enter');
  await expect(readerOf(page).position).toContainText('Page 1 of 6');
  await expect(form).toBeHidden();
});

test('on a phone a pdf fills the width, and swipes turn pages', async ({ browser, server, api, signIn, watch }) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await signIn(undefined, context);
  const page = await context.newPage();
  watch.follow(page);
  await serve(page, createPdf({ pages }));
  await page.goto(`/item/${await pdfOf(api)}?read=main`);
  const { surface, position, width } = readerOf(page);
  await expect(position).toContainText('Page 1 of 6');
  await expect.poll(width).toBe((await boxAtRest(surface)).width);
  await expectAccessible(page, '[role=dialog]');
  await swipe(page, { x: 300, y: 300 }, { x: 80, y: 300 });
  await expect(position).toContainText('Page 2 of 6');
  await context.close();
});
