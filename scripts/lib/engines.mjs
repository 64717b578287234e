import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const MINI_BROWSERS = ['4.1', '6.0', '4.0'].map((version) => `webkit2gtk-${version}/MiniBrowser`);
const FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'];

/** Where a program of this machine is, by its name or its path: the first that is there. Null where none is installed. */
export function programOf(...names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = names.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => `${folder}/${name}`),
  );
  return places.find(isProgram) ?? null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** $FIREFOX, else Debian's, else another one. */
export function findFirefox() {
  const program = programOf(...[process.env['FIREFOX'], 'firefox-esr', 'firefox'].filter(Boolean));
  return program === null ? null : { program, sound: programOf('pulseaudio') };
}

/** WebKitGTK's driver, its small browser and a screen for it. */
export function findWebkit() {
  const driver = programOf('WebKitWebDriver');
  const browser = programOf(...FOLDERS.flatMap((folder) => MINI_BROWSERS.map((name) => `${folder}/${name}`)));
  const screen = programOf('Xvfb');
  return driver === null || browser === null || screen === null ? null : { driver, browser, screen };
}

/** The engines of the browser tests: how each is found, and how to get one that is not there. Chromium comes by npm. */
export const ENGINES = {
  chromium: { find: () => ({}), get: '' },
  firefox: { find: findFirefox, get: 'apt-get install firefox-esr pulseaudio' },
  webkit: {
    find: findWebkit,
    get: 'apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav',
  },
};
