import { describe, expect, test } from 'vitest';
import {
  beginDrag,
  lastPlace,
  moveDrag,
  timeAtPixel,
  timeByKey,
  visibleMarks,
  type TimelineBox,
  type TimelineKey,
} from '../../../../src/machines/playback/player/timeline.logic.ts';

const MINUTES = 60;
const HOURS = 3600;

/** 600 px wide from pixel 100 on, 24 px high from pixel 500 on. */
function box(duration: number, rate = 1): TimelineBox {
  return { left: 100, width: 600, top: 500, bottom: 524, duration, last: lastPlace(duration, rate) };
}

/** The starts of so many chapters of the same length. */
function startsOf(count: number, duration: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * duration) / count);
}

describe('a pixel of the time line', () => {
  test.each([
    ['2 minutes', 2 * MINUTES, [0, 0, 0.2, 60, 117.6, 117.6, 117.6]],
    ['10 hours', 10 * HOURS, [0, 0, 60, 18_000, 35_940, 35_990, 35_990]],
    ['100 hours', 100 * HOURS, [0, 0, 600, 180_000, 359_400, 359_990, 359_990]],
  ])('is at its time, ends included, in %s', (_, duration, times) => {
    expect([0, 100, 101, 400, 699, 700, 900].map((x) => timeAtPixel(box(duration), x))).toEqual(times);
  });

  test('is at the beginning while the line has no width or nothing is loaded', () => {
    expect(timeAtPixel({ ...box(100), width: 0 }, 400)).toBe(0);
    expect(timeAtPixel(box(0), 400)).toBe(0);
  });
});

describe('the last pixels', () => {
  test.each([
    [100 * HOURS, 1, 359_990],
    [100 * HOURS, 2, 359_980],
    [500, 1, 490],
    [2 * MINUTES, 1, 117.6],
    [2 * MINUTES, 3, 117.6],
    [30, 1, 28],
    [1.5, 1, 0],
    [0, 1, 0],
  ])('of %d s at %dx lead to second %d', (duration, rate, last) => {
    expect(lastPlace(duration, rate)).toBeCloseTo(last, 9);
  });
});

describe('chapter marks', () => {
  test('are drawn at each start inside the line', () => {
    expect(visibleMarks(startsOf(5, 1000), 1000, 600)).toEqual([120, 240, 360, 480]);
  });

  test('are none with one chapter, without length and without width', () => {
    expect(visibleMarks([0], 1000, 600)).toEqual([]);
    expect(visibleMarks(startsOf(5, 0), 0, 600)).toEqual([]);
    expect(visibleMarks(startsOf(5, 1000), 1000, 0)).toEqual([]);
  });

  test.each([
    [1, 0, 0, 0],
    [5, 4, 4, 4],
    [120, 0, 0, 119],
    [180, 0, 0, 179],
    [3000, 0, 0, 0],
  ])('of %d chapters are drawn where they are 6 px apart: at 330, 600 and 1,100 px', (count, ...drawn) => {
    const starts = startsOf(count, 12 * HOURS);
    expect([330, 600, 1100].map((width) => visibleMarks(starts, 12 * HOURS, width).length)).toEqual(drawn);
  });

  test('are left out where chapters are short, and stay where they are long', () => {
    expect(visibleMarks([0, 100, 500, 502, 504, 800, 998], 1000, 1000)).toEqual([100, 800]);
  });

  test('of chapters with the same start are one; the order of chapters does not matter', () => {
    expect(visibleMarks([500, 0, 250, 250], 1000, 400)).toEqual([100, 200]);
  });

  test('are drawn at exactly 6 px', () => {
    expect(visibleMarks([0, 6, 12], 18, 18)).toEqual([6, 12]);
    expect(visibleMarks([0, 6, 11.9], 18, 18)).toEqual([]);
  });
});

describe('a drag', () => {
  const press = (duration: number, x = 400) => beginDrag(box(duration), { x, y: 512 });

  test('is at the time under the pointer along the line, and a little above and below it', () => {
    const begun = press(10 * HOURS);
    expect(begun).toEqual({ time: 18_000, x: 400, level: 0 });
    expect([453, 500, 524, 571].map((y) => moveDrag(begun, box(10 * HOURS), { x: 410, y }))).toEqual(
      [453, 500, 524, 571].map(() => ({ time: 18_600, x: 410, level: 0 })),
    );
  });

  test.each([
    ['2 minutes', 2 * MINUTES, [0.2, 0.1, 0.05, 0.025]],
    ['10 hours', 10 * HOURS, [60, 60 ** (2 / 3), 60 ** (1 / 3), 1]],
    ['100 hours', 100 * HOURS, [600, 600 ** (2 / 3), 600 ** (1 / 3), 1]],
  ])('away from the line is slower: seconds of a pixel in %s', (_, duration, expected) => {
    const begun = press(duration);
    const perPixel = [512, 452, 404, 356].map((y) => moveDrag(begun, box(duration), { x: 401, y }).time - begun.time);
    expect(perPixel.map((seconds) => Number(seconds.toFixed(6)))).toEqual(
      expected.map((seconds) => Number(seconds.toFixed(6))),
    );
  });

  test('is as slow below the line as above it, and no slower than the finest level', () => {
    const levels = [300, 356, 357, 404, 405, 452, 453, 571, 572, 620, 668, 2000].map(
      (y) => moveDrag(press(100), box(100), { x: 400, y }).level,
    );
    expect(levels).toEqual([3, 3, 2, 2, 1, 1, 0, 0, 1, 2, 3, 3]);
  });

  test('continues from its position when it leaves the line, and is under the pointer again on return', () => {
    const line = box(10 * HOURS);
    const far = moveDrag(press(10 * HOURS), line, { x: 400, y: 300 });
    const fine = moveDrag(moveDrag(far, line, { x: 410, y: 300 }), line, { x: 405, y: 300 });
    expect([far, fine]).toEqual([
      { time: 18_000, x: 400, level: 3 },
      { time: 18_005, x: 405, level: 3 },
    ]);
    expect(moveDrag(fine, line, { x: 405, y: 512 })).toEqual({ time: 18_300, x: 405, level: 0 });
  });

  test('stays on the line', () => {
    const line = box(10 * HOURS);
    expect(moveDrag(press(10 * HOURS, 100), line, { x: 0, y: 300 }).time).toBe(0);
    expect(moveDrag(press(10 * HOURS, 700), line, { x: 900, y: 300 }).time).toBe(35_990);
  });
});

describe('a key on the time line', () => {
  const pressed = (key: string, held: Partial<TimelineKey> = {}, value = 734) =>
    timeByKey(
      { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held },
      { value, jump: 30, last: 2390 },
    );

  test('jumps by an arrow, goes a minute by a page key, and to the ends', () => {
    const keys = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];
    expect(keys.map((key) => pressed(key))).toEqual([764, 764, 704, 704, 794, 674, 0, 2390]);
  });

  test('with Shift an arrow goes a second', () => {
    const keys = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'];
    expect(keys.map((key) => pressed(key, { shiftKey: true }))).toEqual([735, 735, 733, 733]);
  });

  test('does not end the item, and does not go back where the last seconds play', () => {
    expect([2380, 2390, 2395].map((value) => pressed('ArrowRight', {}, value))).toEqual([2390, 2390, 2395]);
    expect(pressed('ArrowLeft', {}, 10)).toBe(0);
  });

  test('with other modifiers, and any other key, is not of the time line', () => {
    expect([pressed('ArrowRight', { ctrlKey: true }), pressed('ArrowLeft', { altKey: true })]).toEqual([null, null]);
    expect([pressed('ArrowLeft', { metaKey: true }), pressed('m')]).toEqual([null, null]);
  });
});
