// npm run dev: Vite with hot reload in front of the embedded server, which restarts when its sources change.
// Options after `--` go to the server; the client is on port 5173 (DEV_PORT).
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { buildServer, root, serverEntry } from './lib/build.mjs';

const apiPort = Number(process.env.PORT ?? 3379);
const server = { child: null };

async function restart() {
  try {
    await buildServer();
  } catch {
    return; // Vite has printed why; the running server stays until the sources build again.
  }
  const previous = server.child;
  if (previous) await new Promise((resolve) => previous.once('exit', resolve) && previous.kill('SIGTERM'));
  server.child = spawn(
    process.execPath,
    ['--enable-source-maps', serverEntry, '--port', String(apiPort), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, EARMARK_CLIENT: 'none' },
    },
  );
}

await restart();
let pending;
watch(path.join(root, 'server'), { recursive: true }, (_event, file) => {
  if (!file?.endsWith('.ts')) return;
  clearTimeout(pending);
  pending = setTimeout(restart, 150);
});

// The proxy of vite.config.ts passes calls and the socket on to this address.
process.env.EARMARK_SERVER = `http://127.0.0.1:${apiPort}`;
const vite = await createServer({ root, server: { port: Number(process.env.DEV_PORT ?? 5173) } });
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    server.child?.kill('SIGTERM');
    await vite.close();
    process.exit(0);
  });
}
