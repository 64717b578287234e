// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createOpenings, openingsOf } from '../../../src/services/reader/openings.ts';
import { DEFAULT_PAGE_LOOK, type PageFrame } from '../../../src/services/reader/paged.ts';

/** Pages that are drawn when `draw` is called, in pairs, and those set in view. */
function open(spreads: readonly number[] = []) {
  const waiting: (() => void)[] = [];
  const report: [number, number][] = [];
  const frame: PageFrame = {
    surface: document.createElement('div'),
    root: document.createElement('div'),
    source: {
      count: 9,
      direction: 'ltr',
      contents: [],
      search: null,
      measure: () => Promise.reject(new Error('Not asked')),
      draw: () => Promise.reject(new Error('Not asked')),
      sketch: () => Promise.reject(new Error('Not asked')),
      release: () => undefined,
      find: () => Promise.resolve(null),
      chapterOf: () => null,
      close: () => undefined,
    },
    measure: (page) => Promise.resolve({ width: spreads.includes(page) ? 4 : 1, height: 2 }),
    draw: () => new Promise((resolve) => waiting.push(() => resolve(document.createElement('i')))),
    look: () => DEFAULT_PAGE_LOOK,
    room: () => ({ width: 600, height: 400 }),
    moved: ({ opening, page, last }) => report.push([opening?.[0] ?? page, last]),
  };
  frame.surface.scrollTo = () => undefined;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const draw = async () => {
    await settle();
    for (const end of waiting.splice(0)) end();
    await settle();
  };
  return { pages: createOpenings(frame, (isAlone) => openingsOf(9, true, isAlone)), report, draw };
}

test('a resize during a turn does not turn back', async () => {
  const { pages, report, draw } = open();
  void pages.show(2);
  await draw();
  void pages.turn(1);
  void pages.refit();
  await draw();
  expect([report, pages.page()]).toEqual([
    [
      [2, 3],
      [4, 5],
    ],
    4,
  ]);
});

test('two turns one right after the other are two turns', async () => {
  const { pages, report, draw } = open();
  void pages.show(2);
  await draw();
  void pages.turn(1);
  void pages.turn(1);
  await draw();
  expect([report.at(-1), pages.page()]).toEqual([[6, 7], 6]);
});

test('a picture over two pages is alone, both ways', async () => {
  const { pages, report, draw } = open([3, 6]);
  const turn = async (by: 1 | -1) => {
    void pages.turn(by);
    await draw();
  };
  void pages.show(1);
  await draw();
  await draw();
  for (let turns = 0; turns < 5; turns++) await turn(1);
  for (let turns = 0; turns < 3; turns++) await turn(-1);
  expect(report.map((view) => view.join('-'))).toEqual(['1-1', '2-2', '3-3', '4-5', '6-6', '7-8', '6-6', '4-5', '3-3']);
  // From the end, where nothing before is known yet.
  const other = open([5]);
  void other.pages.show(6);
  await other.draw();
  void other.pages.turn(-1);
  await other.draw();
  expect(other.report).toEqual([
    [6, 7],
    [5, 5],
  ]);
});
