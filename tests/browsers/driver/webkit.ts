import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { findWebkit } from '../../../scripts/lib/engines.mjs';
import type { Browser } from './browser.ts';
import { createWatch } from './watch.ts';
import { createCrew, until } from './processes.ts';
import { startSession, type Command, type Send } from './webdriver.ts';

/** Where each command goes, below the session. */
const PLACES: Readonly<Record<Command, readonly [method: 'GET' | 'POST' | 'DELETE', place: string]>> = {
  NewSession: ['POST', ''],
  DeleteSession: ['DELETE', ''],
  SetTimeouts: ['POST', '/timeouts'],
  Navigate: ['POST', '/url'],
  Refresh: ['POST', '/refresh'],
  Back: ['POST', '/back'],
  GetCurrentURL: ['GET', '/url'],
  GetWindowHandle: ['GET', '/window'],
  NewWindow: ['POST', '/window/new'],
  SwitchToWindow: ['POST', '/window'],
  CloseWindow: ['DELETE', '/window'],
  SetWindowRect: ['POST', '/window/rect'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  FindElement: ['POST', '/element'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  PerformActions: ['POST', '/actions'],
  DeleteAllCookies: ['DELETE', '/cookie'],
  TakeScreenshot: ['GET', '/screenshot'],
};

/** WebKitGTK's small browser on a screen that is not there, by its driver. */
export async function startWebkit(): Promise<Browser> {
  const found = findWebkit();
  if (found === null) throw new Error('WebKit is not installed');
  const crew = createCrew();
  const runtime = path.join(crew.folder, 'runtime');
  mkdirSync(runtime, { mode: 0o700 });
  const screen = crew.start(found.screen, ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']);
  let display = '';
  screen.stdio[3]?.on('data', (chunk: Buffer) => (display += chunk.toString()));
  const number = await until('Xvfb', () => (display.endsWith('\n') ? display.trim() : null));
  const port = await freePort();
  crew.start(found.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    HOME: crew.folder,
    LANG: 'en_US.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    // Its own sandbox needs rights that a container does not give.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    XDG_RUNTIME_DIR: runtime,
  });
  const send = speak(`http://127.0.0.1:${port}`);
  await until('WebKitWebDriver', () => fetch(`http://127.0.0.1:${port}/status`).catch(() => null));
  const options = { binary: found.browser, args: ['--automation'] };
  // This driver turns the wheel to a place, from where it was before.
  let wheel = 0;
  const session = await startSession(
    send,
    { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options },
    // A press into a tab that is not in front never ends, and no command brings one there.
    { wheelOf: (down) => (wheel += down), beside: 'window' },
  );
  const watch = createWatch();
  return {
    hasSound: true,
    hasTouch: false,
    open: async (url) => watch.follow(await session.open(url)),
    beside: async (url) => watch.follow(await session.beside(url)),
    leave: async () => {
      watch.forget();
      await session.leave();
    },
    errors: watch.errors,
    async close() {
      await send('DeleteSession').catch(() => undefined);
      await crew.end();
    },
  };
}

function speak(origin: string): Send {
  let session = '/session';
  return async (command, parameters = {}) => {
    const { id = '', ...body } = parameters;
    const [method, place] = PLACES[command];
    const response = await fetch(origin + session + place.replace(':id', String(id)), {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as {
      value: { sessionId?: string; error?: string; message?: string } | null;
    };
    if (!response.ok) throw new Error(`${command}: ${value?.error}: ${value?.message}`);
    if (command === 'NewSession') session = `/session/${value?.sessionId}`;
    return value;
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
