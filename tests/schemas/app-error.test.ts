import { expect, test } from 'vitest';
import { toAppError } from '../../src/schemas/app-error.ts';

test.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/part-C1.js',
  'error loading dynamically imported module: http://localhost/assets/part-C1.js',
  'Importing a module script failed.',
])('a part of the client that failed to load differs from calls, as a reload helps: %s', (message) => {
  expect(toAppError(new TypeError(message))).toEqual({ kind: 'missingCode' });
});

test('any other error keeps its text', () => {
  expect(toAppError(new TypeError('x is not a function'))).toEqual({
    kind: 'unexpected',
    message: 'x is not a function',
  });
});
