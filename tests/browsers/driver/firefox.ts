import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { findFirefox } from '../../../scripts/lib/engines.mjs';
import type { Browser } from './browser.ts';
import { createCrew, until, type Crew } from './processes.ts';
import { startSession, type Send } from './webdriver.ts';

/** Everything else is as a person has it: sound needs a press there too. */
const PREFERENCES = {
  'marionette.port': 0,
  'app.update.enabled': false,
  'browser.dom.window.dump.enabled': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.w3c_touch_events.enabled': 1,
  'devtools.console.stdout.chrome': false,
  'devtools.console.stdout.content': true,
  'extensions.update.enabled': false,
  'javascript.options.showInConsole': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** Firefox names the part before what it writes itself (`RSLoader: `); what a page writes is in quotes or brackets. */
const OF_A_PAGE = /^console\.error: (?![\w.-]+: )|^JavaScript error: (http:\/\/127|about:srcdoc|blob:)/;

/** Firefox without a window. It speaks WebDriver over a socket of its own, so that no driver is needed beside it. */
export async function startFirefox(): Promise<Browser> {
  const found = findFirefox();
  if (found === null) throw new Error('Firefox is not installed');
  const crew = createCrew();
  const profile = path.join(crew.folder, 'profile');
  mkdirSync(profile);
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
  const sound = found.sound === null ? null : await startSound(crew, found.sound);
  let errors: string[] = [];
  crew.start(
    found.program,
    ['--headless', '--marionette', '--no-remote', '--profile', profile],
    { ...sound, HOME: crew.folder, LANG: 'en_US.UTF-8', MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' },
    (line) => {
      if (OF_A_PAGE.test(line)) errors.push(line);
    },
  );
  const portFile = path.join(profile, 'MarionetteActivePort');
  const port = await until('Firefox', () =>
    existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) || null : null,
  );
  const { send, end } = await speak(port);
  const session = await startSession(send);
  return {
    hasSound: sound !== null,
    hasTouch: true,
    open: session.open,
    beside: session.beside,
    leave: session.leave,
    errors() {
      const seen = errors;
      errors = [];
      return Promise.resolve(seen);
    },
    async close() {
      end();
      await crew.end();
    },
  };
}

/** A sound card that leads nowhere: Firefox plays nothing without one. */
async function startSound(crew: Crew, program: string): Promise<NodeJS.ProcessEnv> {
  const socket = path.join(crew.folder, 'pulse');
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
  const args = ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'];
  const env = { HOME: crew.folder, XDG_RUNTIME_DIR: crew.folder, PULSE_RUNTIME_PATH: crew.folder };
  crew.start(program, [...args, ...modules.flatMap((module) => ['-L', module])], env);
  await until('PulseAudio', () => existsSync(socket) || null);
  return { PULSE_SERVER: `unix:${socket}` };
}

type Answer = [type: number, id: number, error: { error: string; message: string } | null, result: unknown];

/** Marionette: each message is its length, a colon and JSON. */
async function speak(port: number): Promise<{ send: Send; end: () => void }> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, (answer: Answer) => void>();
  let bytes = Buffer.alloc(0);
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (;;) {
        const colon = bytes.indexOf(':');
        const end = colon + 1 + Number(bytes.subarray(0, Math.max(0, colon)).toString());
        if (colon < 0 || bytes.length < end) return;
        const message = JSON.parse(bytes.subarray(colon + 1, end).toString()) as
          Answer | { readonly applicationType: string };
        bytes = bytes.subarray(end);
        if ('applicationType' in message) resolve();
        else waiting.get(message[1])?.(message);
      }
    });
  });
  return {
    send: (command, parameters = {}) => {
      const id = (last += 1);
      const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
      return new Promise((resolve, reject) => {
        waiting.set(id, ([, , error, result]) => {
          waiting.delete(id);
          if (error) reject(new Error(`${command}: ${error.error}: ${error.message}`));
          else resolve(isWrapped(result) ? result.value : result);
        });
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      });
    },
    end: () => socket.destroy(),
  };
}

function isWrapped(result: unknown): result is { value: unknown } {
  return typeof result === 'object' && result !== null && 'value' in result;
}
