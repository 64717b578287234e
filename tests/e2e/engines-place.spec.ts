import type { Page } from 'playwright/test';
import type { Look } from '../../src/services/reader/engine.ts';
import { numbers } from '../faults/support/random.ts';
import { createEpub } from '../support/epub.ts';
import { createMobi } from '../support/mobi.ts';
import { prose } from '../support/prose.ts';
import { LOOK, open, placeOf, rest, test } from './support/engines/fixtures.ts';
import { expect } from './support/fixtures.ts';

/** In each size; `PLACE_SEED=… PLACE_TRIES=…` looks further. */
const TRIES = Number(process.env['PLACE_TRIES'] ?? 1);
const seed = Number(process.env['PLACE_SEED'] ?? 1);
const SIZES = [
  { width: 1200, height: 700 },
  { width: 390, height: 700 },
];

type Random = () => number;
const HEBREW = ['מי', 'לה', 'שלום', 'ספר', 'דף'];
const KANA = ['吾輩', 'は', '猫', 'で', 'ある'];
const DOWN = '<style>html{writing-mode:vertical-rl}</style>';
const epub =
  (text: (random: Random) => string, more: object = {}, head = '') =>
  (random: Random) =>
    createEpub({ chapters: ['One', 'Two'].map((title) => ({ title, body: text(random), head })), ...more });
const mobi = (text: (random: Random) => string) => (random: Random) =>
  createMobi({ chapters: ['One', 'Two'].map((title) => ({ title, body: text(random) })) });
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90"><rect width="200" height="90"/></svg>';
const withPictures = (random: Random) =>
  prose(75, random).replaceAll('</p>', '</p><p><img loading="lazy" src="../a.svg" alt=""/></p>');

const BOOKS = [
  { title: 'an epub', engine: 'epub', file: epub((random) => prose(100, random)), change: {} },
  {
    title: 'an epub with hyphens',
    engine: 'epub',
    file: epub((random) => prose(100, random), { root: 'xml:lang="en"' }),
    change: { alignment: 'justified' },
  },
  {
    title: 'an epub from right to left',
    engine: 'epub',
    file: epub((random) => prose(100, random, HEBREW), { rtl: true }),
    change: {},
  },
  {
    title: 'an epub in vertical lines',
    engine: 'epub',
    file: epub((random) => prose(100, random, KANA, ''), { rtl: true }, DOWN),
    change: {},
  },
  {
    title: 'an epub without spaces',
    engine: 'epub',
    file: epub((random) => prose(100, random, KANA, '')),
    change: {},
  },
  {
    title: 'an epub with late pictures',
    engine: 'epub',
    file: epub(withPictures, { files: { 'OEBPS/a.svg': PICTURE }, listed: { 'a.svg': 'image/svg+xml' } }),
    change: {},
  },
  { title: 'a mobi', engine: 'mobi', file: mobi((random) => prose(100, random)), change: {} },
  {
    title: 'a mobi from right to left',
    engine: 'mobi',
    file: mobi((random) => `<div dir="rtl">${prose(100, random, HEBREW)}</div>`),
    change: {},
  },
  {
    title: 'a mobi in vertical lines',
    engine: 'mobi',
    file: mobi((random) => `${DOWN}${prose(100, random, KANA, '')}`),
    change: {},
  },
] as const;

/** The text of the page in view, from its first letter. */
const topOf = (page: Page) =>
  page.evaluate(() => {
    const view = document.querySelector('#surface')?.getBoundingClientRect() ?? new DOMRect();
    for (const frame of document.querySelectorAll('iframe')) {
      const doc = frame.contentDocument;
      if (!doc?.body || frame.style.visibility === 'hidden') continue;
      const { left, top } = frame.getBoundingClientRect();
      const range = doc.createRange();
      const isInView = () =>
        [...range.getClientRects()].some((box) => {
          const [x, y] = [(box.left + box.right) / 2 + left, (box.top + box.bottom) / 2 + top];
          return x > view.left && x < view.right && y > view.top && y < view.bottom;
        });
      const texts = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent ?? '';
        range.selectNodeContents(node);
        if (text.trim() === '' || !isInView()) continue;
        for (const { index } of text.matchAll(/\S/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          if (isInView()) return text.slice(index, index + 30);
        }
      }
    }
    return '';
  });

async function turn(page: Page, to: 'next' | 'previous'): Promise<void> {
  const before = await placeOf(page);
  await page.evaluate((way) => window.bench.engine[way](), to);
  await expect.poll(async () => (await placeOf(page)).location).not.toBe(before.location);
}

async function goSomewhere(page: Page, random: Random): Promise<void> {
  const query = `-${Math.floor(random() * 70)}-${Math.floor(random() * 9)}`;
  await page.evaluate(
    async ([wanted, from]) => {
      const matches = await window.bench.search(wanted);
      await window.bench.engine.go(matches[Math.floor(from * matches.length)]?.target ?? '');
    },
    [query, random()] as const,
  );
  const way = random() < 0.3 ? 'previous' : 'next';
  for (let turns = Math.floor(random() * 4) + 1; turns > 0; turns--) await turn(page, way);
}

for (const { title, engine, file, change } of BOOKS)
  test(`${title} opens again at the same letter, and keeps it in view in other sizes and fonts`, async ({ page }) => {
    const random = numbers(seed);
    const book = file(random);
    const look: Look = { ...LOOK, spread: 'auto', ...change };
    expect(await open(page, engine, book, { look })).toBeNull();
    const show = (next: Look) => page.evaluate((wanted) => window.bench.engine.show(wanted), next);
    const isInView = (target: string) => page.evaluate((at) => window.bench.engine.isInView(at), target);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await show(look);
      for (let tried = 1; tried <= TRIES; tried++) {
        const about = `PLACE_SEED=${seed}, ${size.width} px, try ${tried}`;
        await goSomewhere(page, random);
        const top = await topOf(page);
        const { location } = await placeOf(page);
        await page.evaluate(() => window.bench.engine.close());
        await open(page, engine, book, { location, look });
        await rest(page);
        expect(await topOf(page), about).toBe(top);
        await show({ ...look, font: 'sans-serif', scale: 130 });
        expect(await isInView(location), `${about}: another font`).toBe(true);
        await page.setViewportSize({ width: size.height, height: size.width });
        await rest(page);
        await expect.poll(() => isInView(location), `${about}: turned`).toBe(true);
        await page.setViewportSize(size);
        await show(look);
        await expect.poll(() => topOf(page), `${about}: as before`).toBe(top);
        expect((await placeOf(page)).location, about).toBe(location);
      }
    }
  });
