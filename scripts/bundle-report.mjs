// A Vite plugin that writes the content of each chunk, for `npm run size`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * Writes `bundle.json` beside the output folder: per chunk its imports, its CSS and the bytes of each module before
 * minifying.
 */
export function bundleReport() {
  let root = '';
  return {
    name: 'earmark-bundle-report',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    writeBundle({ dir }, bundle) {
      const chunks = Object.values(bundle)
        .filter((part) => part.type === 'chunk')
        .map((chunk) => ({
          file: chunk.fileName,
          name: chunk.name,
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          css: [...(chunk.viteMetadata?.importedCss ?? [])],
          modules: lengths(Object.entries(chunk.modules), root),
        }));
      for (const { file, error } of broken(bundle)) this.error(`${file} would not load: ${error}`);
      for (const circle of circles(bundle)) this.error(`Chunks import each other: ${circle.join(' -> ')}`);
      writeFileSync(path.join(dir, '..', 'bundle.json'), JSON.stringify({ chunks }));
    },
  };
}

/** Chunks that no browser loads: grouping chunks can make the bundler export missing names. */
export function broken(bundle) {
  return Object.values(bundle)
    .filter((part) => part.type === 'chunk')
    .flatMap(({ fileName, code }) => {
      const [error] = parseSync(fileName, code, { showSemanticErrors: true }).errors;
      return error ? [{ file: fileName, error: error.message }] : [];
    });
}

/** Chunks that import each other: the first one that runs finds the other one empty. A circle ends where it begins. */
export function circles(bundle) {
  const imports = new Map(
    Object.values(bundle)
      .filter((part) => part.type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk.imports]),
  );
  const found = [];
  const done = new Set();
  const visit = (file, above) => {
    if (above.includes(file)) return void found.push([...above.slice(above.indexOf(file)), file]);
    if (done.has(file)) return;
    done.add(file);
    for (const next of imports.get(file) ?? []) visit(next, [...above, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

/** Length before minifying per file of ours and per package. */
function lengths(modules, root) {
  const found = {};
  for (const [id, module] of modules) found[nameOf(id, root)] = (found[nameOf(id, root)] ?? 0) + module.renderedLength;
  return found;
}

/** `package:xstate` for packages and helpers of the bundler, else the path in the repository. */
function nameOf(id, root) {
  if (id.startsWith('\0')) return 'package:bundler';
  const parts = id.replaceAll('\\', '/').split('/node_modules/');
  if (parts.length === 1) return path.posix.relative(root.replaceAll('\\', '/'), parts[0]);
  const [first = '', second = ''] = parts.at(-1).split('/');
  return `package:${first.startsWith('@') ? `${first}/${second}` : first}`;
}
