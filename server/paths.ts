import fs from 'node:fs';
import path from 'node:path';

/** The folder of the package, from the sources as well as from the bundle in `dist/server`. */
export const packageRoot = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? process.cwd() : findRoot(parent);
}

export const demoLibrary = path.join(packageRoot, 'server', 'demo', 'library');
export const builtClient = path.join(packageRoot, 'dist', 'client');
