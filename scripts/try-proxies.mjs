// npm run try:proxies: the configurations of docs/running.md with the nginx and the Caddy of this machine, at a domain
// and below a path, over TLS, in front of three `--upstream` processes for one server: page, cookies, live connection,
// seeking, an upload (--upload BYTES, 2 GB) and, with nginx, each process killed under load. At last `--upstream` in
// front of an address with TLS and a certificate of its own. Build first (npm run build).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { root, serverEntry } from './lib/build.mjs';

const { values } = parseArgs({ options: { upload: { type: 'string', default: String(2 * 1024 ** 3) } } });
const DOMAIN = 'books.example.org';
const folder = mkdtempSync(path.join(tmpdir(), 'earmark-proxies-'));
const children = new Set();
/** A certificate of its own; the checks below are those of a browser that trusts it. */
const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate];
spawnSync('openssl', [...request.split(' '), ...names]);
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function start(command, args, env = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '1', ...env },
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
async function earmark(port, args, env) {
  const child = start(process.execPath, [serverEntry, '--port', String(port), '--allow-host', DOMAIN, ...args], env);
  for await (const text of child.stdout) if (String(text).includes('Earmark is ready')) break;
  child.stdout.resume();
  return child;
}
function expect(what, isRight) {
  if (!isRight) throw new Error(what);
  console.log(`  ${what}`);
}
const until = async (what, work) => {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const found = await work().catch(() => undefined);
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not happen`);
  }
};

const headers = `
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering off;
    proxy_request_buffering off;
    proxy_read_timeout 1h;`;
const nginx = (port, ports) => `
daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 512; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream earmark { ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ')} }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    client_max_body_size 0;
    location / { proxy_pass http://earmark;${headers} }
    location /earmark/ { proxy_pass http://earmark; proxy_set_header X-Forwarded-Prefix /earmark;${headers} }
  }
}`;
const caddy = (port, ports) => {
  const to = ports.map((one) => `127.0.0.1:${one}`).join(' ');
  return `
{
  admin off
  auto_https disable_redirects
}
https://localhost:${port} {
  bind 127.0.0.1
  tls ${certificate} ${key}
  handle /earmark/* {
    reverse_proxy ${to} {
      header_up X-Forwarded-Prefix /earmark
      flush_interval -1
    }
  }
  handle {
    reverse_proxy ${to} {
      flush_interval -1
    }
  }
}`;
};

/** Page, sign-in, live connection and seeking at an address. */
async function tryAt(address) {
  console.log(address);
  const page = await fetch(`${address}/`);
  expect('the page', (await page.text()).includes('<div id="root">'));
  const login = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'root', password: 'secret' }),
  });
  const { user } = await login.json();
  const cookie = login.headers.getSetCookie().find((text) => text.startsWith('refresh_token='));
  expect('the cookie of the sign-in for https alone', /;\s*secure/i.test(cookie ?? ''));
  const authorization = { authorization: `Bearer ${user.accessToken}` };
  const { origin, pathname } = new URL(address);
  const socket = io(origin, {
    path: `${pathname.replace(/\/$/, '')}/socket.io`,
    transports: ['websocket'],
    rejectUnauthorized: false,
  });
  const came = new Promise((resolve) => socket.once('init', resolve));
  socket.on('connect', () => socket.emit('auth', user.accessToken));
  expect('the live connection', (await came).username === 'root');
  socket.close();
  const get = async (url) => (await fetch(`${address}${url}`, { headers: authorization })).json();
  const { libraries } = await get('/api/libraries');
  const item = await until('The scan', async () => {
    const { results } = await get(`/api/libraries/${libraries[0].id}/items?limit=1&filter=tracks.${btoa('single')}`);
    return results[0] && get(`/api/items/${results[0].id}?expanded=1`);
  });
  const { ino, metadata } = item.media.audioFiles[0];
  const part = await fetch(`${address}/api/items/${item.id}/file/${ino}`, {
    headers: { ...authorization, range: 'bytes=1000-1999' },
  });
  const bytes = Buffer.from(await part.arrayBuffer());
  expect('seeking', part.status === 206 && bytes.equals(readFileSync(metadata.path).subarray(1000, 2000)));
  return { address, authorization, item, library: libraries[0] };
}

async function tryUpload({ address, authorization, library }, name) {
  const file = path.join(folder, 'large.mp3');
  writeFileSync(file, '');
  truncateSync(file, Number(values.upload));
  const form = new FormData();
  form.append('title', name);
  form.append('library', library.id);
  form.append('folder', library.folders[0].id);
  form.append('0', await openAsBlob(file), 'large.mp3');
  const startedAt = Date.now();
  const answer = await fetch(`${address}/api/upload`, { method: 'POST', headers: authorization, body: form });
  expect(
    `an upload of ${values.upload} bytes in ${Math.round((Date.now() - startedAt) / 1000)} s (${answer.status})`,
    answer.status === 200,
  );
  rmSync(path.join(library.folders[0].fullPath, name), { recursive: true });
}

/**
 * Reads and saves without a pause, while one process after the other is killed: every answer must arrive, every save be
 * stored.
 */
async function tryKilling({ address, authorization, item }, processes, again) {
  const counts = { reads: 0, saves: 0, retries: 0 };
  const end = new AbortController();
  const call = async (url, init) => {
    for (;;) {
      const answer = await fetch(`${address}${url}`, {
        ...init,
        headers: { ...authorization, ...init?.headers },
      }).catch(() => null);
      if (answer?.status === 200) return answer;
      if (answer && answer.status < 500) throw new Error(`${url}: ${answer.status}`);
      counts.retries += 1;
    }
  };
  const read = async () => {
    while (!end.signal.aborted) {
      await (await call('/api/me')).text();
      counts.reads += 1;
    }
  };
  const marks = [];
  const save = async (from) => {
    for (let time = from; !end.signal.aborted; time += 10) {
      await call(`/api/me/item/${item.id}/bookmark`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ time, title: String(time) }),
      });
      marks.push(time);
      counts.saves += 1;
    }
  };
  const work = [read(), read(), save(0), save(1)];
  for (const [index, child] of processes.entries()) {
    const before = counts.saves;
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until('Saving', async () => counts.saves > before + 20);
    processes[index] = await again(index);
  }
  end.abort();
  await Promise.all(work);
  const { bookmarks } = await (await call('/api/me')).json();
  const kept = new Set(bookmarks.map(({ time }) => time));
  expect(
    `three processes killed one after the other: ${counts.reads} reads, ${counts.saves} saves, ${counts.retries} tries again, none lost`,
    marks.every((time) => kept.has(time)),
  );
}

try {
  const books = path.join(folder, 'books');
  cpSync(path.join(root, 'server/demo/library/books'), books, { recursive: true });
  for (const name of ['body', 'proxy']) mkdirSync(path.join(folder, name));
  const ports = await Promise.all(Array.from({ length: 7 }, freePort));
  const [server, one, other, outer, ...clients] = ports;
  await earmark(server, ['--data', path.join(folder, 'data'), '--books', books]);
  await fetch(`http://127.0.0.1:${server}/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ newRoot: { username: 'root', password: 'secret' } }),
  });
  const begin = (index) => earmark(clients[index], ['--upstream', `http://127.0.0.1:${server}`]);
  const processes = await Promise.all(clients.map((_port, index) => begin(index)));
  for (const [name, port, config, args] of [
    ['nginx', one, nginx, ['-c', path.join(folder, 'nginx'), '-e', path.join(folder, 'nginx.log')]],
    ['caddy', other, caddy, ['run', '--adapter', 'caddyfile', '--config', path.join(folder, 'caddy')]],
  ]) {
    if (spawnSync('which', [name]).status !== 0) throw new Error(`${name} is not installed`);
    writeFileSync(path.join(folder, name), config(port, clients));
    start(name, args);
    const address = `https://localhost:${port}`;
    await until(name, async () => (await fetch(address)).ok);
    console.log(name);
    const place = await tryAt(address);
    await tryAt(`${address}/earmark`);
    await tryUpload(place, `Large ${name}`);
    if (name === 'nginx') await tryKilling(place, processes, begin);
    if (name === 'caddy') {
      const trusting = { NODE_EXTRA_CA_CERTS: certificate };
      await earmark(outer, ['--upstream', address, '--upstream-own-host'], trusting);
      const status = await fetch(`http://127.0.0.1:${outer}/status`);
      expect('a server behind TLS, with a certificate of its own', (await status.json()).app === 'audiobookshelf');
    }
  }
} finally {
  // A killed proxy would leave its workers.
  await Promise.all([...children].map((child) => child.kill() && once(child, 'exit')));
  rmSync(folder, { recursive: true, force: true });
}
