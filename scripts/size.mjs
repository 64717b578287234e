// npm run size: gzip size of every chunk of the built client, and whether the first load meets its budget.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildWhatIsStale } from './lib/build.mjs';
import { BUDGET_KB, measure } from './lib/size.mjs';

await buildWhatIsStale((text) => console.log(text));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const gzipOf = (file) => gzipSync(readFileSync(`${dist}client/${file}`), { level: 9 }).length;
const { chunks } = JSON.parse(readFileSync(`${dist}bundle.json`, 'utf8'));
const { rows, firstLoad, ownInFirstLoad, packages } = measure({
  html: readFileSync(`${dist}client/index.html`, 'utf8'),
  chunks,
  gzipOf,
});
const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(7);

console.log('kB gzip   ours  file (* is in the first load)');
for (const row of rows)
  console.log(`${kb(row.gzip)}  ${`${Math.round(row.own * 100)} %`.padStart(5)}  ${row.first ? '*' : ' '} ${row.file}`);
console.log(
  `\nFirst load: ${kb(firstLoad).trim()} kB of ${BUDGET_KB} kB, ours ${kb(ownInFirstLoad).trim()} kB (shares by length before minifying)`,
);
for (const [name, bytes] of packages.filter(([, size]) => size > 500)) console.log(`${kb(bytes)}  ${name}`);
if (firstLoad > BUDGET_KB * 1000) {
  console.log(`\nOver budget by ${kb(firstLoad - BUDGET_KB * 1000).trim()} kB`);
  process.exit(1);
}
