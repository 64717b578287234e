import { expect, test } from 'vitest';
import { broken, circles } from '../../scripts/bundle-report.mjs';
import { measure, type ChunkReport } from '../../scripts/lib/size.mjs';

const chunk = (file: string, more: Partial<ChunkReport> = {}): ChunkReport => ({
  file,
  name: file,
  isEntry: false,
  imports: [],
  css: [],
  modules: { 'src/a.ts': 100 },
  ...more,
});

const chunks = [
  chunk('assets/lazy.js', { css: ['assets/lazy.css'] }),
  chunk('assets/entry.js', {
    isEntry: true,
    imports: ['assets/shared.js'],
    css: ['assets/entry.css'],
    modules: { 'src/main.tsx': 100, 'package:react': 300 },
  }),
  chunk('assets/shared.js', { modules: { 'package:react': 100, 'package:@xstate/react': 100 } }),
  chunk('assets/preloaded.js'),
];
const html = `<script type="module" crossorigin src="./assets/entry.js"></script>
  <link rel="modulepreload" crossorigin href="./assets/preloaded.js"><link rel="stylesheet" href="/assets/entry.css"><link rel="icon" href="icon.svg">`;
const sizes: Record<string, number> = {
  'assets/lazy.js': 1_000,
  'assets/lazy.css': 200,
  'assets/entry.js': 400,
  'assets/entry.css': 50,
  'assets/shared.js': 80,
  'assets/preloaded.js': 10,
};

test('the first load is what index.html names, with all that it imports and its styles', () => {
  const { rows, firstLoad, ownInFirstLoad, packages } = measure({ html, chunks, gzipOf: (file) => sizes[file] ?? 0 });
  expect(rows.filter((row) => row.first).map((row) => row.file)).toEqual([
    'assets/entry.js',
    'assets/shared.js',
    'assets/entry.css',
    'assets/preloaded.js',
  ]);
  expect(firstLoad).toBe(400 + 80 + 50 + 10);
  expect(ownInFirstLoad).toBe(400 / 4 + 50 + 10);
  expect(packages).toEqual([
    ['react', 300 + 40],
    ['@xstate/react', 40],
  ]);
});

test('a page weighs the first load and all that the boot script loads for it', () => {
  const table = { files: ['lazy', 'big', 'small'], needs: [[], [0], [0, 1]], pages: { library: [2], other: [1] } };
  const { pages } = measure({
    html: `${html}<script>window.earmarkChunks=${JSON.stringify(table)};window.earmarkCalls={}</script>`,
    chunks,
    gzipOf: (file) => ({ ...sizes, 'assets/big.js': 400_000, 'assets/small.js': 5 })[file] ?? 0,
  });
  expect(pages).toEqual([
    { page: 'library', gzip: 540 + 1_000 + 400_000 + 5, files: 3, isOver: true },
    { page: 'other', gzip: 540 + 1_000 + 400_000, files: 2, isOver: false },
  ]);
});

test('lazy chunks are listed apart, heaviest first', () => {
  const { rows } = measure({ html, chunks, gzipOf: (file) => sizes[file] ?? 0 });
  expect(rows.filter((row) => !row.first).map((row) => row.file)).toEqual(['assets/lazy.js', 'assets/lazy.css']);
});

test('a chunk that exports what is not there is found, a sound one and other files are not', () => {
  const bundle = {
    sound: {
      type: 'chunk',
      fileName: 'sound.js',
      code: 'import { t as n } from "./x.js"; var a = 1; export { a as b, n as c };',
    },
    broken: { type: 'chunk', fileName: 'broken.js', code: 'var a = 1; export { a as b, page_exports as t };' },
    style: { type: 'asset', fileName: 'style.css' },
  };
  expect(broken(bundle)).toEqual([{ file: 'broken.js', error: "Export 'page_exports' is not defined" }]);
});

test('chunks that import each other are found, those that share one are not', () => {
  const chunk = (fileName: string, ...imports: string[]) => [fileName, { type: 'chunk', fileName, imports }] as const;
  const shared = [chunk('a', 'c'), chunk('b', 'a')];
  expect(circles(Object.fromEntries([...shared, chunk('c')]))).toEqual([]);
  expect(circles(Object.fromEntries([...shared, chunk('c', 'b')]))).toEqual([['a', 'c', 'b', 'a']]);
});
