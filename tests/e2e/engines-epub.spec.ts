import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { createEpubOf, type EpubPart } from '../support/epub.ts';
import { expect } from './support/fixtures.ts';
import { open, placeOf, test, wordsInView } from './support/engines/fixtures.ts';
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
