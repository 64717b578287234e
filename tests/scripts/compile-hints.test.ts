import { expect, test } from 'vitest';
import { compileHints } from '../../scripts/compile-hints.ts';
import { FIRST_PAGES } from '../../scripts/first-chunks.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';

/** Code of each file after the plugin. */
function hinted(parts: readonly object[]): string[] {
  const { generateBundle } = compileHints();
  if (typeof generateBundle !== 'object') throw new Error('the plugin has no ordered hook');
  const bundle = Object.fromEntries(parts.map((part, index) => [String(index), part]));
  Reflect.apply(generateBundle.handler, null, [{}, bundle, true]);
  return parts.map((part) => String(Reflect.get(part, 'code')));
}

const chunk = (name: string, isEntry = false, moduleIds: readonly string[] = []) => ({
  type: 'chunk',
  name,
  isEntry,
  moduleIds,
  code: name,
});
const AT_ONCE = ['vendor', 'session', 'player', 'kit', 'frame', 'chapters', 'chapters-dialog', ...FIRST_PAGES];

test('the entry and the chunks of the first page say at their top that all of them runs at once', () => {
  expect(hinted([chunk('index', true), ...AT_ONCE.map((name) => chunk(name))])).toEqual(
    ['index', ...AT_ONCE].map((name) => HINT + name),
  );
  expect(AT_ONCE).toContain('library');
});

test('what comes on use is compiled as it is used', () => {
  expect(hinted([...AT_ONCE, 'menu'].map((name) => chunk(name))).at(-1)).toBe('menu');
});

test('what dialogs, menus and popovers are made of is compiled before the first one opens', () => {
  const overlay = chunk('useScrollLock', false, ['/a/src/views/ui/x.ts', '/a/node_modules/@base-ui/react/dialog/x.js']);
  expect(hinted([...AT_ONCE.map((name) => chunk(name)), overlay]).at(-1)).toBe(`${HINT}useScrollLock`);
});

test('a build in which one of these chunks has another name fails', () => {
  const others = AT_ONCE.filter((name) => name !== 'library');
  expect(() => hinted(['home', ...others].map((name) => chunk(name)))).toThrow('no chunk library');
});
