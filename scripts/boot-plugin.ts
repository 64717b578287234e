// Puts the boot script (src/boot.js) into index.html, with the chunks and the first call of each page.
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstCalls } from '../src/machines/app/page-host/first-calls.ts';
import { pageModules } from './page-modules.ts';
import { hashOfTexts } from './lib/texts.mjs';
import { areaOf } from './texts-plugin.ts';

const SIGNED_IN = ['src/machines/app/session/session.machine.ts', 'src/views/app/shell.tsx'];

/** Route → the modules that its code starts from; `other`: a page that is not built, `share`: a public link. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(pageModules).map(([route, modules]) => [
      route,
      [...SIGNED_IN, ...modules.map((module) => `src/${module}`)],
    ]),
  ),
  other: SIGNED_IN,
  share: [
    'src/machines/playback/share/share.machine.ts',
    'src/views/app/share-screen.tsx',
    'src/views/app/global-layer.tsx',
  ],
};

/** What the boot script loads code by. The entry brings itself and what it imports, so these are left out. */
interface ChunkTable {
  /** Names of files in `assets`, without `.js`. */
  readonly files: readonly string[];
  /** For each file what it imports, by index; what comes with another one of these is left out. */
  readonly needs: readonly (readonly number[])[];
  /** Route → the files that its code starts from. */
  readonly pages: Readonly<Record<string, readonly number[]>>;
  /** File, or `entry` → the areas of its texts. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/**
 * Puts the boot script into index.html and has it load all code. The bundler's own lists of what comes with an import
 * would weigh 8 kB in the entry and 4 kB in the chunk of the session, and the boot script needs most of them anyway.
 */
export function bootPlugin(): Plugin {
  return {
    name: 'earmark-boot',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
        },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const source = minifySync('boot.js', readFileSync(new URL('../src/boot.js', import.meta.url), 'utf8')).code;
        const table = chunkTable(chunksOf(bundle ?? {}));
        return html
          .replace(
            '/* boot */',
            () =>
              `window.earmarkChunks=${JSON.stringify({ ...table, hash: hashOfTexts() })};window.earmarkCalls=${JSON.stringify(firstCalls())};${source}`,
          )
          .replace(
            /<link rel="modulepreload" crossorigin href="([^"]*\/vendor-[^"]*)">/,
            '<script type="module" async crossorigin src="$1"></script>',
          );
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of chunksOf(bundle))
          chunk.code = chunk.code.replace(/\bimport\([`"']\.\/([\w.-]+)\.js[`"']\)/g, 'earmarkImport(`$1`)');
      },
    },
  };
}

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'moduleIds'>;

const chunksOf = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((part) => part.type === 'chunk');
const nameOf = (file: string) => file.replace(/^assets\/(.*)\.js$/, '$1');

/** The table of all chunks that do not come with the entry and have or are an import; other ones come alone. */
export function chunkTable(chunks: readonly Chunk[]): ChunkTable {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (file: string, found = new Set<string>()): Set<string> => {
    if (!found.has(file)) for (const next of byFile.get(file)?.imports ?? []) reach(next, found.add(file));
    return found.add(file);
  };
  const inEntry = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => [...reach(chunk.fileName)]));
  /** Those that bring all of these along. */
  const starts = (files: readonly string[]) =>
    files.filter((file) => !inEntry.has(file) && !files.some((other) => other !== file && reach(other).has(file)));
  const needs = new Map(chunks.map(({ fileName, imports }) => [fileName, starts(imports)]));
  const pages = Object.entries(PAGES).map(([page, modules]) => {
    const own = chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.some((module) => id.endsWith(module))));
    return [page, starts(own.map((chunk) => chunk.fileName))] as const;
  });
  const files = [...new Set([...pages, ...needs].flatMap(([file, of]) => (of.length > 0 ? [file, ...of] : [])))].filter(
    (file) => byFile.has(file) && !inEntry.has(file),
  );
  const areasIn = (file: string) => byFile.get(file)?.moduleIds.flatMap((id) => areaOf(id) ?? []) ?? [];
  const indexes = (of: readonly string[] = []) => of.map((file) => files.indexOf(file));
  return {
    files: files.map(nameOf),
    needs: files.map((file) => indexes(needs.get(file))),
    pages: Object.fromEntries(pages.map(([page, of]) => [page, indexes(of)])),
    texts: Object.fromEntries(
      [['entry', [...inEntry]] as const, ...files.map((file) => [nameOf(file), [file]] as const)]
        .map(([name, of]) => [name, of.flatMap(areasIn)] as const)
        .filter(([, areas]) => areas.length > 0),
    ),
  };
}
