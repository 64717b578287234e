// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { secondsOf } from '../../../src/services/reader/epub-overlays.ts';

test.each([
  ['0:00:29.268', 29.268],
  ['1:02:03', 3723],
  ['02:03.5', 123.5],
  ['29.268s', 29.268],
  ['29.268', 29.268],
  ['500ms', 0.5],
  ['1.5min', 90],
  ['2h', 7200],
  ['npt=7s', 7],
  [' 3s ', 3],
  ['', null],
  ['1:99:00', null],
  ['soon', null],
  [null, null],
])('%j is %d seconds', (clock, seconds) => {
  expect(secondsOf(clock)).toBe(seconds);
});
