import { describe, expect, test } from 'vitest';
import { FakeMediaElement } from './media-element.ts';
import orders from './media-element-orders.json' with { type: 'json' };

/** Events of the browser and actions on the fake. Files: one of 120 s and one of 1 s. */
const deeds: Readonly<Record<keyof typeof orders, (element: FakeMediaElement, forget: () => void) => void>> = {
  start(element) {
    open(element, true);
    element.becomeReady(120);
  },
  startThere(element) {
    element.load();
    element.currentTime = 20;
    start(element);
    element.becomeReady(120);
  },
  loadPaused(element) {
    element.load();
    element.becomeReady(120);
  },
  pause(element, forget) {
    play(element);
    forget();
    element.pause();
  },
  playAgain(element, forget) {
    play(element);
    element.pause();
    forget();
    start(element);
  },
  seekPlaying(element, forget) {
    play(element);
    forget();
    element.currentTime = 60;
  },
  seekPaused(element, forget) {
    element.load();
    element.becomeReady(120);
    forget();
    element.currentTime = 60;
  },
  ended(element, forget) {
    play(element);
    forget();
    element.end();
  },
  missingWhilePlaying(element) {
    open(element, true);
    element.fail(4);
  },
  missingWhilePaused(element) {
    open(element, false);
    element.fail(4);
  },
  playAfterMissing(element, forget) {
    open(element, false);
    element.fail(4);
    forget();
    start(element);
  },
  garbageWhilePlaying(element) {
    open(element, true);
    element.fail(4);
  },
  serverGoneMidFile(element) {
    play(element);
    element.playTo(3);
    element.stall();
    element.playTo(3.1);
    element.fail(2);
  },
  otherFileWhilePlaying(element, forget) {
    play(element);
    forget();
    open(element, true);
    element.becomeReady(1);
  },
};

const refusals: string[] = [];

function start(element: FakeMediaElement) {
  element.play().catch((cause: Error) => refusals.push(cause.name));
}

function open(element: FakeMediaElement, playing: boolean) {
  element.load();
  if (playing) start(element);
}

function play(element: FakeMediaElement) {
  open(element, true);
  element.becomeReady(120);
}

const TYPES = [
  'loadstart',
  'durationchange',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'ended',
  'error',
];

describe('the fake sends what Chromium sent', () => {
  test.each(Object.keys(orders) as (keyof typeof orders)[])('%s', (name) => {
    const element = new FakeMediaElement();
    const seen: string[] = [];
    element.addEventListener('emptied', () => seen.push('emptied'));
    for (const type of TYPES) {
      element.addEventListener(type, () =>
        seen.push(
          [type, element.paused && 'paused', element.error && `e${element.error.code}`].filter(Boolean).join(' '),
        ),
      );
    }
    deeds[name](element, () => seen.splice(0));
    expect(seen).toEqual(orders[name]);
  });
});

test('a start ended by a missing file is refused as not supported, before and after the error', async () => {
  refusals.length = 0;
  const element = new FakeMediaElement();
  open(element, true);
  element.fail(4);
  start(element);
  await Promise.resolve().then(() => undefined);
  expect(refusals).toEqual(['NotSupportedError', 'NotSupportedError']);
});

test('a start replaced by a load or a pause is refused as aborted', async () => {
  refusals.length = 0;
  const element = new FakeMediaElement();
  open(element, true);
  element.load();
  start(element);
  element.pause();
  await Promise.resolve().then(() => undefined);
  expect(refusals).toEqual(['AbortError', 'AbortError']);
});
