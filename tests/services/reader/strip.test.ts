// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_PAGE_LOOK, type PageFrame } from '../../../src/services/reader/paged.ts';
import { createStrip } from '../../../src/services/reader/strip.ts';

afterEach(() => vi.unstubAllGlobals());

/** A strip of so many pages. `asked`: how often it was asked how much room there is. */
function strip(count: number) {
  const observed: Element[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = (box: Element) => observed.push(box);
      disconnect = () => undefined;
    },
  );
  const [surface, root] = [document.createElement('div'), document.createElement('div')];
  surface.scrollTo = surface.scrollBy = () => undefined;
  surface.append(root);
  let asked = 0;
  Object.defineProperty(surface, 'clientWidth', {
    get() {
      asked += 1;
      return 800;
    },
  });
  const frame: PageFrame = {
    surface,
    root,
    source: { count, release: () => undefined } as unknown as PageFrame['source'],
    measure: async () => ({ width: 400, height: 600 }),
    draw: async () => document.createElement('img'),
    look: () => ({ ...DEFAULT_PAGE_LOOK, layout: 'strip' }),
    room: () => ({ width: 800, height: 600 }),
    moved: vi.fn<PageFrame['moved']>(),
  };
  return { shown: createStrip(frame), root, observed, asked: () => asked, frame };
}

test('a strip of 1,000 pages gives each its size, and asks for the room a few times only', async () => {
  const { shown, root, observed, asked, frame } = strip(1000);
  await shown.show(3);
  expect(asked()).toBeLessThan(10);
  expect([root.children.length, observed.length]).toEqual([1000, 1000]);
  expect([root.firstElementChild, root.lastElementChild].map((box) => (box as HTMLElement).style.height)).toEqual([
    '1200px',
    '1200px',
  ]);
  expect(root.querySelectorAll('img')).toHaveLength(1);
  expect(frame.moved).toHaveBeenCalled();
  await shown.refit();
  expect(asked()).toBeLessThan(20);
  shown.end();
  expect(root.children).toHaveLength(0);
});
