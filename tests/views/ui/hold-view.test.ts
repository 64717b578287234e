import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdView } from '../../../src/views/ui/hold-view.ts';

/** The page: its parts from top to bottom, each with its height, in a view of 400 px. */
let heights: Map<string, number>;
let resized: () => void;
let scroller: HTMLElement;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  heights = new Map([
    ['heading', 100],
    ['live', 200],
    ['stored', 2000],
  ]);
  document.body.innerHTML =
    '<main><h1 id="heading"></h1><div id="box"><ul id="live"></ul><ul id="stored"></ul></div></main>';
  scroller = document.querySelector('main') ?? document.body;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: Element) {
    if (this === scroller) return DOMRect.fromRect({ y: 64, height: 400 });
    const ids = [...heights.keys()];
    const of = (names: readonly string[]) => names.reduce((sum, name) => sum + (heights.get(name) ?? 0), 0);
    const [first, last] = this.id === 'box' ? [1, ids.length] : [ids.indexOf(this.id), ids.indexOf(this.id) + 1];
    return DOMRect.fromRect({
      y: 64 - scroller.scrollTop + of(ids.slice(0, first)),
      height: of(ids.slice(first, last)),
    });
  });
  stop = holdView(scroller);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function scrollTo(top: number) {
  scroller.scrollTop = top;
  scroller.dispatchEvent(new Event('scroll'));
}
function resize(name: string, height: number) {
  heights.set(name, height);
  resized();
}

test('content in view keeps its position while something above it grows and shrinks', () => {
  scrollTo(350);
  vi.advanceTimersByTime(100);
  resize('live', 260);
  expect(scroller.scrollTop).toBe(410);
  resize('live', 120);
  expect(scroller.scrollTop).toBe(270);
});

test('changes in or below the view move nothing', () => {
  scrollTo(350);
  vi.advanceTimersByTime(100);
  resize('stored', 3000);
  expect(scroller.scrollTop).toBe(350);
});

test('at the top new content comes into view', () => {
  resize('live', 260);
  expect(scroller.scrollTop).toBe(0);
});

test('nothing moves during a touch scroll; then it holds again', () => {
  scrollTo(450);
  resize('live', 260);
  expect(scroller.scrollTop).toBe(450);
  vi.advanceTimersByTime(100);
  resize('live', 300);
  expect(scroller.scrollTop).toBe(490);
});

test('sticky elements do not count as in view', () => {
  const heading = document.querySelector<HTMLElement>('#heading');
  if (heading) heading.style.position = 'sticky';
  heights = new Map([
    ['heading', 1000],
    ['live', 200],
    ['stored', 2000],
  ]);
  scrollTo(950);
  vi.advanceTimersByTime(100);
  resize('heading', 1040);
  expect(scroller.scrollTop).toBe(990);
});

test('once stopped it holds nothing', () => {
  scrollTo(350);
  vi.advanceTimersByTime(100);
  stop();
  scrollTo(500);
  vi.advanceTimersByTime(100);
  expect(vi.getTimerCount()).toBe(0);
});
