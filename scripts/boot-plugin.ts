// Puts the boot script (src/boot.js) into index.html, with the chunks and the first call of each page.
import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import { firstCalls } from '../src/machines/page-host/first-calls.ts';
import { pageModules } from './page-modules.ts';

type Bundle = Rolldown.OutputBundle;

const SIGNED_IN = ['src/machines/session/session.machine.ts', 'src/views/app/shell.tsx'];

/** Route → the modules that its code starts from; `other`: a page that is not built, `share`: a public link. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(pageModules).map(([route, modules]) => [
      route,
      [...SIGNED_IN, ...modules.map((module) => `src/${module}`)],
    ]),
  ),
  other: SIGNED_IN,
  share: ['src/machines/share/share.machine.ts', 'src/views/app/share-screen.tsx', 'src/views/app/global-layer.tsx'],
};

export function bootPlugin(): Plugin {
  return {
    name: 'earmark-boot',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const source = minifySync('boot.js', readFileSync(new URL('../src/boot.js', import.meta.url), 'utf8')).code;
        const chunks = bundle ? chunksOf(bundle) : {};
        return html
          .replace(
            '/* boot */',
            () =>
              `window.earmarkChunks=${JSON.stringify(chunks)};window.earmarkCalls=${JSON.stringify(firstCalls())};${source}`,
          )
          .replace(
            /<link rel="modulepreload" crossorigin href="([^"]*\/vendor-[^"]*)">/,
            '<script type="module" async crossorigin src="$1"></script>',
          );
      },
    },
  };
}

/** The files of each page: its modules' chunks with all their imports, without those of the entry. */
function chunksOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (fileName: string, found = new Set<string>()): Set<string> => {
    if (found.has(fileName)) return found;
    found.add(fileName);
    for (const next of byFile.get(fileName)?.imports ?? []) reach(next, found);
    return found;
  };
  const entry = chunks.find((chunk) => chunk.isEntry);
  const inEntry = entry ? reach(entry.fileName) : new Set<string>();
  const filesOf = (modules: readonly string[]) => {
    const starts = chunks.filter((chunk) =>
      modules.some((module) => chunk.moduleIds.some((id) => id.endsWith(module))),
    );
    const files = new Set(starts.flatMap((chunk) => [...reach(chunk.fileName)]));
    return [...files].filter((file) => !inEntry.has(file));
  };
  return Object.fromEntries(Object.entries(PAGES).map(([page, modules]) => [page, filesOf(modules)]));
}
