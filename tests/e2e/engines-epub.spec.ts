import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { createEpubOf, type EpubPart } from '../support/epub.ts';
import { expect } from './support/fixtures.ts';
import { LOOK, open, placeOf, test, wordsInView } from './support/engines/fixtures.ts';
import { deafenFrames, openTrap, SANDBOXES } from './support/reader.ts';

// What an epub may be, and what it may have wrong: in a real browser under the client's policy.

test.use({ viewport: { width: 600, height: 420 } });

const XHTML = 'application/xhtml+xml';
const chapter = (body: string, head = '<title>t</title>') =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();

async function next(page: Page): Promise<void> {
  await page.evaluate(() => window.bench.engine.next());
}

/** What is in view from page to page, to the end. */
async function readAll<View>(page: Page, view: () => Promise<View>): Promise<readonly View[]> {
  const views = [await view()];
  while (!(await placeOf(page)).atEnd && views.length < 30) {
    await next(page);
    views.push(await view());
  }
  return views;
}

/** The words in view, and the alternatives of pictures that have loaded. */
async function partInView(page: Page): Promise<readonly string[]> {
  const pictures = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')]
      .filter(({ style }) => style.visibility !== 'hidden')
      .flatMap((frame) => [...(frame.contentDocument?.images ?? [])])
      .filter(({ naturalWidth }) => naturalWidth > 0)
      .map(({ alt }) => alt),
  );
  return [...(await wordsInView(page)), ...pictures];
}

test('a part of an epub that is bad says so in its place, and the others are read', async ({ page }) => {
  const parts: readonly EpubPart[] = [
    { name: 'gone.xhtml', type: XHTML },
    { name: 'soup.xhtml', type: XHTML, content: chapter('<p>soup<br></p><p>soup&nbsp;end') },
    { name: 'empty.xhtml', type: XHTML, content: '' },
    { name: 'data.json', type: 'application/json', content: '{}' },
    { name: 'other.json', type: 'application/json', content: '{}', fallback: 5 },
    { name: 'instead.xht', type: XHTML, content: chapter('<p>instead</p>'), isOutsideSpine: true },
    { name: 'x/../cafe%CC%81%20%.htm', file: 'café %.htm', type: XHTML, content: chapter('<p>named</p>') },
    {
      name: 'drawn.svg',
      type: 'image/svg+xml',
      content: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="5" font-size="3">drawn</text></svg>',
    },
    { name: 'picture.png', type: 'image/png', content: await picture(40, 30) },
    {
      name: 'latin',
      type: 'text/html',
      content: Uint8Array.from([...'<title/><p>caf'].map((one) => one.charCodeAt(0)).concat(0xe9)),
    },
  ];
  expect(await open(page, 'epub', createEpubOf(parts))).toBeNull();
  expect(await readAll(page, () => partInView(page))).toEqual([
    ['⚠', 'gone.xhtml'],
    ['soup', 'soup', 'end'],
    ['⚠', 'empty.xhtml'],
    ['⚠', 'data.json'],
    ['instead'],
    ['named'],
    ['drawn'],
    ['picture.png'],
    ['café'],
  ]);
  expect(await page.evaluate(async () => (await window.bench.search('end')).length)).toBe(1);
});

for (const [frames, sandbox] of SANDBOXES)
  test(`no request leaves a chapter that is not well-formed, or hides what it loads, in a frame ${frames}`, async ({
    page,
    watch,
  }) => {
    if (sandbox.includes('allow-scripts')) await deafenFrames(page);
    watch.allow(/Content Security Policy|sandboxed/);
    const { calls, url, close } = await openTrap();
    const active = (name: string) =>
      `<meta http-equiv="refresh" content="0;url=${url}/${name}"/><img src="${url}/${name}.png" alt=""/><script src="${url}/${name}.js"></script>`;
    const styles = `<style>@import url(${url}/import.css); body { background: url("${url}/body.png") } p::after { content: "&lt;/style>" }</style>`;
    const bodies = [
      `<p style="background: url(${url}/p.png)">soup<br></p>${active('soup')}`,
      `<p>hidden</p><![CDATA[ > ${active('cdata')} ]]><!--> ${active('comment')} --><?x > ${active('instruction')} ?>`,
      `<p>styled</p><svg xmlns="http://www.w3.org/2000/svg"><style>&lt;/style> ${active('svg')}</style></svg>`,
    ];
    const parts = bodies.map((body, at) => ({ name: `${at}.xhtml`, type: XHTML, content: chapter(body, styles) }));
    expect(await open(page, 'epub', createEpubOf(parts))).toBeNull();
    const seen = await readAll(page, () => wordsInView(page));
    expect(seen.map(([word]) => word)).toEqual(['soup', 'hidden', 'styled']);
    await expect(page.locator('iframe').first()).toHaveAttribute('sandbox', sandbox);
    expect([calls, new URL(page.url()).pathname]).toEqual([[], '/']);
    close();
  });

test.describe('fixed layout', () => {
  test.use({ viewport: { width: 1000, height: 600 } });

  const FIXED = '<meta property="rendition:layout">pre-paginated</meta>';
  const spread = { ...LOOK, spread: 'auto' } as const;
  const fixed = (at: number, properties?: string): EpubPart => ({
    name: `${at}.xhtml`,
    type: XHTML,
    content: chapter(
      `<img src="p.png" alt=""/><p>${at}</p>`,
      '<meta name="viewport" content="width=300, height=400"/><style>body{background:#123456;color:#fedcba}img{position:absolute;left:0;top:0;width:300px;height:400px}p{position:absolute;top:10px}</style>',
    ),
    ...(properties && { properties }),
  });
  const book = async (sides: readonly (string | undefined)[], options: Parameters<typeof createEpubOf>[1]) =>
    createEpubOf(
      [
        ...sides.map((side, at) => fixed(at + 1, side && `page-spread-${side}`)),
        { name: 'p.png', type: 'image/png', content: await picture(30, 40), isOutsideSpine: true },
      ],
      { ...options, meta: FIXED },
    );

  /** Pages in view from left to right: their words, left edge and width. */
  const pagesInView = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('iframe')]
        .filter(({ style }) => style.visibility !== 'hidden')
        .map((frame) => {
          const { left, width } = frame.getBoundingClientRect();
          return `${frame.contentDocument?.body.textContent.trim()} ${Math.round(left)} ${Math.round(width)}`;
        })
        .toSorted((one, other) => Number(one.split(' ')[1]) - Number(other.split(' ')[1])),
    );

  for (const [title, sides, spine, views] of [
    [
      'from left to right: the first page alone',
      [undefined, undefined, undefined, undefined],
      '',
      [['1 275 450'], ['2 50 450', '3 500 450'], ['4 50 450']],
    ],
    [
      'from right to left, as the book wants it',
      ['left', 'right', 'left', 'right', 'left'],
      'page-progression-direction="rtl"',
      [['1 50 450'], ['3 50 450', '2 500 450'], ['5 50 450', '4 500 450']],
    ],
    [
      'with a page in the middle',
      ['right', 'left', 'right', 'center', 'left'],
      '',
      [['1 500 450'], ['2 50 450', '3 500 450'], ['4 275 450'], ['5 50 450']],
    ],
  ] as const)
    test(`turns two pages at once ${title}`, async ({ page }) => {
      expect(await open(page, 'epub', await book(sides, { spine }), { look: spread })).toBeNull();
      const there = await readAll(page, () => pagesInView(page));
      expect(there).toEqual(views);
      const back = [await pagesInView(page)];
      while (!(await placeOf(page)).atStart) {
        await page.evaluate(() => window.bench.engine.previous());
        back.push(await pagesInView(page));
      }
      expect(back.toReversed()).toEqual(views);
    });

  test('is one page where there is no room for two, and opens again at its page', async ({ page }) => {
    const file = await book([undefined, undefined, undefined], {});
    expect(await open(page, 'epub', file, { look: spread })).toBeNull();
    await page.setViewportSize({ width: 500, height: 600 });
    await expect.poll(() => pagesInView(page)).toEqual(['1 25 450']);
    await next(page);
    expect(await pagesInView(page)).toEqual(['2 25 450']);
    const { location } = await placeOf(page);
    await page.evaluate(() => window.bench.engine.close());
    expect(await open(page, 'epub', file, { look: spread, location })).toBeNull();
    expect(await pagesInView(page)).toEqual(['2 25 450']);
  });

  test('keeps the pictures and colours of its pages', async ({ page }) => {
    expect(await open(page, 'epub', await book([undefined], {}), { look: spread })).toBeNull();
    const frame = page.locator('iframe').filter({ visible: true }).contentFrame();
    const drawn = await frame.locator('img').evaluate((image) => {
      const { width, height } = image.getBoundingClientRect();
      const { color, backgroundColor } = getComputedStyle(image.ownerDocument.body);
      return { width: Math.round(width), height: Math.round(height), color, backgroundColor };
    });
    expect(drawn).toEqual({
      width: 450,
      height: 600,
      color: 'rgb(254, 220, 186)',
      backgroundColor: 'rgb(18, 52, 86)',
    });
  });

  test('shows pictures and drawings as pages of their own size', async ({ page }) => {
    const parts: readonly EpubPart[] = [
      { name: 'a.png', type: 'image/png', content: await picture(200, 100) },
      {
        name: 'b.svg',
        type: 'image/svg+xml',
        content: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 60"/>',
      },
    ];
    expect(await open(page, 'epub', createEpubOf(parts, { meta: FIXED }))).toBeNull();
    expect(await readAll(page, () => pagesInView(page))).toEqual([[' 8 984'], [' 350 300']]);
  });
});
