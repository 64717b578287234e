import { shelve } from '../../e2e/support/reader.ts';
import { bookLibrary, longestOfOneFile } from '../../e2e/support/library.ts';
import { createEpub, paragraphs } from '../../support/epub.ts';
import { expect, needs, test } from '../driver/test.ts';
import { bar, beginAt, expectAdvance, expectStill } from '../support/player.ts';
import { openQueue } from '../support/queue.ts';
import { expectTurns, firstWord, readerOf } from '../support/reader.ts';

needs('hasTouch');

/** Longer than a long press, in ms. */
const LONG_MS = 900;

test.describe('with sound', () => {
  needs('hasSound');

  test('the full player opens and closes by swipes, and its buttons by taps', async ({
    view,
    open,
    tab,
    api,
    signIn,
  }) => {
    await beginAt(api, await longestOfOneFile(api), 20);
    await signIn();
    await tab.resize(450, 850);
    await open('/');
    await view.role('button', /^Resume/).touch();
    await expectAdvance(tab);
    const sheet = view.role('dialog', 'Player');
    const { x, y, width } = await bar(view).role('button', 'Open full player').place();
    const middle = x + width / 2;
    await tab.touch([
      [
        { x: middle, y: y + 10 },
        { x: middle, y: y - 300 },
      ],
    ]);
    await sheet.role('button', 'Pause').touch();
    await expectStill(tab);
    await sheet.role('button', 'Play').touch();
    await expectAdvance(tab);
    const cover = await sheet.css('img').at(0).place();
    const above = { x: cover.x + cover.width / 2, y: cover.y + 20 };
    await tab.touch([[above, { x: above.x, y: above.y + 500 }]]);
    await sheet.gone();
    await expectAdvance(tab);
  });

  test('a finger puts the queue in another order', async ({ view, open, tab, api, signIn }) => {
    const { order, grip, titles } = await openQueue({ view, open, tab, api, signIn });
    const [a, b, c, d] = titles;
    const [from, to] = [await grip(d).place(), await grip(b).place()];
    const at = from.x + 10;
    await tab.touch([
      [
        { x: at, y: from.y + 10 },
        { x: at, y: (from.y + to.y) / 2 },
        { x: at, y: to.y + 10 },
      ],
    ]);
    await expect.poll(order).toEqual([a, d, b, c]);
  });
});

test('a long press selects a book and opens nothing, further ones by taps', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  await signIn();
  await open(`/library/${await bookLibrary(api)}/bookshelf`);
  const books = view.role('grid', 'Items').role('gridcell');
  await books.at(0).touch(LONG_MS);
  await view.role('banner').words('1 selected').shown();
  await books.at(1).touch();
  await view.role('banner').words('2 selected').shown();
  expect(new URL(await tab.url()).pathname).toMatch(/bookshelf$/);
});

test('an epub turns by swipes and by a tap at its edge, and two fingers set its text size', async ({
  view,
  open,
  tab,
  api,
  signIn,
}) => {
  const chapters = ['One', 'Two'].map((title) => ({ title, body: paragraphs(title, 30) }));
  const id = (await shelve(api, { 'Made.epub': createEpub({ chapters }) })).get('Made');
  await signIn();
  await open(`/item/${id}?read=main`);
  const { surface, position } = readerOf(view);
  await position.says(/Page 1 of/);
  await expect.poll(() => firstWord(tab)).toMatch(/^One-0-/);
  const { x, y, width } = await surface.place();
  const [start, end] = [
    { x: x + 100, y: y + 300 },
    { x: x + width - 100, y: y + 300 },
  ];
  // Longer than the 250 ms in which a second touch belongs to the first.
  const swipe = (from: typeof start, to: typeof start) => () => tab.touch([[from, to]], 300);
  await expectTurns(tab, [
    ['swipe', swipe(end, start), 1],
    ['edge', () => tab.touch([[{ x: x + width - 20, y: y + 300 }]]), 1],
    ['swipe back', swipe(start, end), -1],
  ]);
  const size = () =>
    tab.evaluate(() => {
      const shown = [...document.querySelectorAll('iframe')].filter(({ style }) => style.visibility !== 'hidden');
      const root = shown.at(-1)?.contentDocument?.documentElement;
      return root ? Math.round(parseFloat(getComputedStyle(root).fontSize)) : 0;
    });
  const before = await size();
  const middle = x + width / 2;
  const finger = (from: number, to: number) => [
    { x: middle + from, y: y + 300 },
    { x: middle + to, y: y + 300 },
  ];
  await tab.touch([finger(-20, -40), finger(20, 40)]);
  await expect.poll(size).toBeGreaterThan(before);
});
