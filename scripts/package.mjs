// npm run package [-- --try]: the package that `npx earmark` runs, in dist/package: the built client and server with
// the two packages of native code that they need. --try packs it, installs it into an empty folder and runs it from
// there, in front of a server and as one.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWhatIsStale, root } from './lib/build.mjs';

const target = path.join(root, 'dist', 'package');
const NATIVE = ['libsql', 'sharp'];

/** Lays out the package. */
function layOut() {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(path.join(target, 'bin'), { recursive: true });
  const isShipped = (file) => !file.endsWith('.map');
  for (const folder of ['dist/client', 'dist/server', 'server/demo/library'])
    cpSync(path.join(root, folder), path.join(target, folder), { recursive: true, filter: isShipped });
  for (const file of ['LICENSE', 'README.md', 'docs/running.md', 'docs/scale.md'])
    cpSync(path.join(root, file), path.join(target, file));
  writeFileSync(path.join(target, 'bin/earmark.mjs'), "#!/usr/bin/env node\nimport '../dist/server/cli.js';\n", {
    mode: 0o755,
  });
  const { name, version, description, license, type, engines, dependencies } = own;
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { earmark: 'bin/earmark.mjs' },
    dependencies: Object.fromEntries(NATIVE.map((native) => [native, dependencies[native]])),
  };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
function run(args, cwd) {
  const { status, stdout, stderr } = spawnSync(npm, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Runs the installed command until `work` is done, with the address that the command prints. */
async function running(folder, args, work) {
  const child = spawn(process.execPath, [path.join(folder, 'node_modules/earmark/bin/earmark.mjs'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ABS_URL: '', DATA_DIR: '' },
  });
  try {
    let said = '';
    const address = await new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`earmark ${args.join(' ')} ended with ${code}: ${said}`)));
      child.stdout.on('data', (text) => {
        said += text;
        const found = /Earmark is ready: (\S+)/.exec(said);
        if (found) resolve(found[1]);
      });
    });
    await work(address);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function expectAnswer(address, isRight) {
  const answer = await fetch(address);
  const body = await answer.text();
  if (answer.status !== 200 || !isRight(body)) throw new Error(`${address}: ${answer.status} ${body.slice(0, 200)}`);
}

async function tryIt() {
  const folder = mkdtempSync(path.join(tmpdir(), 'earmark-package-'));
  const upstream = createServer((_request, response) => response.end('{"from":"upstream"}'));
  try {
    const [{ filename }] = JSON.parse(run(['pack', '--json', '--pack-destination', folder], target));
    console.log(`${filename}: ${(statSync(path.join(folder, filename)).size / 1e6).toFixed(1)} MB`);
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    run(['install', '--no-audit', '--no-fund', '--prefer-offline', path.join(folder, filename)], folder);
    if (!existsSync(path.join(folder, 'node_modules/.bin/earmark'))) throw new Error('The package has no command');
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const isClient = (body) => body.includes('<div id="root">');
    await running(
      folder,
      ['--port', '0', '--upstream', `http://127.0.0.1:${upstream.address().port}`],
      async (address) => {
        await expectAnswer(`${address}/`, isClient);
        await expectAnswer(`${address}/status`, (body) => body === '{"from":"upstream"}');
      },
    );
    await running(folder, ['--port', '0', '--data', 'own'], async (address) => {
      await expectAnswer(`${address}/`, isClient);
      await expectAnswer(`${address}/status`, (body) => JSON.parse(body).isInit === false);
    });
  } finally {
    upstream.close();
    upstream.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

await buildWhatIsStale((text) => console.log(text));
layOut();
if (process.argv.includes('--try')) await tryIt();
