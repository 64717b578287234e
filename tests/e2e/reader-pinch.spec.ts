import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { boxAtRest } from './support/box.ts';
import { expect, test } from './support/fixtures.ts';
import { bookNamed, isOnPage, serve, shelve, wordAtTop } from './support/reader.ts';
import { pinch, swipe } from './support/touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const chapters = ['One', 'Two'].map((title) => ({ title, body: paragraphs(title, 30) }));
const APART = [
  [
    { x: 170, y: 300 },
    { x: 210, y: 300 },
  ],
  [
    { x: 150, y: 300 },
    { x: 230, y: 300 },
  ],
] as const;
const [near, far] = [[...APART[0]], [...APART[1]]] as [[Point, Point], [Point, Point]];
type Point = (typeof APART)[0][0] | { x: number; y: number };

function readerOf(page: Page) {
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  return {
    surface: reader.getByRole('region', { name: 'Page', exact: true }),
    position: reader.getByRole('contentinfo').getByRole('status'),
    /** The browser’s own zoom, which would enlarge the bars as well. */
    zoom: () => page.evaluate(() => visualViewport?.scale),
  };
}

for (const format of ['epub', 'mobi'] as const)
  test(`two fingers set the text size of an ${format}, and swipes turn pages`, async ({ page, api, signIn }) => {
    const id =
      format === 'epub'
        ? await bookNamed(api, 'Alice: A Reader')
        : (await shelve(api, { 'Long Words.mobi': createMobi({ chapters }) })).get('Long Words');
    await signIn();
    if (format === 'epub') await serve(page, createEpub({ chapters }));
    await page.goto(`/item/${id}?read=main`);
    const { surface, position, zoom } = readerOf(page);
    await expect(position).toContainText('Page 1 of');
    const size = () =>
      surface.evaluate((element) => {
        const root = [...element.querySelectorAll('iframe')].at(-1)?.contentDocument?.documentElement;
        return root ? Math.round(parseFloat(getComputedStyle(root).fontSize)) : 0;
      });
    await expect.poll(size).toBe(16);
    await swipe(page, { x: 300, y: 300 }, { x: 80, y: 300 });
    await expect(position).toContainText('Page 2 of');
    const word = await wordAtTop(surface);
    await pinch(page, near, far);
    await expect.poll(size).toBe(32);
    await expect.poll(() => isOnPage(surface, word)).toBe(true);
    expect(await zoom()).toBe(1);
    await swipe(page, { x: 300, y: 300 }, { x: 80, y: 300 });
    await expect.poll(() => isOnPage(surface, word)).toBe(false);
    await pinch(page, far, near);
    await expect.poll(size).toBe(16);
  });

for (const [format, title, pages] of [
  ['comic', 'The Crow and the Pitcher', 8],
  ['pdf', 'Carol in Pages', null],
] as const)
  test(`two fingers zoom the page of a ${format} about the point between them`, async ({ page, api, signIn }) => {
    await signIn();
    await page.goto(`/item/${await bookNamed(api, title)}?read=main`);
    const { surface, position, zoom } = readerOf(page);
    await expect(position).toContainText(pages === null ? 'Page 1 of' : `Page 1 of ${pages}`);
    const shown = surface.locator('img, .pdf-page');
    await expect(shown).toHaveCount(1);
    const before = await boxAtRest(shown);
    const at = { x: before.x + before.width * 0.7, y: before.y + before.height * 0.4 };
    const around = (by: number): [Point, Point] => [
      { x: at.x - by, y: at.y },
      { x: at.x + by, y: at.y },
    ];
    await pinch(page, around(20), around(40));
    await expect.poll(async () => Math.round((await boxAtRest(shown)).width / before.width)).toBe(2);
    const after = await boxAtRest(shown);
    expect((at.x - after.x) / after.width).toBeCloseTo(0.7, 1);
    expect((at.y - after.y) / after.height).toBeCloseTo(0.4, 1);
    expect(await zoom()).toBe(1);
    // One finger pans the page that is larger than the view; it is no swipe.
    await swipe(page, { x: 300, y: 400 }, { x: 80, y: 400 });
    await expect(position).toContainText('Page 1 of');
    await pinch(page, around(40), around(20));
    await expect.poll(async () => (await boxAtRest(shown)).width).toBe(before.width);
    // A touchpad sends a wheel with Ctrl for it.
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await boxAtRest(shown)).width / before.width).toBeCloseTo(1.28, 1);
    await expect.poll(() => surface.locator('> div').evaluate((pages) => pages.style.transform)).toBe('');
    await expect.poll(async () => (await boxAtRest(shown)).width / before.width).toBeCloseTo(1.28, 1);
    await surface.press('0');
    await expect.poll(async () => (await boxAtRest(shown)).width).toBe(before.width);
    await swipe(page, { x: 300, y: 400 }, { x: 80, y: 400 });
    await expect(position).toContainText('Page 2 of');
  });
