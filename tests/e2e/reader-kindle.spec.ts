import { readFileSync } from 'node:fs';
import { paragraphs } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { boxAtRest } from './support/box.ts';
import { expect, expectAccessible, test } from './support/fixtures.ts';
import {
  deafenFrames,
  distance,
  isOnPage,
  openTrap,
  placeInAccount,
  reloadWhileReading,
  SANDBOXES,
  shelve,
  wordAtTop,
} from './support/reader.ts';
import { swipe } from './support/touch.ts';

const real = (name: string) => readFileSync(new URL(`../support/books/${name}`, import.meta.url));

test('a mobi is read by every way, and resumes at the same word', async ({ page, api, signIn, watch }) => {
  const chapters = ['One', 'Two', 'Three'].map((title) => ({ title, body: paragraphs(title, 40) }));
  const books = await shelve(api, { 'Long Words.mobi': createMobi({ chapters }) });
  const id = books.get('Long Words') ?? '';
  await signIn();
  await page.goto(`/item/${id}`);
  await page.getByRole('button', { name: 'Read Long Words' }).click();
  const reader = page.getByRole('dialog', { name: 'Reading Long Words' });
  const surface = reader.getByRole('region', { name: 'Page' });
  const position = reader.getByRole('contentinfo').getByRole('status');
  await expect(position).toContainText('Page 1 of');
  await expect.poll(() => wordAtTop(surface)).toMatch(/^One-0-/);
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
  await reader.getByRole('button', { name: 'Table of contents' }).click();
  const contents = reader.getByRole('complementary');
  await contents.getByRole('button', { name: 'Two' }).click();
  await expect(contents).toBeHidden();
  await expect(position).toContainText('Two');
  await reader.getByRole('button', { name: 'Table of contents' }).press('Enter');
  await contents.getByRole('searchbox').fill('three-5-7');
  await contents.getByRole('button', { name: /Three-5-7 / }).click();
  await expect.poll(() => isOnPage(surface, 'Three-5-7')).toBe(true);
  // Larger letters: the top line stays in view (pitfall 38).
  const word = await wordAtTop(surface);
  await reader.getByRole('button', { name: 'Reader settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Reader settings' });
  await settings.getByRole('slider', { name: 'Font size' }).focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await expect(settings.getByText('150%')).toBeVisible();
  await page.goBack();
  await expect(settings).toBeHidden();
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
});

test('an azw3 is read on a phone by swipes and its own contents, and is accessible', async ({
  browser,
  server,
  api,
  signIn,
  watch,
}) => {
  const books = await shelve(api, { 'Poems.azw3': real('Poems.azw3') });
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
  await page.goto(`/item/${books.get('Poems')}?read=main`);
  const reader = page.getByRole('dialog', { name: /^Reading/ });
  const position = reader.getByRole('contentinfo').getByRole('status');
  // The next chapter is out of sight until it is set in pages.
  const frame = reader.locator('iframe').filter({ visible: true }).contentFrame();
  await expect(frame.getByRole('heading', { name: 'The Raven' })).toBeVisible();
  // It is ready before the turn.
  await expect(reader.locator('iframe')).toHaveCount(2);
  await expectAccessible(page, '[role=dialog]');
  await swipe(page, { x: 300, y: 400 }, { x: 80, y: 400 });
  await expect(frame.getByText('Once upon a midnight dreary').first()).toBeVisible();
  await reader.getByRole('button', { name: 'Table of contents' }).tap();
  await expectAccessible(page, '[role=dialog]');
  await reader.getByRole('complementary').getByRole('button', { name: 'Annabel Lee' }).tap();
  await expect(position).toContainText('Annabel Lee');
  await expect(frame.getByRole('heading', { name: 'Annabel Lee' })).toBeVisible();
  await swipe(page, { x: 300, y: 400 }, { x: 80, y: 400 });
  await expect(frame.getByText('It was many and many a year ago').first()).toBeVisible();
  await context.close();
});

for (const [frames, sandbox] of SANDBOXES)
  test(`a hostile mobi runs nothing and calls no server, in a frame ${frames}`, async ({
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
    <meta http-equiv="refresh" content="0;url=${url}/refresh"><base href="${url}/"><link rel="prefetch" href="${url}/prefetch">
    <link rel="stylesheet" href="${url}/sheet.css"><style>@import url(${url}/import.css); p { background: url(${url}/background.png) }</style>
    <img src="${url}/image.png" onerror="${attack}" alt="Picture"><img src=x onerror="${attack}" alt="Broken">
    <noscript><p title="</noscript><img src=x onerror='${attack}'>">Quiet</p></noscript>
    <svg><style><img src=x onerror="${attack}"></style></svg><math><mtext><table><mglyph><style><img src=x onerror="${attack}">
    </style></mglyph></table></mtext></math>
    <div><template shadowrootmode="open"><img src="${url}/shadow.png" onerror="${attack}"><a href="${url}/shadow">Shadow</a></template></div>
    <iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
    <form action="${url}/form"><button>Send it</button></form>
    <p style="background: url(${url}/style.png)" onmouseover="${attack}">Quiet words.</p>
    <p><a href="javascript:${attack}">Run it</a> <a href="${url}/link">Visit it</a> <a filepos:1>Second chapter</a></p>`;
    const mobi = createMobi({
      chapters: [
        { title: 'Trap', body },
        { title: 'After', body: '<p>Behind it.</p>' },
      ],
    });
    const books = await shelve(api, { 'Trap.mobi': mobi });
    await signIn();
    await page.goto(`/item/${books.get('Trap')}?read=main`);
    const reader = page.getByRole('dialog', { name: /^Reading/ });
    // The next chapter is out of sight until it is set in pages.
    const frame = reader.locator('iframe').filter({ visible: true }).contentFrame();
    await frame.getByText('Quiet words.').hover();
    await expect(reader.locator('iframe').first()).toHaveAttribute('sandbox', sandbox);
    await frame.getByText('Run it').click();
    await frame.getByRole('button', { name: 'Send it' }).click();
    // A link out of the book needs confirmation first.
    await frame.getByText('Visit it').click();
    await expect(page.getByText(`This book links to ${url}/link`)).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect([calls, answered.filter((one) => one.startsWith(url))]).toEqual([[], []]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    // One inside follows at once.
    await frame.getByText('Second chapter').click();
    await expect(frame.getByText('Behind it.')).toBeVisible();
    expect(calls).toEqual([]);
    close();
  });
