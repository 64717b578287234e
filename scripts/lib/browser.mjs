import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../.cache/browser', import.meta.url));
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  '--autoplay-policy=no-user-gesture-required',
];

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The npm package has a browser for this kind of machine only. */
const npmHasOne = process.platform === 'linux' && process.arch === 'x64';

/**
 * The browser for the tests, as launch options of playwright: $CHROMIUM, else the one from npm (unpacked once into
 * .cache; the same on every machine, and without a window it takes half the processor time), else the system's
 * Chromium. EARMARK_BROWSER=system takes the system's first.
 */
export async function findBrowser(first = process.env['EARMARK_BROWSER']) {
  const wanted = [process.env['CHROMIUM'], ...(first === 'system' || !npmHasOne ? SYSTEM : [])];
  const executablePath = wanted.find((file) => file && existsSync(file));
  if (executablePath) return { executablePath, args, env: environment({}) };
  const folder = await unpacked();
  return {
    executablePath: path.join(folder, 'chromium'),
    args: [...args, '--no-zygote'],
    env: environment({ LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fontConfig(folder) }),
  };
}

/** @sparticuz/chromium unpacks into the temp folder, and its libraries only where it detects a Lambda. */
async function unpacked() {
  const done = path.join(cache, 'chromium-147');
  if (existsSync(done)) return done;
  const started = `${done}.${process.pid}`;
  mkdirSync(started, { recursive: true });
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: started, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  if (existsSync(done)) rmSync(started, { recursive: true });
  else renameSync(started, done);
  return done;
}

/** Without a font for a character this browser crashes: uses its own and those of the system. */
function fontConfig(folder) {
  const file = path.join(folder, 'fonts.conf');
  const dirs = [path.join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'].map(
    (dir) => `<dir>${dir}</dir>`,
  );
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${dirs.join('')}<cachedir>${path.join(folder, 'cache')}</cachedir></fontconfig>`,
  );
  return file;
}

function environment(more) {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined)), ...more };
}
