// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Size } from '../../../src/services/reader/openings.ts';
import { DEFAULT_PAGE_LOOK, type PageFrame } from '../../../src/services/reader/paged.ts';
import { createStrip } from '../../../src/services/reader/strip.ts';

const VIEW = { width: 800, height: 600 };

const pixels = (text: string) => Number(text.replace('px', '')) || 0;

/** A strip of so many pages in a view of 800 by 600. `asked`: how often it read its room. */
function strip(count: number, measure: (page: number) => Promise<Size> = async () => ({ width: 400, height: 600 })) {
  const [surface, root] = [document.createElement('div'), document.createElement('div')];
  surface.append(root);
  const boxes = () => [...root.children] as HTMLElement[];
  const heights = () => boxes().map(({ style }) => pixels(style.height));
  const height = () =>
    heights().reduce((sum, one) => sum + one, 0) + pixels(root.style.paddingTop) + pixels(root.style.paddingBottom);
  let [requested, top] = [0, 0];
  Object.defineProperties(surface, {
    clientWidth: {
      get() {
        requested += 1;
        return VIEW.width;
      },
    },
    clientHeight: { get: () => VIEW.height },
    scrollHeight: { get: height },
    scrollTop: { get: () => top },
  });
  surface.scrollTo = (...to: unknown[]) => {
    top = Math.min(Math.max(Number(to[1]), 0), height() - VIEW.height);
  };
  const released: number[] = [];
  const moved = vi.fn<PageFrame['moved']>();
  const frame: PageFrame = {
    surface,
    root,
    source: { count, release: (page: number) => void released.push(page) } as unknown as PageFrame['source'],
    measure,
    draw: async (page) => Object.assign(document.createElement('img'), { alt: String(page) }),
    look: () => ({ ...DEFAULT_PAGE_LOOK, layout: 'strip' }),
    room: () => VIEW,
    moved,
  };
  return {
    shown: createStrip(frame),
    root,
    released,
    heights,
    height,
    moved,
    requested: () => requested,
    top: () => top,
    /** Numbers of the pages that are drawn. */
    pages: () => [...root.querySelectorAll('img')].map(({ alt }) => Number(alt)),
    async scrollTo(to: number) {
      surface.scrollTo(0, to);
      surface.dispatchEvent(new Event('scroll'));
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => setTimeout(done));
    },
  };
}

test('a strip of 5,000 pages has their full height, renders those near the view, and reads its room a few times', async () => {
  const { shown, root, heights, height, pages, released, requested, scrollTo, top } = strip(5000);
  await shown.show(3);
  await vi.waitFor(() => expect(pages()).toEqual([2, 3, 4]));
  expect([height(), top(), heights()]).toEqual([5000 * 1200, 2400, [1200, 1200, 1200]]);
  await scrollTo(2_400_000);
  expect(pages()).toEqual([2000, 2001, 2002]);
  expect([height(), root.style.paddingTop]).toEqual([5000 * 1200, `${1999 * 1200}px`]);
  expect(released.toSorted()).toEqual([2, 3, 4]);
  await shown.refit();
  expect([pages(), top()]).toEqual([[2000, 2001, 2002], 2_400_000]);
  expect(requested()).toBeLessThan(20);
  shown.end();
  expect([root.children.length, root.style.paddingTop]).toEqual([0, '0px']);
});

test('low pages: the target page stays the current one until a scroll', async () => {
  const { shown, moved, scrollTo } = strip(50, async () => ({ width: 800, height: 100 }));
  const last = () => moved.mock.lastCall?.[0];
  await shown.show(20);
  expect(last()).toEqual({ page: 20, last: 20, atStart: false, atEnd: false });
  await shown.refit();
  expect(shown.page()).toBe(20);
  await scrollTo(2000);
  expect(last()).toEqual({ page: 23, last: 23, atStart: false, atEnd: false });
  await shown.show(48);
  expect(last()).toEqual({ page: 48, last: 50, atStart: false, atEnd: true });
});

test('a page removed before it was measured keeps no size; those above the view move nothing in it', async () => {
  const waiting: ((size: Size) => void)[] = [];
  const { shown, heights, pages, scrollTo, top, height } = strip(100, (page) =>
    page === 50 || page > 90
      ? Promise.resolve({ width: 400, height: 600 })
      : new Promise<Size>((done) => waiting.push(done)),
  );
  await shown.show(50);
  expect(waiting).toHaveLength(2);
  await scrollTo(99 * 1200);
  for (const done of waiting) done({ width: 600, height: 900 });
  await vi.waitFor(() => expect(pages()).toEqual([99, 100]));
  expect(height()).toBe(100 * 1200);
  waiting.length = 0;
  await scrollTo(49 * 1200);
  expect(heights()).toEqual([1200, 1200, 1200]);
  // Page 49 above the view, page 51 below it.
  const [below, above] = waiting;
  above?.({ width: 400, height: 300 });
  below?.({ width: 400, height: 900 });
  await vi.waitFor(() => expect(heights()).toEqual([600, 1200, 1800]));
  expect(top()).toBe(49 * 1200 - 600);
});
