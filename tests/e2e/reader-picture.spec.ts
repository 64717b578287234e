import type { Page } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { bookNamed, isOnPage, openTrap, serve, wordAtTop } from './support/reader.ts';
import { pinch, swipe } from './support/touch.ts';

const MAP = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"><rect width="2000" height="1000" fill="teal"/></svg>`;
const bookWith = (trap: string) =>
  createEpub({
    chapters: [
      {
        title: 'One',
        body: `<p>${Array.from({ length: 8 }, (_, at) => `One-0-${at}`).join(' ')}</p>
          <p><img src="map.svg" alt="A map of the river" style="width:200px"/></p>
          <p><a href="c1.xhtml"><img src="map.svg" alt="Away" style="width:100px"/></a>
          <img src="${trap}/far.png" alt="Far" width="90" height="90"/></p>
          <svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 60 40"
            onclick="fetch('${trap}/press')"><title>A plan</title><script>fetch('${trap}/run')</script>
            <image href="${trap}/inside.png" width="9" height="9"/><rect width="60" height="40" fill="red"/></svg>
          ${paragraphs('One', 12).replace('One-0-', 'One-1-')}`,
      },
      { title: 'Two', body: paragraphs('Two', 12) },
    ],
    files: { 'OEBPS/text/map.svg': MAP },
    listed: { 'text/map.svg': 'image/svg+xml' },
  });

async function read(page: Page, id: string) {
  await page.goto(`/item/${id}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const surface = reader.getByRole('region', { name: 'Page', exact: true });
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
  return {
    surface,
    shown: surface.locator('iframe').filter({ visible: true }).contentFrame(),
    view: page.getByRole('dialog', { name: 'A map of the river' }),
  };
}

const widthOf = (page: Page) =>
  boxAtRest(page.locator('[role=application] img')).then(({ width }) => Math.round(width));

test('a picture opens large, is zoomed and panned, and closes to the page', async ({ page, api, signIn, watch }) => {
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  const trap = await openTrap();
  const id = await bookNamed(api, 'Alice: A Reader');
  await signIn();
  await serve(page, bookWith(trap.url));
  const { surface, shown, view } = await read(page, id);
  const map = shown.getByRole('button', { name: 'A map of the river' });
  await map.click();
  await expect(view).toBeVisible();
  const frame = view.getByRole('application');
  await expect(frame).toBeFocused();
  await expectAccessible(page, '[role=dialog]:has([role=application])');
  const whole = await widthOf(page);
  expect(whole).toBeGreaterThan(1000);

  await page.keyboard.press('+');
  await expect.poll(() => widthOf(page)).toBeGreaterThan(whole * 1.2);
  await page.keyboard.press('0');
  await expect.poll(() => widthOf(page)).toBe(whole);
  await view.getByRole('button', { name: 'Zoom in' }).click();
  await view.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => widthOf(page)).toBeGreaterThan(whole * 1.5);
  const { x } = await boxAtRest(frame.locator('img'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await boxAtRest(frame.locator('img'))).x).toBeLessThan(x);
  await view.getByRole('button', { name: 'Zoom to fit' }).click();
  await expect.poll(() => widthOf(page)).toBe(whole);
  await frame.dblclick();
  await expect.poll(() => widthOf(page)).toBe(2000);
  await frame.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(() => widthOf(page)).toBeGreaterThan(2400);
  await page.keyboard.press(' ');

  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  expect(await isOnPage(surface, 'One-0-0')).toBe(true);
  await expect(surface.locator('iframe').filter({ visible: true })).toBeFocused();
  // By the keyboard.
  await map.press('Enter');
  await expect(view).toBeVisible();
  await page.goBack();
  await expect(view).toBeHidden();
  await expect(map).toBeFocused();
  await expect(page).toHaveURL(/read=main/);

  await shown.getByRole('button', { name: 'A plan' }).click();
  const plan = page.getByRole('dialog', { name: 'A plan' });
  await expect(plan.locator('img')).toHaveAttribute('src', /^data:image\/svg\+xml,/);
  await plan.getByRole('button', { name: 'Close' }).click();
  await expect(plan).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(false);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => isOnPage(surface, 'One-0-0')).toBe(true);

  // In a link it leads on.
  await shown.getByRole('img', { name: 'Away' }).click();
  await expect.poll(() => isOnPage(surface, 'Two-0-0')).toBe(true);
  expect(trap.calls).toEqual([]);
  trap.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a picture opens by a tap, is zoomed by two fingers and moved by one', async ({ page, api, signIn, watch }) => {
    watch.allow(/Blocked script execution in 'about:srcdoc'/);
    const id = await bookNamed(api, 'Alice: A Reader');
    await signIn();
    await serve(page, bookWith('http://127.0.0.1:9'));
    const { surface, shown, view } = await read(page, id);
    await shown.getByRole('button', { name: 'A map of the river' }).tap();
    await expect(view).toBeVisible();
    await expect.poll(() => widthOf(page)).toBe(390);
    await pinch(
      page,
      [
        { x: 170, y: 400 },
        { x: 210, y: 400 },
      ],
      [
        { x: 150, y: 400 },
        { x: 230, y: 400 },
      ],
    );
    await expect.poll(() => widthOf(page)).toBeGreaterThan(600);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    const picture = view.getByRole('application').locator('img');
    const { x } = await boxAtRest(picture);
    await swipe(page, { x: 300, y: 400 }, { x: 220, y: 400 });
    await expect.poll(async () => (await boxAtRest(picture)).x).toBeLessThan(x);
    await view.getByRole('button', { name: 'Close' }).tap();
    await expect(view).toBeHidden();
    expect(await isOnPage(surface, 'One-0-0')).toBe(true);
  });
});
