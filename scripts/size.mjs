// npm run size: gzip size of every chunk of the built client, and whether first load and pages meet their budgets.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildWhatIsStale } from './lib/build.mjs';
import { BUDGET_KB, measure, PAGE_BUDGETS } from './lib/size.mjs';

await buildWhatIsStale((text) => console.log(text));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const gzipOf = (file) => gzipSync(readFileSync(`${dist}client/${file}`), { level: 9 }).length;
const { chunks } = JSON.parse(readFileSync(`${dist}bundle.json`, 'utf8'));
const { rows, pages, firstLoad, ownInFirstLoad, packages } = measure({
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

console.log('\nkB gzip  files  of a page that opens first');
for (const { page, gzip, files, isOver } of pages) {
  const budget = PAGE_BUDGETS[page] ?? PAGE_BUDGETS.other;
  const fault = isOver ? `  over ${budget.kb} kB or ${budget.files} files` : '';
  console.log(`${kb(gzip)}  ${`${files}`.padStart(5)}  ${page}${fault}`);
}
if (firstLoad > BUDGET_KB * 1000) {
  console.log(`\nOver budget by ${kb(firstLoad - BUDGET_KB * 1000).trim()} kB`);
  process.exitCode = 1;
}
if (pages.some(({ isOver }) => isOver)) process.exitCode = 1;
