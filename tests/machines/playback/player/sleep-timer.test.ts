import { describe, expect, test } from 'vitest';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { selectSleepTimer, sleepSecondsLeft } from '../../../../src/machines/playback/player/sleep-timer.selectors.ts';
import {
  sleepTimerMachine,
  type SleepTimerEvent,
} from '../../../../src/machines/playback/player/sleep-timer.machine.ts';
import { createHost } from '../../../support/host.ts';
import { playheadAfter } from '../../../support/player-fixtures.ts';

const chapter = (id: number, start: number, end: number) => ({ id, start, end, title: `Chapter ${id}` });
const CHAPTERS = [chapter(0, 0, 100), chapter(1, 100, 250), chapter(2, 250, 400)];
const OPENED = { type: 'media.opened', chapters: CHAPTERS, duration: 400 } as const;
const PAUSE = { type: 'player.pause' };
const gain = (share: number) => ({ type: 'player.setGain', gain: share });
const countdown = (seconds: number): SleepTimerEvent => ({
  type: 'sleepTimer.set',
  timer: { type: 'countdown', seconds },
});
const chaptersOf = (count: number): SleepTimerEvent => ({ type: 'sleepTimer.set', timer: { type: 'chapter', count } });
const CHAPTER = chaptersOf(1);

function start({ time = 0, rate = 1 } = {}) {
  const playhead = playheadAfter({ type: 'playhead.opened', time, savedTime: time, silentFor: 0 });
  const host = createHost(sleepTimerMachine, {
    input: { playhead },
    named: { toasts: null, preferences: preferencesMachine },
  });
  const { subject } = host;
  let at = 0;
  let place = time;
  const tick = () => playhead.send({ type: 'engine.ticked', time: place, bufferedEnd: place, rate, at: at * 1000 });
  const set = (change: object) => subject.system.get('preferences').send({ type: 'preferences.set', change });
  set({ playbackRate: rate });
  subject.send(OPENED);
  tick();
  return {
    ...host,
    send: (event: SleepTimerEvent) => subject.send(event),
    state: () => subject.getSnapshot().value,
    left: () => subject.getSnapshot().context.left,
    shown: () => selectSleepTimer(subject.getSnapshot()),
    set,
    setRate(next: number) {
      rate = next;
      set({ playbackRate: next });
    },
    /** So many seconds play, reported every `every` seconds. */
    listen(seconds: number, every = 0.25) {
      for (let heard = 0; heard < seconds - 1e-9; heard += every) {
        const step = Math.min(every, seconds - heard);
        at += step;
        place += step * rate;
        tick();
      }
    },
    /** Time passes and there is no sound. */
    wait(seconds: number) {
      at += seconds;
    },
    seek(to: number) {
      place = to;
      playhead.send({ type: 'engine.moved', time: to, at: 0 });
      tick();
    },
    toasts: () => host.receivedBy('toasts'),
    paused: () => host.parentEvents.filter(({ type }) => type === 'player.pause').length,
    gains: () => host.parentEvents.flatMap((event) => ('gain' in event ? [event['gain']] : [])),
  };
}

describe('a countdown', () => {
  test('has seconds and the type of a countdown (ENU-007, ENT-049)', () => {
    const timer = start();
    timer.send(countdown(300));
    expect([timer.left(), timer.shown()]).toEqual([
      300,
      { type: 'countdown', chapters: 0, unit: 'minutes', amount: 5 },
    ]);
  });

  test('ends at 0: pauses and says so (SLP-011, SLP-013, SLP-014)', () => {
    const timer = start();
    timer.send(countdown(300));
    timer.listen(299.5);
    expect([timer.paused(), timer.shown()]).toEqual([
      0,
      { type: 'countdown', chapters: 0, unit: 'seconds', amount: 1 },
    ]);
    timer.listen(0.5);
    expect([timer.paused(), timer.state(), timer.shown()]).toEqual([1, 'expired', null]);
    expect(timer.toasts().at(-1)).toEqual({
      type: 'toasts.show',
      id: 'sleep-timer',
      kind: 'info',
      message: { key: 'sleep.done' },
      durationMs: null,
    });
  });

  test('is still without sound: a minute of pause changes nothing (pitfall 24, AMB-50)', () => {
    const timer = start();
    timer.send(countdown(300));
    timer.listen(10);
    timer.wait(60);
    expect(timer.left()).toBe(290);
    timer.listen(1);
    expect(timer.left()).toBeCloseTo(289, 6);
  });

  test('ends within a second in a page that gets the time once in a minute (pitfall 25)', () => {
    const timer = start();
    timer.send(countdown(600));
    timer.listen(599, 60);
    expect(timer.paused()).toBe(0);
    timer.listen(1, 1);
    expect(timer.paused()).toBe(1);
  });

  test('counts seconds on the wall at any speed, and no seek', () => {
    const timer = start({ rate: 2 });
    timer.send(countdown(60));
    timer.listen(10);
    timer.seek(300);
    timer.setRate(0.5);
    timer.listen(10);
    expect(timer.left()).toBeCloseTo(40, 6);
  });

  test('continues over the end of an item and into the next one', () => {
    const timer = start();
    timer.send(countdown(60));
    timer.listen(10);
    timer.send({ type: 'media.ended' });
    timer.send({ type: 'media.opened', chapters: [], duration: 90 });
    timer.seek(0);
    timer.listen(49.5);
    expect(timer.paused()).toBe(0);
    timer.listen(0.5);
    expect(timer.paused()).toBe(1);
  });

  test('can be made longer (SLP-015)', () => {
    const timer = start();
    timer.send(countdown(600));
    timer.send({ type: 'sleepTimer.raise', seconds: 300 });
    expect(timer.left()).toBe(900);
  });

  test('can be made shorter, to 3 s at least where less is left than that (SLP-016, SLP-017, SLP-020)', () => {
    const timer = start();
    timer.send(countdown(900));
    timer.send({ type: 'sleepTimer.lower', seconds: 300 });
    expect(timer.left()).toBe(600);
    timer.send({ type: 'sleepTimer.lower', seconds: 1800 });
    expect(timer.left()).toBe(540);
    timer.send(countdown(40));
    timer.send({ type: 'sleepTimer.lower', seconds: 300 });
    expect(timer.left()).toBe(35);
    timer.send(countdown(4));
    timer.send({ type: 'sleepTimer.lower', seconds: 300 });
    expect(timer.left()).toBe(3);
  });

  test('alone can be made longer and shorter, not a timer of chapters (SLP-018)', () => {
    const timer = start();
    timer.send(CHAPTER);
    expect(timer.left()).toBe(100);
    timer.send({ type: 'sleepTimer.raise', seconds: 300 });
    timer.send({ type: 'sleepTimer.lower', seconds: 300 });
    expect(timer.left()).toBe(100);
  });

  test('shortened by all that is left it ends at once (SLP-017)', () => {
    const timer = start();
    timer.send(countdown(300));
    timer.send({ type: 'sleepTimer.lower', seconds: 300 });
    expect([timer.paused(), timer.state()]).toEqual([1, 'expired']);
    const said = timer.toasts().filter(({ type }) => type === 'toasts.show');
    expect(said).toMatchObject([{ message: { key: 'sleep.done' } }]);
  });

  const typeInto = (timer: ReturnType<typeof start>, text: string) => {
    timer.send({ type: 'sleepTimer.change', text });
    timer.send({ type: 'sleepTimer.submit' });
    return [timer.state(), timer.subject.getSnapshot().context.draft];
  };

  test.each([
    ['', 'SLP-006'],
    ['soon', 'SLP-007'],
    ['0', 'SLP-008'],
    ['-1', 'SLP-008'],
  ])('is not set by a custom time of %j, which is cleared (%s)', (text) => {
    expect(typeInto(start(), text)).toEqual(['idle', '']);
  });

  test('is set by a custom time in minutes (SLP-005, SLP-009)', () => {
    const timer = start();
    expect(typeInto(timer, '1.5')).toEqual([{ running: 'counting' }, '']);
    expect(timer.left()).toBe(90);
    expect(typeInto(timer, 'x')).toEqual([{ running: 'counting' }, '']);
    expect(timer.left()).toBe(90);
  });

  test('turned off stops nothing', () => {
    const timer = start();
    timer.send(countdown(10));
    timer.send({ type: 'sleepTimer.cancel' });
    timer.listen(20);
    expect([timer.paused(), timer.state(), timer.gains().at(-1)]).toEqual([0, 'idle', 1]);
  });
});

describe('the end of the chapter', () => {
  test('is reached in the first chapter, whose id is 0 (pitfall 22, SLP-012, ENU-007, ENT-049)', () => {
    const timer = start({ time: 40 });
    timer.send(CHAPTER);
    expect(timer.shown()).toEqual({ type: 'chapter', chapters: 1, unit: 'seconds', amount: 60 });
    timer.listen(59.5);
    expect(timer.paused()).toBe(0);
    timer.listen(0.5);
    expect([timer.paused(), timer.state()]).toEqual([1, 'expired']);
  });

  test('does not come by a seek, back or forth, nor at once after one (pitfall 23)', () => {
    const timer = start({ time: 90 });
    timer.send(CHAPTER);
    timer.seek(300);
    timer.listen(1);
    timer.seek(20);
    timer.listen(1);
    timer.seek(100);
    timer.listen(1);
    expect(timer.paused()).toBe(0);
    timer.listen(148.5);
    expect(timer.paused()).toBe(0);
    timer.listen(0.5);
    expect(timer.paused()).toBe(1);
  });

  test('is reported from the new place at once after a seek without sound', () => {
    const timer = start({ time: 20 });
    timer.send(CHAPTER);
    timer.subject.send({ type: 'sound.moved', time: 70 });
    expect(timer.left()).toBe(30);
    timer.subject.send({ type: 'sound.moved', time: 110 });
    expect(timer.left()).toBe(140);
  });

  test('after a seek to a border that the sound misses by a little is the end of the chapter after it', () => {
    const timer = start({ time: 50 });
    timer.send(CHAPTER);
    timer.seek(100);
    timer.subject.send({ type: 'sound.heard', seconds: 0.1, time: 99.98 });
    timer.listen(1);
    expect([timer.paused(), timer.state()]).toEqual([0, { running: 'counting' }]);
  });

  test('set on a border waits for the end of the chapter that begins there', () => {
    const timer = start({ time: 100 });
    timer.send(CHAPTER);
    expect(timer.left()).toBe(150);
  });

  test('follows the speed', () => {
    const timer = start({ time: 50 });
    timer.send(CHAPTER);
    timer.setRate(2);
    timer.listen(10);
    expect(timer.left()).toBe(15);
    timer.listen(14.75);
    expect(timer.paused()).toBe(0);
    timer.listen(0.25);
    expect(timer.paused()).toBe(1);
  });

  test('of the last chapter is the end of the item (AMB-51)', () => {
    const timer = start({ time: 390 });
    timer.send(CHAPTER);
    timer.listen(10);
    expect(timer.state()).toEqual({ running: 'fading' });
    timer.send({ type: 'media.ended' });
    expect(timer.state()).toBe('expired');
  });

  test('in another item is the end of the chapter there', () => {
    const timer = start({ time: 90 });
    timer.send(CHAPTER);
    timer.send({ type: 'media.opened', chapters: [chapter(0, 0, 200), chapter(1, 200, 300)], duration: 300 });
    expect(timer.left()).toBe(110);
    timer.seek(10);
    expect(timer.left()).toBe(190);
  });
});

describe('a timer of several chapters', () => {
  test('ends where the last of them does, and counts them down', () => {
    const timer = start({ time: 40 });
    timer.send(chaptersOf(2));
    expect([timer.left(), timer.shown()]).toEqual([210, { type: 'chapter', chapters: 2, unit: 'minutes', amount: 4 }]);
    timer.listen(61);
    expect([timer.paused(), timer.shown()?.chapters]).toEqual([0, 1]);
    timer.listen(148.5);
    expect(timer.paused()).toBe(0);
    timer.listen(0.5);
    expect([timer.paused(), timer.state()]).toEqual([1, 'expired']);
  });

  test('ends with the item where it has fewer', () => {
    const timer = start({ time: 260 });
    timer.send(chaptersOf(3));
    expect([timer.left(), timer.shown()?.chapters]).toEqual([140, 1]);
    timer.listen(140);
    expect(timer.paused()).toBe(0);
    timer.send({ type: 'media.ended' });
    expect(timer.state()).toBe('expired');
  });

  test('waits after a seek, back or forth, for as many ends of chapters as were left', () => {
    const timer = start({ time: 90 });
    timer.send(chaptersOf(2));
    timer.seek(50);
    expect(timer.left()).toBe(200);
    timer.seek(150);
    expect(timer.left()).toBe(250);
    timer.seek(50);
    timer.listen(60);
    expect([timer.left(), timer.shown()?.chapters]).toEqual([140, 1]);
    timer.seek(20);
    expect(timer.left()).toBe(80);
    timer.listen(79.5);
    expect(timer.paused()).toBe(0);
    timer.listen(0.5);
    expect(timer.paused()).toBe(1);
  });

  test('has all of them again after a seek to the last chapter and back', () => {
    const timer = start({ time: 10 });
    timer.send(chaptersOf(2));
    timer.seek(390);
    timer.listen(1);
    timer.seek(10);
    expect(timer.left()).toBe(240);
  });

  test('has no chapter more after a seek to a border that the sound misses by a little', () => {
    const timer = start({ time: 50 });
    const chapters = [0, 100, 200, 300].map((at, id) => chapter(id, at, at + 100));
    timer.send({ type: 'media.opened', chapters, duration: 400 });
    timer.send(chaptersOf(2));
    timer.seek(100);
    timer.subject.send({ type: 'sound.heard', seconds: 0.1, time: 99.98 });
    timer.seek(20);
    expect(timer.left()).toBe(180);
  });

  test('is recalculated for other chapters: edited ones, or those of another item', () => {
    const timer = start({ time: 90 });
    timer.send(chaptersOf(2));
    timer.send({
      type: 'media.opened',
      chapters: [chapter(0, 0, 120), chapter(1, 120, 200), chapter(2, 200, 400)],
      duration: 400,
    });
    expect(timer.left()).toBe(110);
    timer.listen(50);
    timer.send({ type: 'media.opened', chapters: [chapter(0, 0, 200), chapter(1, 200, 300)], duration: 300 });
    expect(timer.left()).toBe(60);
  });

  test('has another one by a press that extends it, and after a seek as many as were set', () => {
    const timer = start({ time: 60 });
    timer.send({
      type: 'media.opened',
      chapters: [chapter(0, 0, 70), chapter(1, 70, 80), chapter(2, 80, 200), chapter(3, 200, 400)],
      duration: 400,
    });
    timer.send(chaptersOf(2));
    timer.send({ type: 'sleepTimer.extend' });
    expect([timer.left(), timer.shown()?.chapters]).toEqual([140, 3]);
    timer.seek(10);
    expect([timer.left(), timer.shown()?.chapters]).toEqual([70, 2]);
  });

  test('has less time left at a higher speed, also during a pause', () => {
    const timer = start({ time: 50 });
    timer.send(chaptersOf(2));
    const left = (rate: number) => sleepSecondsLeft(rate)(timer.subject.getSnapshot());
    expect([left(1), left(2)]).toEqual([200, 100]);
    timer.send(countdown(60));
    expect([left(1), left(2)]).toEqual([60, 60]);
  });
});

describe('the last seconds', () => {
  test('fade the sound out, and the setting turns that off', () => {
    const timer = start();
    timer.send(countdown(60));
    timer.listen(30);
    timer.listen(15);
    expect(timer.gains().at(-1)).toBeCloseTo(0.5, 6);
    timer.listen(10);
    expect(timer.gains().at(-1)).toBeCloseTo(5 / 30, 6);
    timer.set({ sleepTimerFades: false });
    timer.listen(0.25);
    expect(timer.gains().at(-1)).toBe(1);
  });

  test('of a short timer fade from the whole volume', () => {
    const timer = start();
    timer.send(countdown(6));
    timer.listen(0.25);
    expect(timer.gains().at(-1)).toBeCloseTo(5.75 / 6, 6);
  });

  test('offer more time in a toast with an action', () => {
    const timer = start();
    timer.send(countdown(60));
    timer.listen(29.5);
    expect(timer.toasts().filter(({ type }) => type === 'toasts.show')).toEqual([]);
    timer.listen(0.5);
    expect(timer.toasts().at(-1)).toEqual({
      type: 'toasts.show',
      id: 'sleep-timer',
      kind: 'info',
      message: { key: 'sleep.ending' },
      durationMs: 30_000,
      action: {
        label: { key: 'sleep.addMinutes', values: { minutes: 5 } },
        to: 'player',
        event: { type: 'player.extendSleepTimer' },
      },
    });
  });

  test.each([{ type: 'sleepTimer.extend' }, { type: 'play.pressed' }] as const)(
    'end by $type: five minutes more at the whole volume, and the toast goes',
    (event) => {
      const timer = start();
      timer.send(countdown(60));
      timer.listen(40);
      timer.send(event);
      expect([timer.left(), timer.state(), timer.gains().at(-1), timer.toasts().at(-1)]).toEqual([
        320,
        { running: 'counting' },
        1,
        { type: 'toasts.dismiss', id: 'sleep-timer' },
      ]);
    },
  );

  test.each([{ type: 'sleepTimer.extend' }, { type: 'play.pressed' }] as const)(
    'have not started: $type changes nothing',
    (event) => {
      const timer = start();
      timer.send(countdown(60));
      timer.listen(20);
      timer.send(event);
      expect(timer.left()).toBe(40);
    },
  );

  test('of a chapter are followed by another chapter, and after the last one by no timer', () => {
    const timer = start({ time: 90 });
    timer.send(CHAPTER);
    timer.send({ type: 'sleepTimer.extend' });
    expect(timer.left()).toBe(160);
    timer.listen(140);
    timer.send({ type: 'sleepTimer.extend' });
    expect(timer.left()).toBe(170);
    timer.listen(165);
    timer.send({ type: 'sleepTimer.extend' });
    expect([timer.state(), timer.gains().at(-1), timer.paused(), timer.toasts().at(-1)?.type]).toEqual([
      'idle',
      1,
      0,
      'toasts.dismiss',
    ]);
  });

  test('are over when a seek leads out of them', () => {
    const timer = start({ time: 90 });
    timer.send(CHAPTER);
    timer.listen(5);
    expect(timer.gains().at(-1)).toBeLessThan(1);
    timer.seek(20);
    expect([timer.state(), timer.gains().at(-1), timer.toasts().at(-1)?.type]).toEqual([
      { running: 'counting' },
      1,
      'toasts.dismiss',
    ]);
  });

  test.each<[string, readonly SleepTimerEvent[], unknown]>([
    ['another time is set', [countdown(600)], { running: 'counting' }],
    [
      'a custom time is set',
      [{ type: 'sleepTimer.change', text: '10' }, { type: 'sleepTimer.submit' }],
      { running: 'counting' },
    ],
    ['it is turned off', [{ type: 'sleepTimer.cancel' }], 'idle'],
  ])('are over when %s', (_when, events, state) => {
    const timer = start();
    timer.send(countdown(10));
    timer.listen(5);
    for (const event of events) timer.send(event);
    expect([timer.state(), timer.gains().at(-1), timer.toasts().at(-1)?.type]).toEqual([state, 1, 'toasts.dismiss']);
  });

  test('are forgotten with the player', () => {
    const timer = start();
    timer.send(countdown(10));
    timer.listen(5);
    expect(timer.gains().at(-1)).toBeCloseTo(0.5, 6);
    timer.send({ type: 'media.closed' });
    expect([timer.state(), timer.toasts().at(-1)?.type, timer.parentEvents.at(-1)]).toEqual([
      'idle',
      'toasts.dismiss',
      gain(1),
    ]);
  });
});

test('the word that it is done goes with the next press on play', () => {
  const timer = start();
  timer.send(countdown(1));
  timer.listen(1);
  expect(timer.parentEvents.at(-1)).toEqual(PAUSE);
  timer.send({ type: 'play.pressed' });
  expect([timer.state(), timer.toasts().at(-1)]).toEqual(['idle', { type: 'toasts.dismiss', id: 'sleep-timer' }]);
});

test.each([null, countdown(600)])('the chapters of a closed item do not affect the next timer, after %j', (before) => {
  const timer = start();
  if (before) timer.send(before);
  timer.send({ type: 'media.closed' });
  timer.send(CHAPTER);
  const { border, chapters, duration } = timer.subject.getSnapshot().context;
  expect([border, chapters, duration]).toEqual([null, [], 0]);
});

test('the word that it is done goes with the player', () => {
  const timer = start();
  timer.send(countdown(1));
  timer.listen(1);
  timer.send({ type: 'media.closed' });
  const { chapters, duration } = timer.subject.getSnapshot().context;
  expect([timer.state(), chapters, duration, timer.toasts().at(-1)]).toEqual([
    'idle',
    [],
    0,
    { type: 'toasts.dismiss', id: 'sleep-timer' },
  ]);
});
