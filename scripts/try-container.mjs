// node scripts/try-container.mjs ROOTFS: performs the Containerfile without a container engine, as root, in copies of a
// Debian folder (debootstrap --variant=minbase --include=ca-certificates bookworm ROOTFS) that get this machine's node.
// Then starts the image's command as its user, once with its own data and once with `--upstream` in front of that
// (where a copy that is not writable is enough), and waits for its health check.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from './lib/build.mjs';

const [rootfs] = process.argv.slice(2);
if (!rootfs || !existsSync(path.join(rootfs, 'bin/sh'))) throw new Error('Name the folder of a Debian system');
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-container-'));
const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
const CHROOT = '/usr/sbin/chroot';
/** Those of this machine, which may have a proxy of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const stages = [];
const children = new Set();

function must(command, args, options = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status}`);
}

function newStage(name = String(stages.length)) {
  const place = path.join(folder, name);
  must('cp', ['-a', rootfs, place]);
  const prefix = path.dirname(path.dirname(process.execPath));
  cpSync(process.execPath, path.join(place, 'usr/local/bin/node'));
  must('cp', ['-a', path.join(prefix, 'lib/node_modules'), path.join(place, 'usr/local/lib/')]);
  must('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', path.join(place, 'usr/local/bin/npm')]);
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) cpSync(file, place + file);
  must(CHROOT, [place, 'useradd', '--uid', '1000', '--create-home', 'node']);
  stages.push({ name, place, env: {}, user: 'root', workdir: '/' });
}
const stage = () => stages.at(-1);
const inside = ({ place, env, user, workdir }, command) => [
  [
    `--userspec=${user}`,
    place,
    '/usr/bin/env',
    '-C',
    workdir,
    ...Object.entries(env).map(([k, v]) => `${k}=${v}`),
    ...command,
  ],
  {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      NODE_EXTRA_CA_CERTS: CERTIFICATES,
      HOME: user === 'root' ? '/root' : `/home/${user}`,
    },
  },
];

const steps = {
  FROM: (text) => newStage(/ AS (\w+)$/.exec(text)?.[1]),
  WORKDIR: (text) => {
    must('mkdir', ['-p', stage().place + text]);
    stage().workdir = text;
  },
  COPY: (text) => {
    const words = text.split(/\s+/);
    const [from, to] = words.filter((word) => !word.startsWith('--'));
    const source = /--from=(\w+)/.exec(text)?.[1];
    const target = path.resolve(stage().workdir, to);
    const place = stages.find(({ name }) => name === source)?.place ?? root;
    const isKept = (file) => source !== undefined || !ignored.includes(path.relative(root, file).split(path.sep)[0]);
    cpSync(path.join(place, from), stage().place + target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: isKept,
    });
    must('chown', ['-R', /--chown=(\S+)/.exec(text)?.[1] ?? 'root:root', stage().place + target]);
  },
  RUN: (text) => must(CHROOT, ...inside(stage(), ['sh', '-ec', text])),
  ENV: (text) => {
    for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) stage().env[name] = value;
  },
  USER: (text) => (stage().user = text),
  HEALTHCHECK: (text) => (stage().health = JSON.parse(text.replace(/^.*CMD /s, ''))),
  ENTRYPOINT: (text) => (stage().entry = JSON.parse(text)),
  CMD: (text) => (stage().command = JSON.parse(text)),
  EXPOSE: () => undefined,
  VOLUME: () => undefined,
};

async function runs(args, env) {
  const image = { ...stage(), env: { ...stage().env, ...env } };
  const [words, options] = inside(image, [...image.entry, ...args]);
  const child = spawn(CHROOT, words, { ...options, stdio: 'inherit' });
  children.add(child);
  for (const end = Date.now() + 60_000; ; await setTimeout(500)) {
    if (spawnSync(CHROOT, ...inside(image, image.health)).status === 0) break;
    if (Date.now() > end || child.exitCode !== null) throw new Error(`${args.join(' ')} is not healthy`);
  }
  console.log(`healthy: ${args.join(' ')}`);
}

try {
  const lines = readFileSync(path.join(root, 'Containerfile'), 'utf8')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines.filter((text) => /^[A-Z]/.test(text))) {
    const [, step, text] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    console.log(line.slice(0, 120));
    steps[step](text);
  }
  await runs(stage().command, { PORT: '33781' });
  await runs(['--upstream', 'http://127.0.0.1:33781'], { PORT: '33782' });
  const owners = spawnSync('find', [path.join(stage().place, 'app'), '!', '-user', 'root']).stdout;
  if (owners.length > 0) throw new Error('The user could change the program');
  const answer = await fetch('http://127.0.0.1:33782/status');
  if (!answer.ok) throw new Error(`--upstream answers ${answer.status}`);
  console.log('The Containerfile works');
} finally {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
