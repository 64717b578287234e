import { expect, test } from 'vitest';
import { compileHints } from '../../scripts/compile-hints.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** Code of each file after the plugin. */
function hinted(parts: readonly object[]): string[] {
  const { generateBundle } = compileHints();
  if (typeof generateBundle !== 'object') throw new Error('the plugin has no ordered hook');
  const bundle = Object.fromEntries(parts.map((part, index) => [String(index), part]));
  Reflect.apply(generateBundle.handler, null, [{}, bundle, true]);
  return parts.map((part) => String(Reflect.get(part, 'code')));
}

test('the entry and the chunks of the first page say at their top that all of them runs at once', () => {
  expect(
    hinted([
      { type: 'chunk', name: 'index', isEntry: true, code: 'a' },
      { type: 'chunk', name: 'vendor', isEntry: false, code: 'b' },
      { type: 'chunk', name: 'home', isEntry: false, code: 'c' },
    ]),
  ).toEqual([`${HINT}a`, `${HINT}b`, `${HINT}c`]);
});

test('what comes on use is compiled as it is used', () => {
  expect(hinted([{ type: 'chunk', name: 'menu', isEntry: false, code: 'd' }])).toEqual(['d']);
});
