import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  movePlayhead,
  unrecorded,
  playheadLogic,
  type Playhead,
  type PlayheadEvent,
} from '../../../../src/machines/playback/player/playhead.actor.ts';
import { shownTimeline } from '../../../../src/machines/playback/player/player.selectors.ts';
import { createHost } from '../../../support/host.ts';

function after(...events: PlayheadEvent[]): Playhead {
  const start = createHost(playheadLogic).subject.getSnapshot().context;
  return events.reduce(movePlayhead, start);
}

function tick(time: number, at: number, rate = 1): PlayheadEvent {
  return { type: 'engine.ticked', time, bufferedEnd: time, rate, at: at * 1000 };
}

function moved(time: number, at: number): PlayheadEvent {
  return { type: 'engine.moved', time, at: at * 1000 };
}

describe('listened time', () => {
  test('is played time', () => {
    expect(after(tick(10, 1), tick(10.25, 1.25), tick(12, 3)).listened).toBe(2);
  });

  test("counts by the clock: at double speed half of the sound's movement", () => {
    expect(after(tick(10, 1, 2), tick(20, 6, 2)).listened).toBe(5);
  });

  test('is not made by a seek', () => {
    expect(after(tick(10, 1), moved(500, 1), tick(500, 1.1), tick(501, 2.1)).listened).toBe(1);
  });

  test('is counted from where a seek put it, also before the first tick there', () => {
    expect(after(tick(10, 1), moved(500, 1), tick(500.5, 4), tick(501, 4.5)).listened).toBe(1);
  });

  test('does not grow while nothing plays', () => {
    expect(after(tick(10, 1), tick(10, 3601)).listened).toBe(0);
  });

  test('is not made by a jump of the sound without time passing', () => {
    expect(after(tick(10, 1), tick(400, 1.5)).listened).toBe(0.5);
  });

  test('is whole when the sound falters for a moment and catches up', () => {
    const ticks = [tick(10, 1), tick(10, 1.3), tick(10.5, 1.5), tick(10.9, 1.7), tick(11, 2)];
    expect(after(...ticks).listened).toBeCloseTo(1, 6);
  });

  test('is whole however unevenly the ticks of an even sound come', () => {
    const delays = fc.array(
      fc.record({
        passed: fc.double({ min: 0, max: 1, noNaN: true }),
        late: fc.double({ min: 0, max: 0.4, noNaN: true }),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(delays, fc.constantFrom(0.5, 1, 2.25), (list, rate) => {
        let passed = 0;
        let sounded = 0;
        let state = after(tick(50, 0, rate));
        for (const step of list) {
          passed += step.passed;
          sounded = Math.max(sounded, passed - step.late);
          state = movePlayhead(state, tick(50 + sounded * rate, passed, rate));
        }
        expect(state.listened).toBeCloseTo(sounded, 6);
      }),
    );
  });

  test('never shrinks and never exceeds the time that passed, whatever ticks come', () => {
    const ticks = fc.array(
      fc.record({
        time: fc.double({ min: 0, max: 9000, noNaN: true }),
        passed: fc.double({ min: 0, max: 60, noNaN: true }),
        rate: fc.double({ min: 0.5, max: 10, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(ticks, (list) => {
        let at = 0;
        let state = after();
        for (const { time, passed, rate } of list) {
          at += passed;
          const next = movePlayhead(state, tick(time, at, rate));
          expect(next.listened).toBeGreaterThanOrEqual(state.listened);
          state = next;
        }
        expect(state.listened).toBeLessThanOrEqual(at + 1e-6);
      }),
    );
  });
});

test('a new item starts with nothing unrecorded, and played time is not reset', () => {
  const heard = after(
    { type: 'playhead.opened', time: 100, savedTime: 100, silentFor: 0 },
    tick(100, 1),
    tick(112, 13),
    { type: 'playhead.saved', time: 110 },
    { type: 'playhead.recorded', listened: 10 },
  );
  expect(heard).toEqual({
    time: 112,
    scrub: null,
    bufferedEnd: 112,
    listened: 12,
    recorded: 10,
    savedTime: 110,
    silentUntil: 0,
    lastTick: { time: 112, at: 13_000 },
    movedAt: null,
    drift: 0,
    hasEnded: false,
  });
  expect(unrecorded(heard)).toEqual({ seconds: 2, time: 112, listened: 12 });
  const opened = movePlayhead(heard, { type: 'playhead.opened', time: 5, savedTime: 4, silentFor: 3 });
  expect(opened).toEqual({
    time: 5,
    scrub: null,
    bufferedEnd: 0,
    listened: 12,
    recorded: 12,
    savedTime: 4,
    silentUntil: 15,
    lastTick: null,
    movedAt: null,
    drift: 0,
    hasEnded: false,
  });
  expect(unrecorded(opened)).toBe(null);
});

test('a position that another device put there counts as saved', () => {
  expect(after({ type: 'playhead.adopted', time: 40 }).savedTime).toBe(40);
});

test('the time line shows its dragged position until the sound is there', () => {
  const dragged = after(
    { type: 'playhead.opened', time: 5, savedTime: 5, silentFor: 0 },
    { type: 'playhead.scrubbed', time: 80 },
    tick(6, 1),
  );
  expect([dragged.scrub, dragged.time]).toEqual([80, 6]);
  expect(movePlayhead(dragged, moved(80, 2)).scrub).toBe(null);
});

test('a time line that loads changes in steps that can be seen, and ends with the item', () => {
  const shown = (bufferedEnd: number, duration: number) => {
    const state = createHost(playheadLogic).subject.getSnapshot();
    const read = shownTimeline({ chapters: [], duration, usesChapterTrack: false });
    return read({ ...state, context: { ...state.context, bufferedEnd } }).bufferedEnd;
  };
  expect([0, 179.9, 180, 359, 35_999, 36_000, 36_000.4].map((end) => shown(end, 36_000))).toEqual([
    0, 0, 180, 180, 35_820, 36_000, 36_000,
  ]);
  expect([0.9, 1.2, 59.9, 60].map((end) => shown(end, 60))).toEqual([0, 1, 59, 60]);
});
