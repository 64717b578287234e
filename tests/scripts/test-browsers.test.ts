import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programOf } from '../../scripts/lib/engines.mjs';

const script = fileURLToPath(new URL('../../scripts/test-browsers.mjs', import.meta.url));

/** Runs it where no program is installed. */
function run(...args: readonly string[]) {
  const env = { ...process.env, PATH: '/nowhere', FIREFOX: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

test('engines that are not installed are named with how to get them, count for nothing and are no failure', () => {
  const { status, lines } = run('--only', 'firefox,webkit');
  expect(lines).toEqual([
    'Not tried: firefox is not installed (apt-get install firefox-esr pulseaudio)',
    expect.stringMatching(/^Not tried: webkit is not installed \(apt-get install webkit2gtk-driver xvfb /),
    '0 passed, 0 failed',
  ]);
  expect(status).toBe(0);
});

test('an engine that there is not is a mistake', () => {
  expect(run('--only', 'gecko')).toEqual({ status: 1, lines: ['--only takes chromium, firefox, webkit, not gecko'] });
});

test('a program is found by its path or its name, the first that is there', () => {
  expect(programOf('/nowhere/at-all', process.execPath)).toBe(process.execPath);
  expect(programOf('no-such-program')).toBeNull();
});
