import { expect, test } from 'vitest';
import { bootPlugin, chunkTable } from '../../scripts/boot-plugin.ts';

const chunk = (name: string, imports: readonly string[] = [], moduleIds: readonly string[] = []) => ({
  fileName: `assets/${name}.js`,
  imports: imports.map((file) => `assets/${file}.js`),
  isEntry: name === 'index',
  moduleIds: moduleIds.map((id) => `/a/src/${id}`),
});

test('the table of chunks has each import once, and nothing that the entry brings', () => {
  const { files, needs, pages } = chunkTable([
    chunk('index', ['vendor']),
    chunk('vendor'),
    chunk('alone', ['index', 'vendor']),
    chunk('kit', ['index']),
    chunk('session', ['kit'], ['machines/app/session/session.machine.ts']),
    chunk('frame', ['session', 'kit'], ['views/app/shell.tsx']),
    chunk(
      'home',
      ['frame', 'session', 'index'],
      ['machines/browse/home/home.machine.ts', 'views/browse/home/home-page.tsx'],
    ),
  ]);
  const named = (of: readonly number[] = []) => of.map((at) => files[at]);
  expect(Object.fromEntries(files.map((file, at) => [file, named(needs[at])]))).toEqual({
    kit: [],
    session: ['kit'],
    frame: ['session'],
    home: ['frame'],
  });
  expect([named(pages['library']), named(pages['other']), named(pages['share'])]).toEqual([['home'], ['frame'], []]);
});

test('every import of a chunk goes through the boot script', () => {
  const { generateBundle } = bootPlugin();
  if (typeof generateBundle !== 'object') throw new Error('the plugin has no ordered hook');
  const part = { type: 'chunk', code: 'import{a}from`./a.js`;async()=>(await import(`./item-edit.logic-x_1.js`)).b' };
  Reflect.apply(generateBundle.handler, null, [{}, { part }, true]);
  expect(part.code).toBe('import{a}from`./a.js`;async()=>(await earmarkImport(`item-edit.logic-x_1`)).b');
});
