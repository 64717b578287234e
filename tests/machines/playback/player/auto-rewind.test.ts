import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REWIND_CHOICES, rewindAfter, rewoundTime } from '../../../../src/machines/playback/player/player.logic.ts';
import {
  autoRewindMachine,
  type AutoRewindEvent,
} from '../../../../src/machines/playback/player/auto-rewind.machine.ts';
import { createHost } from '../../../support/host.ts';
import { playheadAt } from '../../../support/player-fixtures.ts';

describe('how far playing goes back after a pause', () => {
  test.each([
    [0, 0],
    [9.9, 0],
    [10, 0],
    [30, 6],
    [60, 9],
    [300, 17],
    [600, 21],
    [3600, 30],
    [1e9, 30],
    [-5, 0],
    [Number.NaN, 0],
  ])('of %d s, by at most 30 s: %d s', (pause, seconds) => {
    expect(rewindAfter(pause, 30)).toBe(seconds);
  });

  const pauses = fc.double({ min: -10, max: 1e7, noNaN: true });
  const most = fc.constantFrom(...REWIND_CHOICES);

  test('whole seconds, never more than the maximum, nothing before ten seconds of pause, all after an hour', () => {
    fc.assert(
      fc.property(pauses, most, (pause, limit) => {
        const seconds = rewindAfter(pause, limit);
        const least = pause >= 3600 ? limit : 0;
        const all = pause < 10 ? 0 : limit;
        expect(Number.isInteger(seconds) && seconds >= least && seconds <= all).toBe(true);
      }),
    );
  });

  test('never less after a longer pause', () => {
    fc.assert(
      fc.property(pauses, pauses, most, (one, other, limit) => {
        const [short, long] = [Math.min(one, other), Math.max(one, other)];
        expect(rewindAfter(short, limit)).toBeLessThanOrEqual(rewindAfter(long, limit));
      }),
    );
  });

  test('never forward, never over the floor, unless it is before that already', () => {
    const times = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 30 }), times, (time, seconds, floor) => {
        const back = rewoundTime(time, seconds, floor);
        expect(back).toBeLessThanOrEqual(time);
        expect(back).toBeGreaterThanOrEqual(Math.min(time, floor));
        expect(back).toBeGreaterThanOrEqual(time - seconds);
      }),
    );
  });
});

describe('after a pause', () => {
  const press: AutoRewindEvent = { type: 'play.pressed', limits: { most: 30, floor: 0 } };
  const run = (time = 100) => {
    const { subject, ports, parentEvents } = createHost(autoRewindMachine, {
      input: { playhead: playheadAt({ time }) },
    });
    const send = (...events: readonly AutoRewindEvent[]) => events.forEach((event) => subject.send(event));
    const wait = (seconds: number) => ports.clock.advance(seconds * 1000);
    return { send, wait, clock: ports.clock, seeks: () => parentEvents };
  };
  const seek = (time: number) => ({ type: 'player.seek', time, reason: 'autoRewind' });
  const listened: readonly AutoRewindEvent[] = [{ type: 'sound.started' }, { type: 'sound.stopped' }];

  test('Play goes back, once', () => {
    const { send, wait, seeks } = run();
    send(...listened);
    wait(60);
    send(press, press);
    expect(seeks()).toEqual([seek(91)]);
  });

  test('each pause is its own', () => {
    const { send, wait, seeks } = run();
    send(...listened);
    wait(60);
    send(press, ...listened);
    wait(30);
    send(press);
    expect(seeks()).toEqual([seek(91), seek(94)]);
  });

  test('no further than the start of the item or the chapter', () => {
    const { send, wait, seeks } = run(3);
    send(...listened);
    wait(4000);
    send(press, ...listened);
    wait(4000);
    send({ type: 'play.pressed', limits: { most: 30, floor: 2 } });
    expect(seeks()).toEqual([seek(0), seek(2)]);
  });

  test.each<[string, AutoRewindEvent]>([
    ['a place was chosen', { type: 'position.jumped' }],
    ['another item was opened', { type: 'media.changed' }],
    ['the item ended', { type: 'media.ended' }],
  ])('it stays where it is when %s', (_name, event) => {
    const { send, wait, seeks } = run();
    send(...listened);
    wait(60);
    send(event, press);
    expect(seeks()).toEqual([]);
  });

  test.each<[string, readonly AutoRewindEvent[]]>([
    ['it sounds', [{ type: 'sound.started' }]],
    ['it sounds again without a press', [...listened, { type: 'sound.started' }]],
  ])('it stays in place while %s: a press of Play is not after a pause', (_name, events) => {
    const { send, wait, seeks } = run();
    send(...events);
    wait(60);
    send(press);
    expect(seeks()).toEqual([]);
  });

  test.each<[string, AutoRewindEvent, readonly object[]]>([
    ['press', press, [seek(91)]],
    ['choice of a place', { type: 'position.jumped' }, []],
  ])(
    'a %s that no sound followed does not count as listening: the next press goes back no further',
    (_what, event, sought) => {
      const { send, wait, seeks } = run();
      send(...listened);
      wait(60);
      send(event, { type: 'sound.stopped' });
      wait(60);
      send(press);
      expect(seeks()).toEqual(sought);
    },
  );

  test("it stays in place without earlier listening, and when the device's clock was set back", () => {
    const { send, wait, clock, seeks } = run();
    send({ type: 'sound.stopped' });
    wait(60);
    send(press, ...listened);
    clock.set(-3_600_000);
    send(press);
    expect(seeks()).toEqual([]);
  });

  test('an item resumed at its last position rewinds too', () => {
    const { send, seeks } = run();
    send({ type: 'media.resumed', pause: 86_400, limits: { most: 20, floor: 0 } });
    send({ type: 'media.resumed', pause: 5, limits: { most: 20, floor: 0 } });
    send({ type: 'media.resumed', pause: 86_400, limits: { most: 0, floor: 0 } });
    expect(seeks()).toEqual([seek(80)]);
  });
});
