import { expect, test } from 'vitest';
import { isAmount, isWholeAmount } from '../../../src/machines/kit/text.logic.ts';

test('a field takes the numbers that the server takes', () => {
  expect([0, 0.5, 1e12].map(isAmount)).toEqual([true, true, true]);
  expect([null, -1, 1e12 + 0.001, Infinity, Number.NaN].map(isAmount)).toEqual([false, false, false, false, false]);
});

test('a whole number has no fraction', () => {
  expect([0, 7, 1e12].map(isWholeAmount)).toEqual([true, true, true]);
  expect([null, -1, 0.5, 1e12 + 1, Infinity, Number.NaN].map(isWholeAmount)).toEqual(Array(6).fill(false));
});
