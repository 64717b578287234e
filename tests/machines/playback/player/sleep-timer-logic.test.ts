import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chaptersUntil,
  customSeconds,
  decreased,
  decreaseOf,
  endOfChapters,
  gainOf,
  mayDecrease,
  secondsUntil,
  shownLeft,
  SLEEP_CHAPTERS,
  SLEEP_PRESETS,
  SLEEP_STEPS,
  soundedBetween,
} from '../../../../src/machines/playback/player/sleep-timer.logic.ts';

const chapter = (id: number, start: number, end: number) => ({ id, start, end, title: `Chapter ${id}` });
const CHAPTERS = [chapter(0, 0, 30.5), chapter(1, 30.5, 30.5), chapter(2, 30.5, 100), chapter(3, 110, 180)];

describe('the numbers of the sleep timer', () => {
  test('presets (SLP-003)', () => {
    expect(SLEEP_PRESETS).toEqual([5, 15, 20, 30, 45, 60, 90, 120]);
    expect(SLEEP_CHAPTERS).toEqual([1, 2, 3, 5]);
  });

  test('steps (SLP-019, CON-028, CON-029)', () => {
    expect(SLEEP_STEPS).toEqual([5 * 60, 30 * 60]);
  });

  test.each([
    ['', null, 'SLP-006, VAL-062'],
    ['   ', null, 'SLP-006, VAL-062'],
    ['abc', null, 'SLP-007, VAL-062'],
    ['5 min', null, 'SLP-007, VAL-062'],
    ['NaN', null, 'SLP-007, VAL-062'],
    ['Infinity', null, 'SLP-007, VAL-062'],
    ['0', null, 'SLP-008, VAL-062'],
    ['-5', null, 'SLP-008, VAL-062'],
    ['0.001', null, 'SLP-010, VAL-064'],
    ['0.05', null, 'SLP-010, VAL-064'],
    ['0.0999', null, 'SLP-010, VAL-064'],
    ['0.1', 6, 'SLP-010, VAL-064'],
    ['5', 300, 'SLP-005, SLP-009, VAL-063'],
    [' 12 ', 720, 'SLP-005, SLP-009, VAL-063'],
    ['1.5', 90, 'SLP-009, VAL-063'],
    ['0.33', 20, 'SLP-009, VAL-063'],
    ['90.004', 5400, 'SLP-009, VAL-063'],
  ])('a custom time of %j minutes is %j seconds (%s)', (text, seconds, _row) => {
    expect(customSeconds(text)).toBe(seconds);
  });

  test.each([
    [1000, 300, 300],
    [300, 300, 300],
    [299, 300, 60],
    [61, 300, 60],
    [60, 300, 5],
    [4, 300, 5],
    [1800, 1800, 1800],
    [1799, 1800, 60],
  ])('with %i s left a decrease by %i s takes %i s off (SLP-020, VAL-065, AMB-49)', (left, step, amount) => {
    expect(decreaseOf(left, step)).toBe(amount);
  });

  test.each([
    [300, 300, 0, 'SLP-017'],
    [301, 300, 1, 'SLP-017'],
    [4, 5, 3, 'SLP-016, CON-030, AMB-49'],
    [299, 300, 3, 'SLP-016, CON-030, AMB-49'],
    [0, 5, 3, 'SLP-016, CON-030, AMB-49'],
  ])('%i s less %i s are %i s (%s)', (left, amount, then) => {
    expect(decreased(left, amount)).toBe(then);
  });

  test.each([
    [1799, 1800, false],
    [1800, 1800, true],
    [10, 300, true],
  ])('with %i s left the decrease by %i s may be pressed: %s (SLP-021, VAL-066)', (left, step, may) => {
    expect(mayDecrease(left, step)).toBe(may);
  });

  test.each([
    [0, 'seconds', 0, 'SLP-022'],
    [0.4, 'seconds', 1, 'SLP-022'],
    [3, 'seconds', 3, 'SLP-022'],
    [88.5, 'seconds', 89, 'SLP-022'],
    [90, 'minutes', 2, 'SLP-022, SLP-023'],
    [300, 'minutes', 5, 'SLP-023'],
    [299.8, 'minutes', 5, 'SLP-023'],
    [5400, 'minutes', 90, 'SLP-023, AMB-52'],
    [5401, 'hours', 1.5, 'SLP-024, AMB-52'],
    [7200, 'hours', 2, 'SLP-024'],
    [9000, 'hours', 2.5, 'SLP-024'],
  ] as const)('%d s are shown as %s %d (%s)', (seconds, unit, amount, _row) => {
    expect(shownLeft(seconds)).toEqual({ unit, amount });
  });
});

describe('the sound that is counted', () => {
  const at = (time: number, seconds: number) => ({ time, at: seconds * 1000 });

  test.each([
    ['a tick', at(10, 1), at(10.25, 1.25), 1, 0.25],
    ['ten minutes without a tick in between (pitfall 25)', at(0, 0), at(600, 600), 1, 600],
    ['at double speed', at(0, 0), at(20, 10), 2, 10],
    ['a late tick of sound that has just begun', at(0, 0), at(0.9, 1), 1, 1],
    ['a pause (pitfall 24)', at(10, 1), at(10, 61), 1, 0],
    ['a pause between two sounds', at(10, 1), at(12, 63), 1, 2],
    ['a clock that goes back', at(10, 61), at(10.25, 1), 1, 0],
  ])('%s', (_name, from, to, rate, seconds) => {
    expect(soundedBetween(from, to, rate)).toBeCloseTo(seconds, 6);
  });

  test('is the time that passed to a second, however the ticks of steady sound come', () => {
    const steps = fc.array(fc.double({ min: 0.01, max: 60, noNaN: true }), { minLength: 1, maxLength: 50 });
    const jitters = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(steps, jitters, fc.double({ min: 0.5, max: 10, noNaN: true }), (list, jitter, rate) => {
        let passed = 0;
        let counted = 0;
        let last = at(0, 0);
        list.forEach((step, index) => {
          passed += step;
          const next = at(Math.max(0, passed + (index % 2 === 0 ? jitter : -jitter)) * rate, passed);
          counted += soundedBetween(last, next, rate);
          last = next;
        });
        expect(Math.abs(counted - passed)).toBeLessThan(1);
      }),
    );
  });

  test('is never more than the time that passed, nor less than none', () => {
    const reading = fc.record({
      time: fc.double({ min: 0, max: 9000, noNaN: true }),
      at: fc.double({ min: 0, max: 9e6, noNaN: true }),
    });
    fc.assert(
      fc.property(reading, reading, fc.double({ min: 0.5, max: 10, noNaN: true }), (from, to, rate) => {
        const seconds = soundedBetween(from, to, rate);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(Math.max(0, (to.at - from.at) / 1000));
      }),
    );
  });
});

describe('the end of the chapter', () => {
  test.each([
    ['in the first chapter, whose id is 0 (pitfall 22)', 0, 30.5],
    ['just before a border', 30.49, 30.5],
    ['on a border, past a chapter without length', 30.5, 110],
    ['on a border that rounding missed', 30.4999, 110],
    ['in a gap: the chapter that began last ends with the next one', 105, 110],
    ['in the last chapter: with the item (AMB-51)', 120, null],
  ])('%s', (_name, time, border) => {
    expect(endOfChapters(CHAPTERS, time, 1)).toBe(border);
  });

  test('of an item without chapters is its own', () => {
    expect(endOfChapters([], 5, 1)).toBe(null);
  });

  test.each([
    [0, 1, 30.5],
    [0, 2, 110],
    [0, 3, null],
    [0, 9, null],
    [30.5, 2, null],
  ])('from %d after %i chapters is %j, without chapters of no length', (time, count, border) => {
    expect(endOfChapters(CHAPTERS, time, count)).toBe(border);
  });

  test.each([
    [0, 30.5, 9, 1],
    [0, 110, 9, 2],
    [0, null, 9, 3],
    [0, null, 2, 2],
    [40, 110, 9, 1],
    [120, null, 9, 1],
  ])('ends of chapters from %d to %j, of which at most %i count: %i', (time, end, most, count) => {
    expect(chaptersUntil(CHAPTERS, time, end, most)).toBe(count);
  });

  test('after so many chapters has so many chapters before it', () => {
    const times = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 5 }), (time, count) => {
        const end = endOfChapters(CHAPTERS, time, count);
        expect(end === null || chaptersUntil(CHAPTERS, time, end, 9) === count).toBe(true);
      }),
    );
  });

  test('is after its start', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (time) => {
        const border = endOfChapters(CHAPTERS, time, 1);
        expect(border === null || secondsUntil(time, border, 1) > 0).toBe(true);
      }),
    );
  });

  test.each([
    [20, 30, 1, 10],
    [20, 30, 2, 5],
    [29.9995, 30, 1, 0],
    [31, 30, 1, 0],
  ])('from %d to %d at rate %d are %d seconds', (time, end, rate, seconds) => {
    expect(secondsUntil(time, end, rate)).toBeCloseTo(seconds, 6);
  });
});

test.each([
  [30, 30, 1],
  [15, 30, 0.5],
  [0, 30, 0],
  [3, 6, 0.5],
  [40, 30, 1],
  [0, 0, 0],
])('with %d of %d s of the fade left a share of %d sounds', (left, length, gain) => {
  expect(gainOf(left, length)).toBe(gain);
});
