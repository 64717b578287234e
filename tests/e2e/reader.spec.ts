import type { Locator } from 'playwright/test';
import { createEpub, paragraphs } from '../support/epub.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import { boxAtRest } from './support/box.ts';
import {
  bookNamed,
  deafenFrames,
  distance,
  isOnPage,
  openTrap,
  placeInAccount,
  reloadWhileReading,
  SANDBOXES,
  serve,
  wordAtTop,
} from './support/reader.ts';
import { swipe } from './support/touch.ts';

test('an epub is read by every way over the whole window, and resumes at the same word (EBK-001, EBK-017, AMB-83)', async ({
  page,
  api,
  signIn,
  watch,
}) => {
  const id = await bookNamed(api, 'Alice: A Reader');
  const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 40) }));
  await signIn();
  await serve(page, createEpub({ chapters }));
  await page.goto(`/item/${id}`);
  await page.getByRole('button', { name: 'Read Alice: A Reader' }).click();
  const reader = page.getByRole('dialog', { name: 'Reading Alice: A Reader' });
  const surface = reader.getByRole('region', { name: 'Page' });
  const position = reader.getByRole('contentinfo').getByRole('status');
  await expect(position).toContainText('Page 1 of');
  await expect(page).toHaveURL(/\?read=\w+$/);
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
  expect(await boxAtRest(reader)).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  const box = await boxAtRest(surface);
  const ways: (readonly [string, () => Promise<unknown>, number])[] = [
    ['key', () => page.keyboard.press('ArrowRight'), 1],
    ['side', () => page.mouse.click(box.x + box.width - 40, box.y + 200), 1],
    ['space in the frame', () => page.keyboard.press('Space'), 1],
    ['button', () => reader.getByRole('button', { name: 'Previous page' }).click(), -1],
    ['wheel', () => page.mouse.move(box.x + 300, box.y + 200).then(() => page.mouse.wheel(0, 100)), 1],
    ['key back', () => surface.focus().then(() => page.keyboard.press('PageUp')), -1],
  ];
  for (const [way, turn, by] of ways) {
    const before = await wordAtTop(surface);
    await turn();
    await expect.poll(async () => distance(before, await wordAtTop(surface)), way).toBe(by);
  }
  // The place stays visible while the buttons around it are hidden.
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => opacityOf(reader.getByRole('button', { name: 'Next page' }))).toBe(0);
  expect(await opacityOf(position)).toBe(1);
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  const contents = reader.getByRole('complementary');
  expect((await boxAtRest(contents)).width).toBe(384);
  await contents.getByRole('button', { name: 'End of Two' }).click();
  await expect(contents).toBeHidden();
  await expect(position).toContainText('Two');
  await reader.getByRole('button', { name: 'Table of contents' }).press('Enter');
  await contents.getByRole('searchbox').fill('Three-5-7');
  await contents.getByRole('button', { name: /Three-5-7 / }).click();
  await expect.poll(() => isOnPage(surface, 'Three-5-7')).toBe(true);
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isOnPage(surface, 'Three-5-7')).toBe(false);
  // Larger letters: the top line stays in view (pitfall 38).
  const word = await wordAtTop(surface);
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  expect((await boxAtRest(settings)).width).toBe(500);
  await settings.getByRole('slider', { name: 'Font size' }).focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await expect(settings.getByText('150%')).toBeVisible();
  await page.goBack();
  await expect(settings).toBeHidden();
  await expect(reader).toBeVisible();
  await expect.poll(() => isOnPage(surface, word)).toBe(true);
  await surface.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => isOnPage(surface, word)).toBe(false);
  const last = await wordAtTop(surface);
  await reloadWhileReading(page, watch);
  await expect.poll(() => isOnPage(surface, last)).toBe(true);
  await expect.poll(() => placeInAccount(api, id)).toMatch(/^epubcfi\(/);
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
  await expect(page).toHaveURL(/\/item\/[\w-]+$/);
});

for (const [frames, sandbox] of SANDBOXES)
  test(`a hostile epub runs nothing and calls no server, in a frame ${frames}`, async ({
    page,
    api,
    signIn,
    watch,
  }) => {
    if (sandbox.includes('allow-scripts')) await deafenFrames(page);
    watch.allow(/Content Security Policy|sandboxed/);
    const { calls, url, close } = await openTrap();
    const answered: string[] = [];
    page.on('response', (response) => void answered.push(response.url()));
    const attack = `parent.hacked = true; fetch('${url}/fetch')`;
    const body = `<script>${attack}</script><script src="${url}/script.js"></script>
    <img src="${url}/image.png" onerror="${attack}" alt="Picture"/><img src="x" onerror="${attack}" alt="Broken"/>
    <p style="background: url(${url}/style.png)" onmouseover="${attack}">Quiet words.</p>
    <iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed"/>
    <svg xmlns="http://www.w3.org/2000/svg" onload="${attack}"><image href="${url}/svg.png"/></svg>
    <p><a href="javascript:${attack}">Run it</a> <a href="${url}/link">Visit it</a></p>`;
    const head = `<meta http-equiv="refresh" content="0;url=${url}/refresh"/><link rel="stylesheet" href="${url}/sheet.css"/>
    <link rel="prefetch" href="${url}/prefetch"/><base href="${url}/"/><style>@import url(${url}/import.css); body { background: url(${url}/background.png) }</style>`;
    await signIn();
    await serve(page, createEpub({ chapters: ['Trap', 'Next trap'].map((title) => ({ title, body, head })) }));
    await page.goto(`/item/${await bookNamed(api, 'Alice: A Reader')}?read=main`);
    const surface = page.getByRole('dialog').getByRole('region', { name: 'Page' });
    const frame = surface.locator('iframe').filter({ visible: true }).contentFrame();
    await frame.getByText('Quiet words.').hover();
    await expect(surface.locator('iframe').first()).toHaveAttribute('sandbox', sandbox);
    // The next chapter is ready, out of sight.
    await expect(surface.locator('iframe')).toHaveCount(2);
    await frame.getByText('Run it').click();
    // A link out of the book needs confirmation first.
    await frame.getByText('Visit it').click();
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /confirm/i }));
    await expect(page.getByText(`This book links to ${url}/link`)).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect([calls, answered.filter((one) => one.startsWith(url))]).toEqual([[], []]);
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Open link' }).click();
    await popup;
    await expect(question).toBeHidden();
    await expect.poll(() => calls.filter((one) => one !== '/favicon.ico')).toEqual(['/link']);
    close();
  });

/** Opacity of an element, with all that contain it. */
const opacityOf = (element: Locator) =>
  element.evaluate((one) => {
    let opacity = 1;
    for (let at: Element | null = one; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  });

/** Whether the text of an element is lighter than its background. */
const isLightOnDark = (element: Locator) =>
  element.evaluate((one) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightness = (colour: string) => {
      if (!canvas) return NaN;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return red + green + blue;
    };
    const { color, backgroundColor } = getComputedStyle(one);
    return lightness(color) > lightness(backgroundColor);
  });

test('on a phone swipes turn pages, right to left where the book does, and all is accessible', async ({
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
  // Axe tries to run in the book's frame too, and is blocked.
  watch.allow(/Blocked script execution in 'about:srcdoc'/);
  await serve(page, createEpub({ rtl: true, chapters: [{ title: 'Right', body: paragraphs('Right', 12) }] }));
  await page.goto(`/item/${await bookNamed(api, 'Alice: A Reader')}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const position = reader.getByRole('contentinfo').getByRole('status');
  await expect(position).toContainText('Page 1 of');
  await expectAccessible(page, '[role=dialog]');
  await swipe(page, { x: 80, y: 400 }, { x: 300, y: 400 });
  await expect(position).toContainText('Page 2 of');
  await reader.getByRole('button', { name: 'Reader settings' }).tap();
  await expectAccessible(page, '[role=dialog]');
  // A theme of the reader covers all in it, whatever the app's theme is.
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  const behind = page.getByRole('dialog', { name: /^Reading/, includeHidden: true });
  for (const app of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: app });
    for (const theme of ['Light', 'Dark', 'Sepia']) {
      await settings.getByRole('radio', { name: theme, exact: true }).tap();
      for (const dialog of [settings, behind])
        await expect.poll(() => isLightOnDark(dialog), `${theme} in ${app}`).toBe(theme === 'Dark');
    }
  }
  await page.goBack();
  await reader.getByRole('button', { name: 'Table of contents' }).tap();
  await expect(reader.getByRole('complementary')).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await context.close();
});
