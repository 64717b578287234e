import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { ContentsEntry, Look, Place } from '../../src/services/reader/engine.ts';
import { createEpub, paragraphs } from '../support/epub.ts';
import { asFixed, createMobi } from '../support/mobi.ts';
import { createPdf } from '../support/pdf.ts';
import { boxAtRest } from './support/box.ts';
import { expect } from './support/fixtures.ts';
import { LOOK, open, placeOf, rest, test, wordsInView } from './support/engines/fixtures.ts';
import { ENGINES, FAULTY } from './support/engines/table.ts';

// What the reader may request of an engine, tried on each one with real files in a real browser under the client's
// policy.

test.use({ viewport: { width: 600, height: 420 } });

/** More turns than any book of the table has pages. */
const MOST_TURNS = 300;

/** Turns a page. An engine may report its place a little after the page shows. */
async function turn(page: Page, to: 'next' | 'previous'): Promise<Place> {
  const before = await placeOf(page);
  await page.evaluate((way) => window.bench.engine[way](), to);
  await expect.poll(async () => (await placeOf(page)).location).not.toBe(before.location);
  return placeOf(page);
}

async function go(page: Page, target: string): Promise<void> {
  await page.evaluate((to) => window.bench.engine.go(to), target);
}

/** Words under drawn highlights, with their colour, without spaces: a range has none between blocks. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [window, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentWindow)].flatMap((view) =>
      [...((view as (Window & typeof globalThis) | null)?.CSS.highlights ?? [])].flatMap(([name, ranges]) =>
        [...ranges]
          // Prepared pages have theirs before they show.
          .filter((range) => range.startContainer.isConnected)
          .map((range) => `${name.replace('earmark-', '')} ${String(range).replace(/\s+/g, '')}`),
      ),
    ),
  );

/** A point in the first stretch of a drawn mark. */
const markBox = (page: Page) =>
  page.evaluate(() => {
    const frames = [...document.querySelectorAll('iframe')];
    for (const view of [window, ...frames.map((frame) => frame.contentWindow)]) {
      for (const highlight of (view as (Window & typeof globalThis) | null)?.CSS.highlights.values() ?? [])
        for (const range of highlight) {
          const { left, top } = view?.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
          const rect = [...(range as Range).getClientRects()].find(({ width, height }) => width > 8 && height > 8);
          if (rect) return { x: rect.left + left + rect.width / 2, y: rect.top + top + rect.height / 2 };
        }
    }
    return { x: 0, y: 0 };
  });

/** Height of the chapters on the surface, or of the surface where it has none. */
const heightOfFrames = (page: Page) =>
  page.evaluate(() => {
    const surface = document.querySelector<HTMLElement>('#surface') ?? document.body;
    const frames = [...surface.querySelectorAll('iframe')].filter(({ style }) => style.visibility !== 'hidden');
    const heights = frames.map(({ offsetHeight }) => offsetHeight);
    return Math.max(...heights, heights.length === 0 ? surface.offsetHeight : 0);
  });

const labelsOf = (entries: readonly ContentsEntry[]): string[] =>
  entries.flatMap(({ label, children }) => [label, ...labelsOf(children)]);
const flat = (entries: readonly ContentsEntry[]): ContentsEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children)]);

for (const { title, engine, file, contents, search, looks, keeps, double, canMark } of ENGINES)
  test.describe(title, () => {
    test.beforeEach(async ({ page }) => {
      expect(await open(page, engine, file())).toBeNull();
    });

    test('opens at its beginning, reads page by page to its end, and back over the same pages (GEN-008)', async ({
      page,
    }) => {
      expect(await placeOf(page)).toMatchObject({ share: 0, page: 1, atStart: true, atEnd: false });
      expect(await page.evaluate(() => window.bench.engine.direction)).toBe('ltr');
      const places = [await placeOf(page)];
      while (!places.at(-1)?.atEnd && places.length < MOST_TURNS) places.push(await turn(page, 'next'));
      expect(places.at(-1)).toMatchObject({ share: 1, atEnd: true, atStart: false });
      const shares = places.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      for (const { page: at, pages } of places) expect(at).toBeLessThanOrEqual(pages);
      const last = await placeOf(page);
      await page.evaluate(() => window.bench.engine.next());
      expect(await placeOf(page)).toEqual(last);
      for (const { location } of places.slice(0, -1).toReversed())
        expect((await turn(page, 'previous')).location).toBe(location);
      expect(await placeOf(page)).toMatchObject({ atStart: true });
      await page.evaluate(() => window.bench.engine.previous());
      expect(await placeOf(page)).toMatchObject({ atStart: true });
    });

    test('opens again at its place', async ({ page }) => {
      for (let turns = 0; turns < 3; turns++) await turn(page, 'next');
      const place = await placeOf(page);
      const words = await wordsInView(page);
      await page.evaluate(() => window.bench.engine.close());
      expect(await open(page, engine, file(), { location: place.location })).toBeNull();
      await expect.poll(() => placeOf(page)).toEqual(place);
      expect(await wordsInView(page)).toEqual(words);
    });

    test('starts at a place of another program, or at the beginning when it cannot read that', async ({ page }) => {
      for (const location of ['epubcfi(/6/9998!/4/2/1:0)', 'epubcfi(', 'nonsense', '']) {
        await page.evaluate(() => window.bench.engine.close());
        expect(await open(page, engine, file(), { location })).toBeNull();
        await expect.poll(() => placeOf(page), location).toMatchObject({ atStart: true });
      }
    });

    test('goes to each entry of its contents', async ({ page }) => {
      const entries = await page.evaluate(() => window.bench.engine.contents);
      expect(labelsOf(entries)).toEqual(contents);
      const shares: number[] = [];
      for (const { target } of flat(entries)) {
        await go(page, target);
        shares.push((await placeOf(page)).share);
      }
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      for (const { label, target } of entries) {
        await go(page, target);
        await expect.poll(async () => (await placeOf(page)).chapter, label).toBe(label);
      }
    });

    test('finds words, and goes to them', async ({ page }) => {
      if (!search) {
        expect(await page.evaluate(() => window.bench.engine.search)).toBeNull();
        return;
      }
      const matches = await page.evaluate((query) => window.bench.search(query), search.query);
      expect(matches).toHaveLength(search.matches);
      const words = search.query.toLowerCase().split(/\s+/);
      for (const { target, excerpt } of matches) {
        expect(excerpt.toLowerCase().replace(/\s+/g, ' ')).toContain(words.join(' '));
        await go(page, target);
        const [first = ''] = words;
        await expect.poll(async () => (await wordsInView(page)).join(' ').toLowerCase()).toContain(first);
      }
      expect(await page.evaluate(() => window.bench.search('no such words'))).toEqual([]);
    });

    test('keeps its place when its look or its size changes, and returns to the same one', async ({ page }) => {
      for (let turns = 0; turns < 3; turns++) await turn(page, 'next');
      const place = await placeOf(page);
      const words = await wordsInView(page);
      const kept = keeps === 'top' ? words.slice(0, 1) : words;
      const isKept = async () => (await wordsInView(page)).some((word) => kept.includes(word));
      for (const change of looks) {
        await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, ...change });
        await expect.poll(isKept, JSON.stringify(change)).toBe(true);
      }
      await page.evaluate((look) => window.bench.engine.show(look), LOOK);
      for (const width of [1200, 380, 600]) {
        await page.setViewportSize({ width, height: 420 });
        await expect.poll(isKept, `${width} px`).toBe(true);
      }
      // As the player below the pages comes and goes: the window keeps its size.
      for (const height of [300, 420]) {
        await page.locator('#surface').evaluate((surface, px) => {
          surface.style.height = `${px}px`;
        }, height);
        await expect.poll(() => heightOfFrames(page), `${height} px high`).toBe(height);
        await expect.poll(isKept, `${height} px high`).toBe(true);
      }
      await expect.poll(() => placeOf(page)).toEqual(place);
    });

    test('scrolls its text on request, and keeps the line at the top', async ({ page }) => {
      if (keeps !== 'top') return;
      await page.evaluate(() => window.bench.engine.close());
      const scrolled: Look = { ...LOOK, flow: 'scrolled' };
      expect(await open(page, engine, file(), { look: scrolled })).toBeNull();
      expect(await placeOf(page)).toMatchObject({ share: 0, page: 1, atStart: true, atEnd: false });
      const first = await placeOf(page);
      if (first.pages > 1) {
        await page.mouse.move(300, 210);
        await page.mouse.wheel(0, 200);
        await expect.poll(async () => (await placeOf(page)).location).not.toBe(first.location);
        let words: readonly string[] = [];
        const stands = async () => {
          const before = words;
          words = await wordsInView(page);
          return words.join() === before.join();
        };
        await expect.poll(stands, { message: 'the wheel has come to rest', intervals: [200] }).toBe(true);
        expect(await page.evaluate(() => window.bench.presses)).toEqual([]);
      } else await turn(page, 'next');
      const place = await placeOf(page);
      const line = (await wordsInView(page)).slice(0, 4);
      const isAtTop = async () => (await wordsInView(page)).slice(0, 16).some((word) => line.includes(word));
      for (const change of [
        { scale: 150 },
        { margins: 300 },
        { alignment: 'justified' },
        { lineSpacing: 160 },
      ] as const) {
        await page.evaluate((look) => window.bench.engine.show(look), { ...scrolled, ...change });
        await expect.poll(isAtTop, JSON.stringify(change)).toBe(true);
        expect((await placeOf(page)).location, JSON.stringify(change)).toBe(place.location);
      }
      for (const look of [LOOK, scrolled]) await page.evaluate((one) => window.bench.engine.show(one), look);
      await expect.poll(isAtTop).toBe(true);
      const places = [await placeOf(page)];
      const scroll = async (way: 'next' | 'previous') => {
        await page.evaluate((to) => window.bench.engine[to](), way);
        places.push(await placeOf(page));
      };
      while (!places.at(-1)?.atEnd && places.length < MOST_TURNS) await scroll('next');
      expect(places.at(-1)).toMatchObject({ share: 1, atEnd: true });
      const shares = places.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      while (!places.at(-1)?.atStart && places.length < 2 * MOST_TURNS) await scroll('previous');
      expect(await placeOf(page)).toMatchObject({ share: 0, atStart: true });
    });

    test('shows two pages side by side where they fit', async ({ page }) => {
      await page.setViewportSize({ width: 1200, height: 420 });
      const single = await page.evaluate((look) => window.bench.engine.show(look), LOOK).then(() => placeOf(page));
      await page.evaluate((look) => window.bench.engine.show(look), {
        ...LOOK,
        ...double,
      });
      await expect.poll(() => placeOf(page)).toMatchObject({ location: single.location, atStart: true });
      const places = [await placeOf(page)];
      while (!places.at(-1)?.atEnd && places.length < MOST_TURNS) places.push(await turn(page, 'next'));
      expect(places.at(-1)).toMatchObject({ share: 1 });
    });

    test('reports presses on its pages', async ({ page }) => {
      const report = () => page.evaluate(() => window.bench.presses.splice(0));
      await page.mouse.click(540, 210);
      expect(await report()).toEqual([{ kind: 'tap', x: expect.closeTo(0.9, 1) }]);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+Space');
      expect(await report()).toEqual([
        { kind: 'key', key: 'ArrowRight', shift: false },
        { kind: 'key', key: ' ', shift: true },
      ]);
      // By the clock of the page, whenever the frame of a chapter was made.
      const now = await page.evaluate(() => performance.now());
      await page.mouse.wheel(0, 120);
      await expect.poll(() => page.evaluate(() => window.bench.presses.length)).toBe(1);
      const [wheel] = await report();
      expect(wheel).toEqual({ kind: 'wheel', delta: 120, at: expect.any(Number) });
      expect(wheel && 'at' in wheel && wheel.at).toBeGreaterThanOrEqual(now);
    });

    test('selects by keyboard and draws marks, in every look', async ({ page }) => {
      expect(await page.evaluate(() => window.bench.engine.marking !== null)).toBe(canMark);
      if (!canMark) return;
      await turn(page, 'next');
      const last = () => page.evaluate(() => window.bench.selections.at(-1) ?? null);
      await page.evaluate(() => window.bench.engine.marking?.selectFirst());
      await expect.poll(async () => (await last())?.text).toBeTruthy();
      const [first] = [await last()];
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await last())?.text).not.toBe(first?.text);
      const second = await last();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(async () => (await last())?.text.length).toBeGreaterThan(second?.text.length ?? 0);
      const selected = await last();
      if (!selected || !first || !second) throw new Error('Nothing was selected');
      expect(selected.text.startsWith(second.text)).toBe(true);
      expect((await wordsInView(page)).join(' ')).toContain(selected.text);
      expect(selected.share).toBeGreaterThan(0);
      expect(await page.evaluate((target) => window.bench.engine.isInView(target), selected.target)).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(last).toBeNull();
      const marks = [
        { id: 'one', target: selected.target, text: selected.text, colour: 'green' },
        // These words are missing: the name now belongs to another file.
        { id: 'other', target: first.target, text: 'other words', colour: 'pink' },
      ] as const;
      await page.evaluate((all) => window.bench.engine.marking?.mark(all), marks);
      await expect.poll(() => drawn(page)).toEqual([`green ${selected.text.replaceAll(' ', '')}`]);
      for (const change of [{ scale: 180 }, ...looks]) {
        await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, ...change });
        await expect
          .poll(() => drawn(page), JSON.stringify(change))
          .toEqual([`green ${selected.text.replaceAll(' ', '')}`]);
      }
      await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, scale: 180 });
      await go(page, selected.target);
      await expect.poll(async () => (await wordsInView(page)).join(' ')).toContain(second.text);
      await rest(page);
      const box = await markBox(page);
      await page.mouse.click(box.x, box.y);
      expect(await page.evaluate(() => [window.bench.pressedMarks, window.bench.presses])).toEqual([['one'], []]);
      const next = (await placeOf(page)).pages > 1 ? 'next' : 'previous';
      await turn(page, next);
      await turn(page, next);
      expect(await page.evaluate((target) => window.bench.engine.isInView(target), selected.target)).toBe(false);
    });

    test('releases everything when it closes', async ({ page }) => {
      const counted = await page.context().newCDPSession(page);
      const documents = async () => {
        await counted.send('HeapProfiler.collectGarbage');
        return (await counted.send('Memory.getDOMCounters')).documents;
      };
      const around = async () => {
        for (let turns = 0; turns < 2; turns++) await turn(page, 'next');
        await page.evaluate(() => window.bench.engine.close());
        await expect.poll(() => page.evaluate(() => window.bench.held())).toEqual({ urls: 0, elements: 0 });
      };
      await around();
      const before = await documents();
      for (let times = 0; times < 4; times++) {
        expect(await open(page, engine, file())).toBeNull();
        await around();
      }
      // A document that a late task still holds goes with the next one.
      await expect.poll(documents).toBeLessThanOrEqual(before + 2);
    });
  });

test('the search of an epub covers visible text: no file titles, but words across marks', async ({ page }) => {
  const chapters = [{ title: 'The tide', body: '<h1>The tide</h1><p>A high t<b>i</b>de, and\n a high\n tide.</p>' }];
  expect(await open(page, 'epub', createEpub({ chapters }))).toBeNull();
  const matches = (query: string) => page.evaluate((words) => window.bench.search(words), query);
  expect((await matches('high tide')).map(({ excerpt }) => excerpt)).toEqual(
    Array.from({ length: 2 }, () => 'The tide A high tide, and a high tide. The end of The tide.'),
  );
  // The heading, twice in the text, and the words of the file's maker at the end.
  expect(await matches('tide')).toHaveLength(4);
});

test('the chapters beside the shown one of an epub are ready, no others, and show in their frame', async ({ page }) => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
  const chapters = titles.map((title) => ({ title, body: `<p>Words of ${title}.</p>` }));
  expect(await open(page, 'epub', createEpub({ chapters }))).toBeNull();
  const frames = page.locator('iframe');
  const ready = () =>
    frames.evaluateAll((all) =>
      (all as HTMLIFrameElement[])
        .filter(({ style }) => style.visibility === 'hidden')
        .map(({ contentDocument }) => contentDocument?.querySelector('p')?.textContent)
        .sort(),
    );
  const shown = frames.filter({ visible: true });
  await expect.poll(ready).toEqual(['Words of Two.']);
  await frames.evaluateAll((all) => all.forEach((frame) => ((frame as HTMLIFrameElement).name = 'ready')));
  await turn(page, 'next');
  await expect(shown).toHaveAttribute('name', 'ready');
  await expect(shown.contentFrame().getByText('Words of Two.')).toBeVisible();
  await expect.poll(ready).toEqual(['Words of One.', 'Words of Three.']);
  await turn(page, 'next');
  await turn(page, 'next');
  await turn(page, 'previous');
  await expect(shown.contentFrame().getByText('Words of Three.')).toBeVisible();
  await expect.poll(ready).toEqual(['Words of Four.', 'Words of Two.']);
  // They take another look too.
  await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, scale: 150 });
  await expect.poll(ready).toEqual(['Words of Four.', 'Words of Two.']);
  await turn(page, 'previous');
  expect(
    await shown
      .contentFrame()
      .locator('html')
      .evaluate((root) => getComputedStyle(root).fontSize),
  ).toBe('24px');
  await expect.poll(ready).toEqual(['Words of One.', 'Words of Three.']);
  expect(await frames.evaluateAll((all) => all.map((frame) => frame.getAttribute('sandbox')))).toEqual(
    Array.from({ length: 3 }, () => 'allow-same-origin'),
  );
});

test('an epub loads only pictures and styles that its chapters name, also when one is missing', async ({
  page,
  watch,
}) => {
  watch.allow(/gone\.svg/);
  const picture = (size: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="9" height="9"/></svg>`;
  const svg = 'image/svg+xml';
  const epub = createEpub({
    chapters: [
      {
        title: 'One',
        head: '<link rel="stylesheet" href="../css/s.css"/>',
        body: '<p><img src="../img/gone.svg" alt="gone"/><img src="../img/small.svg" alt="small"/></p>',
      },
      { title: 'Two', body: '<p><img src="../img/large.svg" alt="large"/></p>' },
    ],
    listed: { 'img/gone.svg': svg, 'img/small.svg': svg, 'img/large.svg': svg, 'css/s.css': 'text/css' },
    files: {
      'OEBPS/img/small.svg': picture(30),
      'OEBPS/img/large.svg': picture(60),
      'OEBPS/css/s.css': 'p { background-image: url(../img/large.svg) }',
    },
  });
  expect(await open(page, 'epub', epub)).toBeNull();
  const text = page.locator('iframe').filter({ visible: true }).contentFrame();
  const widthOf = (name: string) =>
    text.getByAltText(name, { exact: true }).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => widthOf('small')).toBe(30);
  expect(await widthOf('gone')).toBe(0);
  const background = await text
    .locator('p')
    .first()
    .evaluate((line) => getComputedStyle(line).backgroundImage);
  expect(background).toMatch(/^url\("blob:/);
  await turn(page, 'next');
  await expect.poll(() => widthOf('large')).toBe(60);
});

test('a highlighted link opens its mark, and follows the link on request', async ({ page }) => {
  const chapters = [
    { title: 'One', body: '<p><a href="c1.xhtml">Linked</a> words</p>' },
    { title: 'Two', body: '<p>The second</p>' },
  ];
  expect(await open(page, 'epub', createEpub({ chapters }))).toBeNull();
  await page.evaluate(() => window.bench.engine.marking?.selectFirst());
  await expect.poll(() => page.evaluate(() => window.bench.selections.at(-1)?.text)).toBe('Linked');
  await page.evaluate(() => {
    const { marking } = window.bench.engine;
    const [selection] = window.bench.selections;
    if (selection) marking?.mark([{ id: 'one', target: selection.target, text: selection.text, colour: 'pink' }]);
    marking?.deselect();
  });
  await expect.poll(() => drawn(page)).toEqual(['pink Linked']);
  await page.locator('iframe').filter({ visible: true }).contentFrame().getByRole('link').click();
  expect(await page.evaluate(() => window.bench.pressedMarks)).toEqual(['one']);
  expect(await placeOf(page)).toMatchObject({ chapter: 'One' });
  await page.evaluate(() => window.bench.engine.marking?.followLink());
  await expect.poll(() => placeOf(page)).toMatchObject({ chapter: 'Two' });
});

test('an azw3 with fixed pages shows each one as large as fits', async ({ page }) => {
  const file = asFixed(readFileSync(new URL('../support/books/Poems.azw3', import.meta.url)));
  expect(await open(page, 'mobi', file)).toBeNull();
  const frame = page.locator('iframe').filter({ visible: true });
  const shape = async () => {
    const { width, height } = await boxAtRest(frame);
    return { height, ratio: Math.round((width / height) * 100) / 100 };
  };
  const places = [await placeOf(page)];
  while (!places.at(-1)?.atEnd && places.length < MOST_TURNS) {
    expect(await shape()).toEqual({ height: 420, ratio: 0.75 });
    places.push(await turn(page, 'next'));
  }
  expect(places.map(({ page: at, pages }) => [at, pages])).toEqual(places.map(() => [1, 1]));
  expect(places.length).toBeGreaterThan(1);
  await page.setViewportSize({ width: 300, height: 800 });
  await expect.poll(shape).toEqual({ height: 378, ratio: 0.75 });
  const [match] = await page.evaluate(() => window.bench.search('kingdom by the sea'));
  await go(page, match?.target ?? '');
  await expect(frame.contentFrame().getByText('kingdom by the sea').first()).toBeVisible();
});

const DOWN = 'html{writing-mode:vertical-rl}';
for (const [title, styles, options] of [
  ['from left to right', [DOWN, DOWN], {}],
  ['in a file from right to left', [DOWN, DOWN], { root: 'dir="rtl"' }],
  ['in a book from right to left', [DOWN, DOWN], { rtl: true }],
  ['in Hebrew', [DOWN, DOWN], { rtl: true, root: 'xml:lang="he"' }],
  ['in a text from right to left', [`${DOWN}body{direction:rtl}`, `${DOWN}body{direction:rtl}`], {}],
  ['after one whose lines do not', ['', DOWN], {}],
  ['between others, from right to left', ['', DOWN, ''], { rtl: true }],
] as const)
  test(`a chapter with vertical lines shows all words, forward and back: ${title}`, async ({ page }) => {
    const chapters = styles.map((style, at) => ({
      title: `Part${at}`,
      head: `<style>${style}</style>`,
      body: paragraphs(`Part${at}`, 6),
    }));
    expect(await open(page, 'epub', createEpub({ chapters, ...options }))).toBeNull();
    const pages = [await wordsInView(page)];
    while (!(await placeOf(page)).atEnd && pages.length < MOST_TURNS) {
      await turn(page, 'next');
      pages.push(await wordsInView(page));
    }
    const words = chapters.flatMap(({ body, title: name }) =>
      `${body} The end of ${name}.`
        .replaceAll(/<\/?p>/g, ' ')
        .trim()
        .split(/\s+/),
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(words);
    for (const before of pages.slice(0, -1).toReversed()) {
      await turn(page, 'previous');
      expect(await wordsInView(page)).toEqual(before);
    }
    const contents = await page.evaluate(() => window.bench.engine.contents);
    await go(page, flat(contents).find(({ label }) => label === 'End of Part1')?.target ?? '');
    expect(await wordsInView(page)).toContain('Part1.');
  });

/** Books whose lines or pages run another way: a word of their language, their text by the body of each chapter. */
const OTHER_WAYS: readonly {
  readonly title: string;
  readonly engine: 'epub' | 'mobi';
  readonly word: string;
  readonly file: (chapters: readonly { title: string; body: string }[]) => Uint8Array;
  readonly direction: 'ltr' | 'rtl';
  /** The arrow to the next word. */
  readonly on: 'ArrowLeft' | 'ArrowRight' | 'ArrowDown';
}[] = [
  {
    title: 'a Hebrew epub',
    engine: 'epub',
    word: 'מילה',
    file: (chapters) => createEpub({ chapters, rtl: true, root: 'xml:lang="he"' }),
    direction: 'rtl',
    on: 'ArrowLeft',
  },
  {
    title: 'an Arabic mobi',
    engine: 'mobi',
    word: 'كلمة',
    file: (chapters) =>
      createMobi({ chapters: chapters.map(({ title, body }) => ({ title, body: `<div dir="rtl">${body}</div>` })) }),
    direction: 'ltr',
    on: 'ArrowLeft',
  },
  {
    title: 'a Japanese epub in vertical lines',
    engine: 'epub',
    word: '吾輩',
    file: (chapters) =>
      createEpub({
        chapters: chapters.map((one) => ({ ...one, head: `<style>${DOWN}p{word-break:keep-all}</style>` })),
        rtl: true,
        root: 'xml:lang="ja"',
      }),
    direction: 'rtl',
    on: 'ArrowDown',
  },
  {
    title: 'a Mongolian epub in vertical lines from the left',
    engine: 'epub',
    word: 'ᠮᠣᠩᠭᠣᠯ',
    file: (chapters) =>
      createEpub({
        chapters: chapters.map((one) => ({ ...one, head: '<style>html{writing-mode:vertical-lr}</style>' })),
        root: 'xml:lang="mn"',
      }),
    direction: 'ltr',
    on: 'ArrowDown',
  },
  {
    title: 'a Japanese mobi in vertical lines',
    engine: 'mobi',
    word: 'neko',
    file: (chapters) =>
      createMobi({
        chapters: chapters.map(({ title, body }) => ({
          title,
          body: `<style>${DOWN}</style>${body}`,
        })),
      }),
    direction: 'ltr',
    on: 'ArrowDown',
  },
];

for (const { title, engine, word, file, direction, on } of OTHER_WAYS)
  test(`${title} has contents, search, selection, marks and a place like other books`, async ({ page }) => {
    // Words that no line breaks in.
    const book = file(
      ['One', 'Two'].map((name) => ({ title: name, body: paragraphs(`${word}-${name}`, 12).replaceAll('-', 'x') })),
    );
    const inView = (words: string) => async () => (await wordsInView(page)).join(' ').includes(words);
    expect(await open(page, engine, book)).toBeNull();
    expect(await page.evaluate(() => window.bench.engine.direction)).toBe(direction);
    const entries = await page.evaluate(() => window.bench.engine.contents);
    await go(page, entries.find(({ label }) => label === 'Two')?.target ?? '');
    await expect.poll(inView(`${word}xTwox0x0 `)).toBe(true);
    const matches = await page.evaluate((query) => window.bench.search(query), `${word}xonex7x9`);
    expect(matches.map(({ excerpt }) => excerpt.includes(`${word}xOnex7x9`))).toEqual([true]);
    await go(page, matches[0]?.target ?? '');
    await expect.poll(inView(`${word}xOnex7x9 `)).toBe(true);

    // The same place after another look, and the same words after reopening the book.
    const [place, words] = [await placeOf(page), await wordsInView(page)];
    await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, scale: 160 });
    await expect.poll(() => wordsInView(page)).toContain(`${word}xOnex7x9`);
    await page.evaluate(() => window.bench.engine.close());
    expect(await open(page, engine, book, { location: place.location })).toBeNull();
    await expect.poll(() => wordsInView(page)).toEqual(words);

    // Arrows move the keyboard selection along the lines, and extend it.
    const last = () => page.evaluate(() => window.bench.selections.at(-1) ?? null);
    const selectedAfter = async (press: () => Promise<unknown>, before: string | undefined) => {
      await press();
      await expect.poll(async () => (await last())?.text ?? before).not.toBe(before);
      return last();
    };
    const first = await selectedAfter(() => page.evaluate(() => window.bench.engine.marking?.selectFirst()), undefined);
    expect(words.join(' ')).toMatch(new RegExp(`^${first?.text}`));
    const second = await selectedAfter(() => page.keyboard.press(on), first?.text);
    const back = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft', ArrowDown: 'ArrowUp' }[on];
    expect(await selectedAfter(() => page.keyboard.press(back), second?.text)).toEqual(first);
    const longer = await selectedAfter(() => page.keyboard.press(`Shift+${on}`), first?.text);
    const selected = await selectedAfter(() => page.keyboard.press(`Shift+${on}`), longer?.text);
    if (!selected) throw new Error('Nothing was selected');
    expect(words.join(' ').startsWith(selected.text)).toBe(true);
    expect(selected.text.length).toBeGreaterThan(first?.text.length ?? 0);

    // A mark covers its words in every look, can be pressed, and is a target.
    const { target, text } = selected;
    const marks = [{ id: 'one', target, text, colour: 'green' }] as const;
    await page.evaluate(() => window.bench.engine.marking?.deselect());
    await page.evaluate((all) => window.bench.engine.marking?.mark(all), marks);
    const asDrawn = [`green ${text.replaceAll(' ', '')}`];
    for (const change of [{}, { scale: 160 }, { flow: 'scrolled' }, { spread: 'auto', margins: 200 }, {}] as const) {
      await page.evaluate((look) => window.bench.engine.show(look), { ...LOOK, ...change });
      await expect.poll(() => drawn(page), JSON.stringify(change)).toEqual(asDrawn);
    }
    const other = entries.find(({ label }) => label === 'Two')?.target ?? '';
    await go(page, other);
    await expect.poll(() => page.evaluate((one) => window.bench.engine.isInView(one), target)).toBe(false);
    await go(page, target);
    await expect.poll(inView(words[0] ?? '?')).toBe(true);
    expect(await page.evaluate((one) => window.bench.engine.isInView(one), target)).toBe(true);
    await rest(page);
    const box = await markBox(page);
    await page.mouse.click(box.x, box.y);
    await expect.poll(() => page.evaluate(() => window.bench.pressedMarks)).toEqual(['one']);
  });

const pdfPage = (page: Page, number: number) => page.locator(`.pdf-page[data-page="${number}"]`);

for (const layout of ['double', 'strip'] as const)
  test(`words across two pages of a pdf are one selection and one mark, in the layout ${layout}`, async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 900 });
    const blank = Array.from({ length: 20 }, () => '');
    const pages = Array.from({ length: 4 }, (_, at) => ({
      lines: [`first-${at + 1} word`, ...blank, `last-${at + 1} word`],
    }));
    const look: Look = { ...LOOK, ...(LOOK.pages && { pages: { ...LOOK.pages, layout, fit: 'whole' } }) };
    expect(await open(page, 'pdf', createPdf({ pages }), { location: '2', look })).toBeNull();
    const last = () => page.evaluate(() => window.bench.selections.at(-1) ?? null);
    await expect(pdfPage(page, 3).getByText('first-3 word')).toBeAttached();
    // From the page before to the one after, and in reverse: by mouse.
    const begin = await boxAtRest(pdfPage(page, 2).getByText('last-2 word'));
    if (layout === 'strip')
      await page.evaluate((px) => document.querySelector('#surface')?.scrollBy(0, px), begin.y - 20);
    const [from, to] = [
      await boxAtRest(pdfPage(page, 2).getByText('last-2 word')),
      await boxAtRest(pdfPage(page, 3).getByText('first-3 word')),
    ];
    const ends = [
      [from.x + 1, from.y + from.height / 2],
      [to.x + to.width - 1, to.y + to.height / 2],
    ] as const;
    const selected = { text: 'last-2 word first-3 word', share: expect.closeTo(0.4, 1) };
    for (const [[x1, y1], [x2, y2]] of [ends, [ends[1], ends[0]] as const]) {
      await page.mouse.move(x1, y1);
      await page.mouse.down();
      await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2, { steps: 4 });
      await page.mouse.move(x2, y2, { steps: 4 });
      await page.mouse.up();
      await expect.poll(last).toMatchObject(selected);
      await page.evaluate(() => window.bench.engine.marking?.deselect());
      await expect.poll(last).toBeNull();
    }
    const target = (await page.evaluate(() => window.bench.selections.findLast((one) => one !== null)))?.target ?? '';
    const mark = (text: string) =>
      page.evaluate((one) => window.bench.engine.marking?.mark([{ id: 'one', colour: 'blue', ...one }]), {
        target,
        text,
      });
    await mark('last-2 other first-3 word');
    await expect.poll(() => drawn(page)).toEqual(['blue first-3word']);
    await mark(selected.text);
    await expect.poll(() => drawn(page)).toEqual(['blue last-2word', 'blue first-3word']);
    // A page alone shows its part; the mark leads to the first.
    await page.evaluate((one) => window.bench.engine.show(one), LOOK);
    for (const [number, words] of [
      ['2', 'last-2word'],
      ['3', 'first-3word'],
      ['4', null],
    ] as const) {
      await go(page, number);
      await expect.poll(() => drawn(page), `Page ${number}`).toEqual(words === null ? [] : [`blue ${words}`]);
    }
    await go(page, target);
    expect(await placeOf(page)).toMatchObject({ page: 2 });
    expect(await page.evaluate((one) => window.bench.engine.isInView(one), target)).toBe(true);
  });

for (const engine of new Set(FAULTY.map((one) => one.engine)))
  test(`files that the engine ${engine} does not open say why, and leave nothing behind`, async ({ page, watch }) => {
    // The rar unpacker logs what is wrong with a file.
    watch.allow(/worker-bundle\.js/);
    for (const { title, file, fault } of FAULTY.filter((one) => one.engine === engine))
      await test.step(title, async () => {
        expect(await open(page, engine, file())).toBe(fault);
        expect(await page.evaluate(() => window.bench.held())).toEqual({ urls: 0, elements: 0 });
      });
  });
