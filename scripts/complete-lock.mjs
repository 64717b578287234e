// npm leaves optional packages of other platforms out of package-lock.json, and `npm ci` then refuses the lock. This
// adds the missing entries. Run after every `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const exact = /^\d+\.\d+\.\d+(?:[-+].*)?$/;
const platforms = [
  [/darwin/, 'darwin'],
  [/win32|windows/, 'win32'],
  [/freebsd/, 'freebsd'],
  [/openbsd/, 'openbsd'],
  [/netbsd/, 'netbsd'],
  [/android/, 'android'],
  [/openharmony/, 'openharmony'],
  [/aix/, 'aix'],
  [/sunos/, 'sunos'],
  [/linux/, 'linux'],
];
const cpus = [
  [/arm64|aarch64/, 'arm64'],
  [/x64|x86_64/, 'x64'],
  [/ia32|i686|x86/, 'ia32'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/ppc64/, 'ppc64'],
  [/loong64/, 'loong64'],
  [/mips64el/, 'mips64el'],
  [/armv7|arm-|-arm$|arm-gnueabihf|arm-musl/, 'arm'],
  [/wasm32|wasi/, 'wasm32'],
];
let added = 0;
for (const [parent, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!exact.test(version)) continue;
    const nested = parent ? `${parent}/node_modules/${name}` : `node_modules/${name}`;
    const hoisted = `node_modules/${name}`;
    if (lock.packages[nested] ?? lock.packages[hoisted]) continue;
    const os = platforms.find(([pattern]) => pattern.test(name))?.[1];
    const cpu = cpus.find(([pattern]) => pattern.test(name))?.[1];
    lock.packages[hoisted] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os === 'linux' ? { libc: [/musl/.test(name) ? 'musl' : 'glibc'] } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to package-lock.json`);
