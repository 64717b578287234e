import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const serverEntry = path.join(root, 'dist/server/cli.js');

/** Vite is loaded only for an actual build. */
const build = async (options) => (await import('vite')).build(options);

const stamp = (part) => path.join(root, 'dist', `.${part}-built`);
/** Sources of each half; anything newer than its stamp makes it stale. */
const sources = {
  client: ['src', 'public', 'index.html', 'scripts', 'vite.config.ts', 'package-lock.json'],
  server: ['server', 'src/schemas', 'vite.server.config.ts', 'package-lock.json'],
};

/** Files of the demo library and its texts are read at run time, not built in. */
const isBuiltIn = (file) => !file.includes(path.join('server', 'demo'));

function newestOf(target) {
  if (!existsSync(target) || !isBuiltIn(target)) return 0;
  const stat = statSync(target);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(target).map((name) => newestOf(path.join(target, name))));
}

export function isStale(part) {
  if (!existsSync(stamp(part))) return true;
  const builtAt = statSync(stamp(part)).mtimeMs;
  return sources[part].some((source) => newestOf(path.join(root, source)) > builtAt);
}

/** The time of the start, so that a source saved during the build counts as newer. */
async function stamped(part, work) {
  const startedAt = new Date();
  await work();
  mkdirSync(path.dirname(stamp(part)), { recursive: true });
  writeFileSync(stamp(part), startedAt.toISOString());
  utimesSync(stamp(part), startedAt, startedAt);
}

export const buildServer = (options = {}) =>
  stamped('server', () =>
    build({ root, configFile: path.join(root, 'vite.server.config.ts'), logLevel: 'warn', ...options }),
  );

export const buildClient = (options = {}) =>
  stamped('client', async () => {
    await build({
      root,
      logLevel: 'warn',
      build: { outDir: path.join(root, 'dist/client'), emptyOutDir: true },
      ...options,
    });
    await compressAll(path.join(root, 'dist/client'));
  });

export async function buildParts(parts) {
  for (const part of parts) await (part === 'client' ? buildClient() : buildServer());
}

/**
 * Builds the halves whose sources changed since the last build. In its own process, so that a server started next does
 * not keep the memory of the build.
 */
export async function buildWhatIsStale(say, parts = ['client', 'server']) {
  const stale = parts.filter(isStale);
  if (stale.length === 0) return;
  say(`Building the ${stale.join(' and the ')} ...`);
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs'), ...stale], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the sources do not build');
}

const compressible = /\.(html|css|m?js|json|svg|wasm|webmanifest|txt|xml|ttf)$/;
const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** A .br and a .gz next to every text file that becomes smaller by it. */
async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  for (const file of files.filter((name) => compressible.test(name) && statSync(name).size > 512)) {
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const packed = { br: await brotliAsync(bytes, { params }), gz: await gzipAsync(bytes, { level: 9 }) };
    for (const [ending, content] of Object.entries(packed))
      if (content.length < bytes.length) writeFileSync(`${file}.${ending}`, content);
  }
}
