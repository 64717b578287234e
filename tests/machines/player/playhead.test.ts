import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movePlayhead, playheadLogic, type Playhead, type PlayheadEvent } from '../../../src/machines/player/playhead.actor.ts';
import { createHost } from '../../support/host.ts';

function after(...events: PlayheadEvent[]): Playhead {
  const start = createHost(playheadLogic).subject.getSnapshot().context;
  return events.reduce(movePlayhead, start);
}

function tick(time: number, at: number, rate = 1): PlayheadEvent {
  return { type: 'engine.time', time, bufferedEnd: time, rate, at: at * 1000 };
}

describe('listened time', () => {
  test('is what was heard', () => {
    expect(after(tick(10, 1), tick(10.25, 1.25), tick(12, 3)).listened).toBe(2);
  });

  test('is counted on the wall: at double speed half of what the sound moved', () => {
    expect(after(tick(10, 1, 2), tick(20, 6, 2)).listened).toBe(5);
  });

  test('is not made by a seek', () => {
    expect(after(tick(10, 1), { type: 'engine.moved', time: 500 }, tick(500, 1.1), tick(501, 2.1)).listened).toBe(1);
  });

  test('is not made by time passing while nothing sounds', () => {
    expect(after(tick(10, 1), tick(10, 3601)).listened).toBe(0);
  });

  test('is not made by a jump of the sound without time passing', () => {
    expect(after(tick(10, 1), tick(400, 1.5)).listened).toBe(0.5);
  });

  test('never shrinks and never exceeds the time that passed, whatever ticks come', () => {
    const ticks = fc.array(fc.record({ time: fc.double({ min: 0, max: 9000, noNaN: true }), passed: fc.double({ min: 0, max: 60, noNaN: true }), rate: fc.double({ min: 0.5, max: 10, noNaN: true }) }));
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

test('a save takes its seconds off the unsaved ones and a new item begins at nothing', () => {
  const heard = after({ type: 'playhead.opened', time: 100, silentUntil: 0 }, tick(100, 1), tick(112, 13), { type: 'playhead.saved', opening: 1, timeListened: 10, time: 110 });
  expect(heard).toEqual({
    opening: 1, time: 112, scrub: null, bufferedEnd: 112, listened: 12, savedListened: 10, savedTime: 110, silentUntil: 0, lastTick: { time: 112, at: 13_000 }, hasEnded: false,
  });
  expect(movePlayhead(heard, { type: 'playhead.opened', time: 5, silentUntil: 3 })).toEqual({
    opening: 2, time: 5, scrub: null, bufferedEnd: 0, listened: 0, savedListened: 0, savedTime: 5, silentUntil: 3, lastTick: null, hasEnded: false,
  });
});

test('what is saved late of an earlier item is not taken from the seconds of the open one', () => {
  const open = after({ type: 'playhead.opened', time: 100, silentUntil: 0 }, { type: 'playhead.opened', time: 0, silentUntil: 0 }, tick(0, 1), tick(9, 10));
  expect(movePlayhead(open, { type: 'playhead.saved', opening: 1, timeListened: 20, time: 120 })).toEqual(open);
});

test('a position that another device put there counts as saved', () => {
  expect(after({ type: 'playhead.adopted', time: 40 }).savedTime).toBe(40);
});

test('the time line shows where it is dragged to until the position is there', () => {
  const dragged = after({ type: 'playhead.opened', time: 5, silentUntil: 0 }, { type: 'playhead.scrubbed', time: 80 }, tick(6, 1));
  expect([dragged.scrub, dragged.time]).toEqual([80, 6]);
  expect(movePlayhead(dragged, { type: 'engine.moved', time: 80 }).scrub).toBe(null);
});
