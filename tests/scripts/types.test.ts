import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typesRefuse } from '../../scripts/mutants/types.mjs';

const here = path.resolve(import.meta.dirname, '../..');
let root = '';

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'earmark-refused-'));
  mkdirSync(path.join(root, 'src/area'), { recursive: true });
  symlinkSync(path.join(here, 'node_modules'), path.join(root, 'node_modules'), 'dir');
  writeFileSync(
    path.join(root, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        noUnusedLocals: true,
        allowImportingTsExtensions: true,
        module: 'nodenext',
        types: [],
      },
    }),
  );
  writeFileSync(path.join(root, 'src/area/half.ts'), 'export const half = (value: number): number => value / 2;\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const change = (code: string) => ({ file: 'src/area/half.ts', code });

test('what the compiler refuses is told, by the change itself; what only leaves something unused is not', () => {
  const good = change('export const half = (value: number): number => value * 2;\n');
  const bad = change("export const half = (value: number): number => 'two';\n");
  const worse = change('export const half = (value: number): number => missing / 2;\n');
  const unused = change('const two = 2;\nexport const half = (value: number): number => value;\n');
  const neighbour = {
    file: 'src/area/quarter.ts',
    code: "import { half } from './half.ts';\nexport const quarter = (value: number): number => half(half(value));\n",
  };
  expect(typesRefuse(root, [good, bad, worse, unused, neighbour])).toEqual(new Set([bad, worse]));
});

test('without changes nothing is asked', () => {
  expect(typesRefuse('/nowhere', [])).toEqual(new Set());
});
