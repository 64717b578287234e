import type { Page } from 'playwright/test';
import type { EngineName, Look } from '../../src/services/reader/engine.ts';
import { createEpub } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { createPdf } from '../support/pdf.ts';
import { LOOK, open, placeOf, test } from './support/engines/fixtures.ts';
import { expect } from './support/fixtures.ts';

// How engines set the text of a book, whatever its own styles say.

test.use({ viewport: { width: 600, height: 420 } });

const OWN: Look = { ...LOOK, font: 'book' };
const PROSE = '<p>It is a truth universally acknowledged, that a single man must be in want of a wife.</p>';

const BOOKS: readonly (readonly [EngineName, (body: string, head?: string) => Uint8Array])[] = [
  ['epub', (body, head = '') => createEpub({ chapters: [{ title: 'One', body, head }], root: 'lang="en"' })],
  [
    'mobi',
    (body, head = '') => createMobi({ chapters: [{ title: 'One', body: `${head}<div lang="en">${body}</div>` }] }),
  ],
];

const chapter = (page: Page) => page.locator('iframe').filter({ visible: true }).contentFrame();

const styleOf = (page: Page, selector: string, name: string) =>
  chapter(page)
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Parts of the text and pictures that are not inside one page, or nearer to its sides than half of the room there. */
const outside = (page: Page, width: number) =>
  chapter(page)
    .locator('body')
    .evaluate((body, size) => {
      const view = body.ownerDocument.defaultView;
      const boxes = [...body.querySelectorAll('img')].map((one) => one.getBoundingClientRect());
      const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      const range = body.ownerDocument.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement?.localName === 'style' || !node.textContent?.trim()) continue;
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      const room = 12;
      return boxes
        .map(({ left, right }) => [left + (view?.scrollX ?? 0), right + (view?.scrollX ?? 0)] as const)
        .filter(([left, right]) => right > left && (left % size < room || right > left - (left % size) + size - room));
    }, width);

for (const [engine, book] of BOOKS) {
  test(`long lines, addresses, tables and pictures of ${engine} stay in their column`, async ({ page }) => {
    const [code, address] = ['word_'.repeat(60), `https://example.org/${'path/'.repeat(40)}`];
    const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="90"/>')}`;
    const parts = [
      `<pre><code>let x = ${code};</code></pre><p>See ${address}</p><p><code>${code}</code></p>`,
      `<table><tr><td>Short words of a table</td><td>${address}</td></tr></table>`,
      `<div style="width:1400px">${PROSE}<img src="${picture}" alt="wide"/></div>`,
    ];
    expect(await open(page, engine, book(parts.join('')))).toBeNull();
    expect(await outside(page, 584)).toEqual([]);
    // A column of words keeps them whole beside a long address.
    const words = chapter(page).locator('td').first();
    expect(await words.evaluate((cell) => cell.clientWidth)).toBeGreaterThan(30);
  });

  test(`fixed parts of ${engine} are in the text and make no pages`, async ({ page }) => {
    const cover = 'position:fixed;top:0;left:0;width:100%;height:100%';
    const body = `<p style="${cover}">Cover</p><div class="f">Foot</div>${PROSE.repeat(3)}`;
    const head = '<style>.f{position: fixed;left:0;width:100vw;bottom:0}</style>';
    expect(await open(page, engine, book(body, head))).toBeNull();
    expect((await placeOf(page)).pages).toBeLessThan(4);
    expect(await styleOf(page, '.f', 'position')).toBe('static');
  });

  test(`black text, drawings and lines of ${engine} are readable on a dark page`, async ({ page }) => {
    await page.goto('/');
    await page.locator('#surface').evaluate(({ style }) => {
      [style.color, style.background] = ['rgb(240, 240, 240)', 'rgb(20, 20, 20)'];
    });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="20">Drawn</text></svg>';
    const head =
      '<style>p{color:#000!important;background:#fff!important}td,table{border:1px solid #000}#i{color:#000!important}</style>';
    const body = `<p>Rule</p><p id="i" style="color:#000 !important">Own</p>${drawing}<table><tr><td>Cell</td></tr></table>`;
    expect(await open(page, engine, book(body, head))).toBeNull();
    for (const [selector, name, value] of [
      ['p', 'color', 'rgb(240, 240, 240)'],
      ['p', 'background-color', 'rgba(0, 0, 0, 0)'],
      ['#i', 'color', 'rgb(240, 240, 240)'],
      ['svg', 'background-color', 'rgb(255, 255, 255)'],
      ['text', 'fill', 'rgb(0, 0, 0)'],
    ] as const)
      expect(await styleOf(page, selector, name), `${selector} ${name}`).toBe(value);
    expect(await styleOf(page, 'td', 'border-top-color')).toMatch(/^oklab\(0\.9/);
  });

  test(`${engine} keeps line spacing and font of the book until the reader chooses some`, async ({ page }) => {
    const head = '<style>p.own{line-height:2;font-family:monospace}</style>';
    const body = `<p class="own">Own</p><p class="none">None</p>`;
    expect(await open(page, engine, book(body, head), { look: OWN })).toBeNull();
    const looks = async () =>
      Promise.all(
        ['.own', '.none'].map(async (one) => [
          await styleOf(page, one, 'line-height'),
          (await styleOf(page, one, 'font-family')).split(',')[0],
        ]),
      );
    const serif = '"Earmark Serif"';
    expect(await looks()).toEqual([
      ['32px', 'monospace'],
      ['23.2px', serif],
    ]);
    await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, lineSpacing: 150 });
    await expect.poll(looks).toEqual([
      ['24px', serif],
      ['24px', serif],
    ]);
  });

  test(`text of ${engine} is never too small to read`, async ({ page }) => {
    expect(await open(page, engine, book(PROSE), { look: { ...OWN, scale: 5 } })).toBeNull();
    expect(await styleOf(page, 'p', 'font-size')).toBe('9px');
  });

  test(`words of ${engine} are hyphenated unless the edge is ragged; headings and code are not`, async ({ page }) => {
    const body = '<h1>Title</h1><p style="text-align:justify">Words</p><pre>code</pre>';
    const hyphens = () => Promise.all(['h1', 'p', 'pre'].map(async (selector) => styleOf(page, selector, 'hyphens')));
    expect(await open(page, engine, book(body), { look: OWN })).toBeNull();
    expect(await hyphens()).toEqual(['manual', 'auto', 'manual']);
    await page.evaluate((look) => window.bench.engine.show(look), { ...OWN, alignment: 'start' as const });
    await expect.poll(hyphens).toEqual(['manual', 'manual', 'manual']);
  });

  for (const flow of ['paged', 'scrolled'] as const)
    test(`a single page of ${engine} has lines of about 72 letters, ${flow}`, async ({ page }) => {
      await page.setViewportSize({ width: 1400, height: 700 });
      const body = PROSE.replaceAll(/<\/?p>/g, ' ').repeat(12);
      expect(await open(page, engine, book(`<p>${body}</p>`), { look: { ...OWN, flow } })).toBeNull();
      const letters = await chapter(page)
        .locator('p')
        .first()
        .evaluate((line) => {
          const range = line.ownerDocument.createRange();
          range.selectNodeContents(line);
          return (line.textContent.length / range.getClientRects().length).toFixed(0);
        });
      expect(Number(letters)).toBeGreaterThan(60);
      expect(Number(letters)).toBeLessThanOrEqual(73);
    });

  test(`what a search of ${engine} found is marked on the pages until it ends, and so is a note`, async ({ page }) => {
    expect(await open(page, engine, book(PROSE.repeat(3)))).toBeNull();
    const marked = () =>
      chapter(page)
        .locator('body')
        .evaluate(({ ownerDocument: { defaultView: view } }) =>
          [...((view as (Window & typeof globalThis) | null)?.CSS.highlights ?? [])]
            .flatMap(([name, ranges]) => [...ranges].map((range) => `${name} ${String(range)}`))
            .toSorted(),
        );
    const matches = await page.evaluate(() => window.bench.search('SINGLE  man'));
    expect(matches).toHaveLength(3);
    await page.evaluate((to) => window.bench.engine.go(to), matches[1]?.target ?? '');
    const other = 'earmark-found single man';
    await expect.poll(marked).toEqual(['earmark-current single man', other, other]);
    // Another look draws the chapter again.
    await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, scale: 120 });
    await expect.poll(marked).toEqual(['earmark-current single man', other, other]);
    await page.evaluate(() => window.bench.endSearch());
    await expect.poll(marked).toEqual([]);
    await page.evaluate(() => window.bench.engine.marking?.selectFirst());
    const last = () => page.evaluate(() => window.bench.selections.at(-1) ?? null);
    await expect.poll(last).not.toBeNull();
    const { target = '', text = '' } = (await last()) ?? {};
    await page.evaluate(
      (mark) => window.bench.engine.marking?.mark([{ id: 'a', colour: 'yellow', hasNote: true, ...mark }]),
      { target, text },
    );
    await expect.poll(marked).toEqual([`earmark-noted ${text}`, `earmark-yellow ${text}`]);
  });

  test(`words of ${engine} that are selected say where their menu stands`, async ({ page }) => {
    expect(await open(page, engine, book(PROSE.repeat(12)))).toBeNull();
    const selected = async (at: number) => {
      const line = chapter(page).locator('p').nth(at);
      await line.evaluate((one) => one.ownerDocument.getSelection()?.selectAllChildren(one));
      const isThis = async () => {
        const last = await page.evaluate(() => window.bench.selections.at(-1) ?? null);
        const share = await line.evaluate((one) => one.getBoundingClientRect().top);
        return last && { ...last, top: share };
      };
      await expect.poll(async () => (await isThis())?.isLow).toBe(at > 0);
      return isThis();
    };
    const [high, low] = [await selected(0), await selected(3)];
    // The middle of the last line, and of the first one.
    expect([high?.isLow, low?.isLow]).toEqual([false, true]);
    expect(Math.abs(high?.x ?? 999)).toBeLessThan(280);
    expect((high?.y ?? 0) - (high?.top ?? 0)).toBeGreaterThan(20);
    expect(Math.abs((low?.y ?? 0) - (low?.top ?? 999))).toBeLessThan(8);
  });

  test(`two pages of ${engine} without margins do not touch`, async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 420 });
    expect(
      await open(page, engine, book(PROSE.repeat(40)), { look: { ...OWN, spread: 'auto', margins: 0 } }),
    ).toBeNull();
    const gap = await chapter(page)
      .locator('p')
      .evaluateAll((lines) => {
        const all = lines.flatMap((line) => [...line.getClientRects()]);
        const first = Math.max(...all.filter(({ left }) => left < 500).map(({ right }) => right));
        const second = Math.min(...all.filter(({ left }) => left > 500 && left < 1100).map(({ left }) => left));
        return second - first;
      });
    expect(gap).toBeGreaterThanOrEqual(31);
  });
}

test('the pages of a pdf are dark on a dark surface, also when it becomes dark', async ({ page }) => {
  await page.goto('/');
  const surface = page.locator('#surface');
  const as = (scheme: string) => surface.evaluate((one, to) => void (one.style.colorScheme = to), scheme);
  const brightness = () =>
    page.locator('.pdf-page').evaluate(async (one) => {
      const canvas = one.querySelector('canvas');
      const copy = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas || !copy) return null;
      copy.filter = getComputedStyle(canvas).filter;
      copy.drawImage(canvas, 0, 0, 4, 4, 0, 0, 1, 1);
      return copy.getImageData(0, 0, 1, 1).data[0];
    });
  await as('dark');
  expect(await open(page, 'pdf', createPdf({ pages: [{ lines: ['words'] }] }))).toBeNull();
  await expect.poll(brightness).toBeLessThan(60);
  await as('light');
  await page.evaluate((look) => window.bench.engine.show(look), LOOK);
  await expect.poll(brightness).toBe(255);
});

test('vertical lines stay on their pages in a book that centres its root', async ({ page }) => {
  const head = '<style>html{writing-mode:vertical-rl;margin:auto 1em;padding:1em 0;max-height:20em}</style>';
  const body = '<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>'.repeat(60);
  const chapters = ['One', 'Two'].map((title) => ({ title, body, head }));
  expect(await open(page, 'epub', createEpub({ chapters, rtl: true, root: 'xml:lang="ja"' }))).toBeNull();
  expect(await placeOf(page)).toMatchObject({ page: 1, atStart: true });
  const sliced = () =>
    chapter(page)
      .locator('p')
      .evaluateAll((lines) =>
        lines
          .flatMap((line) => [...line.getClientRects()])
          .filter(({ top, bottom }) => Math.floor(top / 420) !== Math.floor((bottom - 1) / 420)),
      );
  expect(await sliced()).toEqual([]);
});
