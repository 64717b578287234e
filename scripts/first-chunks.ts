import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src/', import.meta.url));
/** What every start draws: the frame, and the region of notices with the tooltips. */
const SHELL = ['views/app/shell.tsx', 'views/app/ambient.tsx'];
/** The pages that people open first, each with its machine. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  home: ['views/home/home-page.tsx', 'machines/home/home.machine.ts'],
  bookshelf: ['views/bookshelf/bookshelf-page.tsx', 'machines/bookshelf/bookshelf.machine.ts'],
  item: ['views/item/item-page.tsx', 'machines/item/item.machine.ts'],
};
const iconFiles = readIconFiles();
const ICON_CORE = /\/lucide-react\/dist\/esm\/(?!icons\/)/;

/** A group of the bundler: these modules make one chunk. */
interface ChunkGroup {
  readonly name: string;
  readonly test: (id: string) => boolean;
  readonly includeDependenciesRecursively: false;
  readonly priority: number;
}

/**
 * One chunk for what the shell needs at once and what the first pages share, and one for each of these pages with its
 * machine. Left to itself the bundler would make a chunk, and so a request, of each small shared module; sorted by
 * folder, parts that load on use (menus, dialogs, the player) would come along.
 */
export function firstChunks(): ChunkGroup[] {
  const reached = new Map(Object.entries(PAGES).map(([name, starts]) => [name, reach(starts)]));
  const frame = reach(SHELL);
  for (const modules of reached.values()) {
    for (const module of modules) {
      if ([...reached.values()].filter((other) => other.has(module)).length > 1) frame.add(module);
    }
  }
  const group = (name: string, priority: number, modules: ReadonlySet<string>, more = (_id: string) => false): ChunkGroup => {
    const icons = new Set([...modules].flatMap(iconsOf));
    return { name, priority, includeDependenciesRecursively: false, test: (id) => modules.has(id) || icons.has(id) || more(id) };
  };
  return [
    group('frame', 2, frame, (id) => ICON_CORE.test(id)),
    ...[...reached].map(([name, modules]) => group(name, 1, modules)),
  ];
}

/** Our modules that these import, but not what they load later. */
function reach(starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.tsx?)';/gms)) {
      visit(path.resolve(path.dirname(file), target));
    }
  };
  for (const start of starts) visit(path.join(src, start));
  return found;
}

/** The files of the icons that a module imports; some icons have several names. */
function iconsOf(file: string): string[] {
  const [, names = ''] = /^import \{([^}]*)\} from 'lucide-react';/m.exec(readFileSync(file, 'utf8')) ?? [];
  return names.split(',').flatMap((name) => iconFiles.get(name.trim()) ?? []);
}

function readIconFiles(): Map<string, string> {
  const index = realpathSync(fileURLToPath(new URL('../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url)));
  const exports = readFileSync(index, 'utf8').matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g);
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace(/.*\bas\b/, '').trim(), path.resolve(path.dirname(index), file)] as const),
    ),
  );
}
