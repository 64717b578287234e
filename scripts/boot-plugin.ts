// Puts the boot script (src/boot.js) into index.html, with the chunks that each first page needs.
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** First page → the modules that its code starts from. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  home: ['src/machines/home/home.machine.ts', 'src/views/home/home-page.tsx', 'src/views/app/shell.tsx'],
  bookshelf: ['src/machines/bookshelf/bookshelf.machine.ts', 'src/views/bookshelf/bookshelf-page.tsx', 'src/views/app/shell.tsx'],
  item: ['src/machines/item/item.machine.ts', 'src/views/item/item-page.tsx', 'src/views/app/shell.tsx'],
};

export function bootPlugin(): Plugin {
  return {
    name: 'earmark-boot',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const source = readFileSync(new URL('../src/boot.js', import.meta.url), 'utf8').replace(/^\/\/.*\n/gm, '');
        const chunks = bundle ? chunksOf(bundle) : {};
        return html
          .replace('/* boot */', () => `window.earmarkChunks=${JSON.stringify(chunks)};${source}`)
          .replace(/<link rel="modulepreload" crossorigin href="([^"]*\/vendor-[^"]*)">/, '<script type="module" async crossorigin src="$1"></script>');
      },
    },
  };
}

/** The files of each page: its modules' chunks with all that they import, without what the entry brings. */
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
    const starts = chunks.filter((chunk) => modules.some((module) => chunk.moduleIds.some((id) => id.endsWith(module))));
    const files = new Set(starts.flatMap((chunk) => [...reach(chunk.fileName)]));
    return [...files].filter((file) => !inEntry.has(file));
  };
  return Object.fromEntries(Object.entries(PAGES).map(([page, modules]) => [page, filesOf(modules)]));
}
