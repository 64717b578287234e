import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../src/', import.meta.url));
/** The two tables of pages: each row loads its module by `import()`. */
const TABLES = ['machines/app/page-host/pages.ts', 'views/app/pages.tsx'];

/** Route → the modules of its page, relative to `src/`: machine and view. */
export const pageModules: Readonly<Record<string, readonly string[]>> = readTables();

function readTables(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = readFileSync(path.join(src, table), 'utf8').matchAll(
      /^ {2}(\w+): \{(?:(?!^ {2}\w)[\s\S])*?import\('(\.[^']+)'\)/gm,
    );
    for (const [, route = '', target = ''] of rows)
      (found[route] ??= []).push(path.posix.join(path.posix.dirname(table), target));
  }
  return found;
}
