import { expect, test } from 'vitest';
import { changesOf } from '../../../src/machines/inspector/changes.logic.ts';

test.each([
  [{ a: 1, b: { c: [1, 2] } }, { a: 1, b: { c: [1, 2] } }, null],
  [
    { a: 1, b: 2 },
    { a: 1, b: 3 },
    { before: { b: 2 }, after: { b: 3 } },
  ],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 9 } }, { before: { a: { c: 2 } }, after: { a: { c: 9 } } }],
  [{ a: 1 }, { b: 1 }, { before: { a: 1 }, after: { b: 1 } }],
  [{ a: [1, 2, 3] }, { a: [1, 5, 3] }, { before: { a: { 1: 2 } }, after: { a: { 1: 5 } } }],
  [{ a: [1] }, { a: { 0: 1 } }, { before: { a: [1] }, after: { a: { 0: 1 } } }],
  [{ a: null }, { a: {} }, { before: { a: null }, after: { a: {} } }],
  [undefined, { a: 1 }, { before: undefined, after: { a: 1 } }],
])('between %j and %j: %j', (before, after, changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});
