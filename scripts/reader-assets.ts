// Files of packages that the reader loads by name, unchanged: a worker with its wasm, fonts of pdf.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** Files and folders of a package, relative to the folder `from`. */
interface Taken {
  readonly packageName: string;
  readonly from: string;
  readonly parts: readonly string[];
}

const TAKEN: readonly Taken[] = [
  { packageName: 'libarchive.js', from: 'dist', parts: ['worker-bundle.js', 'libarchive.wasm'] },
  {
    packageName: 'pdfjs-dist',
    from: '',
    parts: [
      'legacy/build/pdf.worker.min.mjs',
      'cmaps',
      'standard_fonts',
      'iccs',
      'wasm/jbig2.wasm',
      'wasm/openjpeg.wasm',
      'wasm/qcms_bg.wasm',
    ],
  },
];

/** Puts them under `assets/` in a folder that names the version, so that browsers may keep them for ever. */
export function readerAssets(): Plugin {
  const files = new Map(TAKEN.flatMap(filesOf));
  return {
    name: 'earmark-reader-assets',
    generateBundle() {
      for (const [fileName, file] of files) this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const pathname = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '');
        const file = [...files].find(([name]) => pathname.endsWith(name.replace(/^assets/, '')))?.[1];
        if (file === undefined) return next();
        const type = TYPES.get(path.extname(file)) ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
      });
    },
  };
}

const TYPES = new Map([
  ['.js', 'text/javascript'],
  ['.mjs', 'text/javascript'],
  ['.wasm', 'application/wasm'],
]);

/** Name in the built client → file of the package. */
function filesOf({ packageName, from, parts }: Taken): [string, string][] {
  const folder = folderOf(packageName);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return parts.flatMap((part) => {
    const whole = path.join(folder, from, part);
    const names = statSync(whole).isDirectory() ? readdirSync(whole).map((name) => `${part}/${name}`) : [part];
    return names.map((name): [string, string] => [
      `assets/${packageName.replace(/\W/g, '')}-${version}/${name}`,
      path.join(folder, from, name),
    ]);
  });
}

/** Folder of a package: some do not let their package.json be resolved. */
function folderOf(packageName: string): string {
  const places = require.resolve.paths(packageName) ?? [];
  const found = places.map((place) => path.join(place, packageName)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${packageName} is not installed`);
  return found;
}
