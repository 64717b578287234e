import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { leftInSteps, leftText, shortDate } from '../../../src/views/texts/time-text.ts';
import type { Translate } from '../../../src/views/texts/error-text.ts';
import { messages } from '../../support/texts.ts';

const t = createTranslator({ locale: 'en-us', messages }) as unknown as Translate;

test.each([
  [0, null],
  [0.9, null],
  [Number.NaN, null],
  [1, '1 sec left'],
  [59, '59 sec left'],
  [59.6, '1 min left'],
  [89, '1 min left'],
  [90, '2 min left'],
  [3599, '1 h left'],
  [3600, '1 h left'],
  [5400, '1 h 30 min left'],
  [90_000, '25 h left'],
])('%s seconds show as %s', (seconds, text) => {
  expect(leftText(t, seconds)).toBe(text);
  expect(leftText(t, leftInSteps(seconds))).toBe(text);
});

test('the time left changes once a second in the last minute, else once a minute', () => {
  const quarters = Array.from({ length: 4 * 3600 }, (_, index) => index / 4);
  expect(new Set(quarters.map(leftInSteps)).size).toBe(60 + 60);
});

test('a day of this year has no year', () => {
  const now = new Date(2025, 5, 1).getTime();
  expect([new Date(2025, 2, 24), new Date(2024, 11, 31)].map((day) => shortDate(t, day.getTime(), now))).toEqual([
    'Mar 24',
    'Dec 31, 2024',
  ]);
  expect(shortDate(t, Number.NaN, now)).toBe('');
});
