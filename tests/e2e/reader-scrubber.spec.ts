import type { Locator, Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { createPdf } from '../support/pdf.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookNamed, firstWord, isOnPage, placeInAccount, serve, shelve, wordAtTop } from './support/reader.ts';
import { swipe } from './support/touch.ts';

const chapters = ['One', 'Two', 'Three', 'Four'].map((title) => ({ title, body: paragraphs(title, 20) }));

async function read(page: Page, id: string, text = 'Page 1 of') {
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const footer = reader.getByRole('contentinfo');
  await expect(footer.getByRole('status')).toContainText(text);
  return {
    reader,
    footer,
    surface: reader.getByRole('region', { name: 'Page' }),
    position: footer.getByRole('status'),
    line: footer.getByRole('slider'),
    preview: footer.locator('[data-bubble]'),
    back: footer.getByRole('button', { name: /^Back to/ }),
    place: footer.getByRole('button', { name: /^Page \d/ }),
  };
}

/** Presses the line at a share of its width. The mouse stays down. */
async function hold(page: Page, line: Locator, share: number) {
  const { x, y, width, height } = await boxAtRest(line);
  await page.mouse.move(x + width * 0.02, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * share, y + height / 2, { steps: 4 });
}

test('an epub: the line shows where it would go, and goes there; the account keeps its place', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  // Axe tries to run in the book's frame too, and is blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  await serve(page, createEpub({ chapters }));
  const { reader, footer, surface, position, line, preview, back, place } = await read(page, id);
  const before = await boxAtRest(footer);
  await expect(footer.locator('[data-marks="3"]')).toHaveCount(1);
  await hold(page, line, 0.6);
  await expect(preview).toHaveText(/^Three · (?:59|60|61)%$/);
  const [track, bubble] = [await boxAtRest(line), await boxAtRest(preview)];
  // The same share of both: it stands at the thumb, and never leaves the line.
  expect(bubble.x + bubble.width * 0.6).toBeCloseTo(track.x + track.width * 0.6, -1);
  expect(bubble.y + bubble.height).toBeLessThanOrEqual(track.y);
  expect(await wordAtTop(surface)).toMatch(/^One-0-/);
  await page.mouse.up();
  await expect(preview).toBeHidden();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^Three-/);
  await expect(position).toContainText('Three');
  await expect(back).toBeVisible();
  expect(await placeInAccount(api, id)).toBeNull();
  expect((await boxAtRest(footer)).height).toBe(before.height);
  await back.click();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);

  // Escape lets go; the reader stays.
  await hold(page, line, 0.9);
  await expect(preview).toHaveText(/^Four · /);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await page.mouse.up();
  expect(await wordAtTop(surface)).toMatch(/^One-0-/);

  // By the keyboard alone.
  await line.focus();
  await page.keyboard.down('PageUp');
  await page.keyboard.down('PageUp');
  await page.keyboard.down('PageUp');
  await expect(line).toHaveAttribute('aria-valuetext', /^Two · 3\d%$/);
  await expect(preview).toBeVisible();
  await page.keyboard.up('PageUp');
  await expect.poll(() => wordAtTop(surface)).toMatch(/^Two-/);
  await place.press('Enter');
  const field = page.getByRole('textbox', { name: 'Go to %' });
  await expect(field).toBeFocused();
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/no such|doesn’t have that place/);
  await expectAccessible(page, '[role=dialog]');
  await field.fill('80%');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^Four-/);
  await place.press('Enter');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(place).toBeFocused();

  // Results of a search have their places, and own marks.
  await surface.focus();
  await page.keyboard.press('b');
  await expect(footer.locator('svg[data-marks="1"]')).toHaveCount(1);
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  await reader.getByRole('searchbox').fill('-19-59');
  await expect(footer.locator('svg[data-marks="4"]')).toHaveCount(1);
  await expectAccessible(page, '[role=dialog]');
});

test('on a phone the preview stands in the middle above the footer', async ({ page, api, signIn }) => {
  const id = await bookNamed(api, 'Alice: A Reader');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await serve(page, createEpub({ chapters }));
  const { footer, line, preview } = await read(page, id);
  await hold(page, line, 0.9);
  await expect(preview).toHaveText(/^Four · /);
  const bubble = await boxAtRest(preview);
  expect(bubble.x + bubble.width / 2).toBeCloseTo(195, 0);
  expect(bubble.y + bubble.height).toBeLessThanOrEqual((await boxAtRest(footer)).y + 1);
  await page.mouse.up();
});

test('a mobi: its share is gone to', async ({ page, api, signIn }) => {
  const books = await shelve(api, { 'Long Words.mobi': createMobi({ chapters }) });
  await signIn();
  const { surface, position, line, preview, back } = await read(page, books.get('Long Words') ?? '');
  await hold(page, line, 0.6);
  await expect(preview).toHaveText(/^Three · (?:59|60|61)%$/);
  await page.mouse.up();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^Three-/);
  await expect(position).toContainText(/(?:5[5-9]|60)%/);
  await back.click();
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
});

test('an epub with printed pages: the footer names the one of the first word, and goes to them', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const id = await bookNamed(api, 'Alice: A Reader');
  /** First words, in order; the last page begins in the middle of a paragraph. */
  const pages = [
    { label: 'xii', word: 'One-6-0', file: 'text/c0.xhtml' },
    { label: '1', word: 'Two-0-0', file: 'text/c1.xhtml' },
    { label: 'A-3', word: 'Two-8-30', file: 'text/c1.xhtml' },
  ];
  const bodies = ['One', 'Two', 'Three'].map((title) => ({
    title,
    body: pages.reduce(
      (body, { label, word }) =>
        body.replace(`${word} `, `<span id="p${label}" epub:type="pagebreak" role="doc-pagebreak"/>${word} `),
      paragraphs(title, 20),
    ),
  }));
  const printed = pages.map(({ label, file }) => [label, `${file}#p${label}`] as const);
  await signIn();
  await serve(page, createEpub({ chapters: bodies, printed }));
  const { reader, surface, position, back, place } = await read(page, id);
  await expect(position).not.toContainText('Printed');

  const field = page.getByRole('textbox', { name: 'Go to page' });
  const goTo = async (text: string) => {
    await place.press('Enter');
    await field.fill(text);
    await page.keyboard.press('Enter');
  };
  const orderOf = (word: string) => {
    const [chapter = '', paragraph, at] = word.split('-');
    return ['One', 'Two', 'Three'].indexOf(chapter) * 1e6 + Number(paragraph) * 1000 + Number(at);
  };
  /** Turns on, and compares the footer with the first word in view. */
  const expectPagesWhileTurning = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      const before = await firstWord(page);
      await page.keyboard.press('ArrowRight');
      await expect
        .poll(async () => {
          const word = await firstWord(page);
          const label = pages.findLast((one) => orderOf(one.word) <= orderOf(word))?.label;
          const shown = /Printed page (\S+)/.exec(await position.innerText())?.[1];
          return word !== before && (shown === label || { word, label, shown });
        })
        .toBe(true);
    }
  };
  await surface.focus();
  await expectPagesWhileTurning(6);

  await goTo(' a-3 ');
  await expect(field).toBeHidden();
  await expect(position).toContainText('Printed page A-3');
  expect(await isOnPage(surface, 'Two-8-30')).toBe(true);
  await expect(back).toBeVisible();
  await goTo('XII');
  await expect(position).toContainText('Printed page xii');
  expect(await isOnPage(surface, 'One-6-0')).toBe(true);
  await goTo('40%');
  await expect(position).toContainText('Printed page 1');
  await goTo('50');
  await expect(field).toHaveAccessibleDescription(/doesn’t have that place/);
  await field.fill('1');
  await expect(field).toHaveAccessibleDescription('xii–A-3 · 0%–100%');
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect.poll(() => wordAtTop(surface)).toBe('Two-0-0');

  // Scrolled, it is at the top.
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  await settings.getByRole('radio', { name: 'Scrolled' }).click();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(position).toContainText('Printed page 1');
  await goTo('A-3');
  await expect(position).toContainText('Printed page A-3');
  expect(await isOnPage(surface, 'Two-8-30')).toBe(true);
  await surface.focus();
  await expectPagesWhileTurning(3);
});

test('a pdf: pages are gone to by the line and by their numbers', async ({ page, api, signIn }) => {
  const pages = Array.from({ length: 20 }, (_, index) => ({ lines: [`Text of page ${index + 1}`] }));
  const outline = [
    ['The first', 1],
    ['The last', 11],
  ] as const;
  await page.route('**/api/items/*/ebook/*', (route) =>
    route.fulfill({ body: Buffer.from(createPdf({ pages, outline })), contentType: 'application/pdf' }),
  );
  const id = await bookNamed(api, 'Carol in Pages');
  await signIn();
  const { position, line, preview, back, place } = await read(page, id, 'Page 1 of 20');
  await line.focus();
  await page.keyboard.down('PageUp');
  await expect(preview).toHaveText('The last · Page 11');
  await page.keyboard.up('PageUp');
  await expect(position).toContainText('Page 11 of 20');
  await expect(back).toHaveText('Back to page 1');
  const field = page.getByRole('textbox', { name: 'Go to page' });
  for (const [typed, shown] of [
    ['12', 'Page 12 of 20'],
    ['45%', 'Page 10 of 20'],
  ] as const) {
    await place.press('Enter');
    await field.fill(typed);
    await page.keyboard.press('Enter');
    await expect(field).toBeHidden();
    await expect(position).toContainText(shown);
  }
  await place.press('Enter');
  await field.fill('21');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/doesn’t have that place/);
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(position).toContainText('Page 10 of 20');
});

test('on a phone, in a book from right to left: the footer keeps its height, swipes turn pages', async ({
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
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  await serve(page, createEpub({ rtl: true, chapters }));
  const { footer, position, line, back, place } = await read(page, await bookNamed(api, 'Alice: A Reader'));
  const before = await boxAtRest(footer);
  const area = await boxAtRest(line);
  expect(area.height).toBeGreaterThanOrEqual(44);
  expect(area.width).toBeGreaterThanOrEqual(72);
  await expectAccessible(page, '[role=dialog]');
  await swipe(page, { x: 80, y: area.y - 40 }, { x: 300, y: area.y - 40 });
  await expect(position).toContainText('Page 2 of');
  await page.touchscreen.tap(195, 400);
  // From the right: a press at the left is near the end.
  await page.touchscreen.tap(area.x + area.width * 0.1, area.y + area.height / 2);
  await expect(position).toContainText(/(?:[89]\d|7[5-9])%/);
  await expect(back).toBeVisible();
  expect((await boxAtRest(footer)).height).toBe(before.height);
  await place.tap();
  await page.getByRole('textbox', { name: 'Go to %' }).fill('30');
  await page.getByRole('button', { name: 'Go there' }).tap();
  await expect(position).toContainText(/2\d%|30%/);
  expect((await boxAtRest(footer)).height).toBe(before.height);
  await context.close();
});
