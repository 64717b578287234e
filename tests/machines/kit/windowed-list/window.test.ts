import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  holdsItem,
  keepsPlace,
  middlePage,
  MOST_LOADERS,
  nearPages,
  PAGE_SIZE,
  pageOfIndex,
  patchPages,
  pagesInView,
  planLoads,
  slotAt,
  toPage,
  wantedPages,
  type Page as AnyPage,
} from '../../../../src/machines/kit/windowed-list/window.logic.ts';
import { itemsPage } from '../../../../src/schemas/api/shelf.ts';
import type { LibraryItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { recording } from '../../../support/recordings.ts';

const wire = recording('libraries/items-final-minified').response.body as { results: { id: string }[] };
const answer = z.parse(itemsPage, wire);
const [sample] = answer.results.items;
if (!sample) throw new Error('The recording has no items');
const item = (id: string): LibraryItemMinified => ({ ...sample, id });
type Page = AnyPage<LibraryItemMinified>;
const pageOf = (number: number): Page =>
  Array.from({ length: PAGE_SIZE }, (_, at) => item(`i${number * PAGE_SIZE + at}`));

describe('a page', () => {
  test('has its items in the order of the server', () => {
    expect(toPage(answer.results).map((slot) => slot?.id)).toEqual(wire.results.map(({ id }) => id));
  });

  test('keeps the place of an entry that cannot be read, so that the others stay in theirs', () => {
    const broken = z.parse(itemsPage, {
      ...wire,
      results: wire.results.map((entry, at) => (at === 1 ? { ...entry, media: 'none' } : entry)),
    });
    expect(toPage(broken.results).map((slot) => slot?.id ?? null)).toEqual(
      wire.results.map(({ id }, at) => (at === 1 ? null : id)),
    );
  });
});

describe('the pages that a window needs', () => {
  test.each([
    ['nothing in view', { first: 0, last: -1 }, 500, []],
    ['the start', { first: 0, last: 30 }, 500, [0, 1]],
    ['the middle', { first: 100, last: 150 }, 500, [2, 3, 4, 1]],
    ['the end', { first: 470, last: 499 }, 500, [9, 10, 8]],
    ['a shelf of one page', { first: 0, last: 10 }, 11, [0]],
  ])('%s', (_name, window, total, pages) => {
    expect(wantedPages(window, total)).toEqual(pages);
  });

  test('always hold every place in view, and none past the end', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(200), fc.integer({ min: 1, max: 20_000 }), (first, span, total) => {
        const window = { first: Math.min(first, total - 1), last: Math.min(first + span, total - 1) };
        const wanted = wantedPages(window, total);
        for (let index = window.first; index <= window.last; index += 1) expect(wanted).toContain(pageOfIndex(index));
        expect(wanted.every((page) => page >= 0 && page * PAGE_SIZE < total)).toBe(true);
      }),
    );
  });
});

describe('loaders', () => {
  test('start for missing pages, the most urgent first, and stop for unwanted ones', () => {
    expect(planLoads([5, 6, 7, 4], (page) => page === 6, [1, 7])).toEqual({ stop: [1], start: [5, 4] });
  });

  test('are never more than four, whatever the window does', () => {
    const pages = fc.uniqueArray(fc.nat(30), { maxLength: 10 });
    fc.assert(
      fc.property(pages, pages, fc.uniqueArray(fc.nat(30), { maxLength: MOST_LOADERS }), (wanted, loaded, loading) => {
        const { start, stop } = planLoads(wanted, (page) => loaded.includes(page), loading);
        const running = [...loading.filter((page) => !stop.includes(page)), ...start];
        expect(running.length).toBeLessThanOrEqual(MOST_LOADERS);
        expect(running.every((page) => wanted.includes(page))).toBe(true);
        expect(new Set(running).size).toBe(running.length);
      }),
    );
  });
});

describe('held pages', () => {
  const pages = new Map([0, 1, 2, 20].map((number) => [number, pageOf(number)]));

  test('are those near the window: a shelf of any length keeps a bounded number of items', () => {
    expect([...nearPages(pages, { first: 0, last: 40 }, null).keys()]).toEqual([0, 1, 2]);
    expect([...nearPages(pages, { first: 0, last: 40 }, 20 * PAGE_SIZE + 3).keys()]).toEqual([0, 1, 2, 20]);
    expect([...pagesInView(pages, { first: 40, last: 60 }).keys()]).toEqual([0, 1]);
    expect(nearPages(pages, { first: 500, last: 520 }, null).size).toBe(0);
    const few = new Map([[0, pageOf(0)]]);
    expect(nearPages(few, { first: 0, last: 1 }, null)).toBe(few);
  });

  test('answer for a place and for an item', () => {
    expect([slotAt(pages, PAGE_SIZE)?.id, slotAt(pages, PAGE_SIZE * 5)]).toEqual([`i${PAGE_SIZE}`, undefined]);
    expect([holdsItem(pages, 'i3'), holdsItem(pages, 'nobody')]).toEqual([true, false]);
  });

  test('show an update in its place; other pages stay the same objects', () => {
    const patched = patchPages(pages, new Map([['i3', { ...item('i3'), updatedAt: 9 }]]), (_shown, update) => update);
    expect([slotAt(patched, 3)?.updatedAt, patched.get(1) === pages.get(1)]).toEqual([9, true]);
  });

  describe('take new items only where the card in the middle keeps its place (pitfall 34)', () => {
    const shown = (first: number, last: number) => ({ pages, total: 1000, window: { first, last } });
    const answer = (number: number, page: Page, total = 1000) => ({ number, page, total });
    const shifted = [item('new'), ...pageOf(1).slice(0, -1)];
    test.each([
      ['the same', shown(60, 90), answer(1, pageOf(1)), true],
      ['more at the end', shown(60, 90), answer(1, pageOf(1), 1001), true],
      ['a new one before it', shown(60, 90), answer(1, shifted, 1001), false],
      ['the page before the one in view, unchanged', shown(60, 90), answer(0, pageOf(0)), true],
      ['the page behind the one in view, shifted', shown(10, 40), answer(1, shifted), false],
      ['a page not held any more, as many items', shown(500, 530), answer(7, pageOf(7)), true],
      ['a page not held any more, more items', shown(500, 530), answer(7, pageOf(7), 1001), false],
      ['nothing where there was something', shown(60, 90), answer(1, [], 40), false],
    ] as const)('%s', (_name, shelf, fresh, keeps) => {
      expect(keepsPlace(shelf, fresh)).toBe(keeps);
    });

    test('it requests the page in the middle', () => {
      expect([middlePage({ first: 60, last: 90 }), middlePage({ first: 40, last: 60 })]).toEqual([1, 1]);
    });
  });
});
