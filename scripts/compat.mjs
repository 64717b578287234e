// npm run compat: the oldest browsers that the built code runs in, by MDN's data, and whether README and index.html say so.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import { parseAst } from 'vite';
import { buildWhatIsStale } from './lib/build.mjs';

const BROWSERS = { chrome: 'Chrome or Edge', firefox: 'Firefox', safari: 'Safari' };
/** Where MDN's data keeps the versions of a feature. */
const COMPAT = '__compat';
const root = fileURLToPath(new URL('..', import.meta.url));

/** Used only where a browser has it. */
const GUARDED = new Set(['Error.captureStackTrace', 'WebTransport']);

/** This build of pdf.js brings what older browsers lack. */
const BRINGS_ITS_OWN = /^pdf\.engine-/;

/** Methods whose names nothing else of the client has. */
const METHODS = new Map(
  Object.entries({
    Array: ['at', 'findLast', 'findLastIndex', 'flat', 'toReversed', 'toSorted', 'toSpliced'],
    String: ['isWellFormed', 'matchAll', 'replaceAll', 'toWellFormed'],
  }).flatMap(([owner, names]) => names.map((name) => [name, `${owner}.prototype.${name}`])),
);
const ITERATOR = new Set([
  'drop',
  'every',
  'filter',
  'find',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'take',
  'toArray',
]);

await buildWhatIsStale((text) => console.log(text));
const assets = `${root}dist/client/assets/`;
const used = new Map();
for (const file of readdirSync(assets).filter((name) => name.endsWith('.js') && !BRINGS_ITS_OWN.test(name)))
  for (const feature of featuresOf(parseAst(readFileSync(assets + file, 'utf8'))))
    used.set(feature, [...(used.get(feature) ?? []), file]);

const rows = [...used.keys()].filter((feature) => !GUARDED.has(feature));
const oldest = Object.keys(BROWSERS).map((browser) => {
  const since = rows.map((feature) => ({ feature, version: sinceOf(feature, browser) }));
  since.sort((one, other) => other.version - one.version);
  for (const { feature, version } of since.slice(0, 3))
    console.log(`${BROWSERS[browser]} ${version}: ${feature} (${used.get(feature)[0]})`);
  return `${BROWSERS[browser]} ${since[0]?.version}`;
});
const line = oldest.join(', ');
console.log(`\nNeeds ${line}, or newer`);
const silent = ['README.md', 'index.html'].filter(
  (file) =>
    !readFileSync(root + file, 'utf8')
      .replaceAll(/\s+/g, ' ')
      .includes(line),
);
if (silent.length > 0) {
  console.log(`Not said in ${silent.join(' and ')}`);
  process.exit(1);
}

/** Names as MDN's data has them: `URL.canParse`, `Array.prototype.toSorted`. */
function* featuresOf(program) {
  for (const node of nodesOf(program)) {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && !node.computed) {
      const name = `${node.object.name}.${node.property.name}`;
      if (compatOf(name)) yield name;
    }
    if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && !node.callee.computed) {
      const { property } = node.callee;
      if (METHODS.has(property.name)) yield METHODS.get(property.name);
      if (ITERATOR.has(property.name) && isIterator(node.callee.object)) yield `Iterator.prototype.${property.name}`;
    }
    if (['CallExpression', 'NewExpression'].includes(node.type) && node.callee.type === 'Identifier')
      if (compatOf(node.callee.name)) yield node.callee.name;
    if (node.type === 'Literal' && node.regex) {
      if (node.regex.flags.includes('v')) yield 'RegExp.prototype.unicodeSets';
      if (/\(\?<[=!]/.test(node.regex.pattern)) yield 'lookbehind';
    }
  }
}

function* nodesOf(node) {
  if (typeof node?.type === 'string') yield node;
  for (const child of Object.values(node ?? {}))
    if (Array.isArray(child)) for (const one of child) yield* nodesOf(one);
    else if (child && typeof child === 'object') yield* nodesOf(child);
}

/** Whether this is an iterator, by how it is made: `map.values()`, `text.matchAll(…)`. */
function isIterator({ type, callee, arguments: given }) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression') return false;
  const { name } = callee.property;
  return name === 'matchAll' || (['values', 'keys', 'entries'].includes(name) && given.length === 0);
}

function compatOf(feature) {
  if (feature === 'lookbehind') return bcd.javascript.regular_expressions.lookbehind_assertion[COMPAT];
  const [owner, ...members] = feature.split('.');
  const member = members.at(-1);
  const found = [bcd.javascript.builtins, bcd.api].find((part) => Object.hasOwn(part, owner))?.[owner];
  if (!found) return undefined;
  if (member === undefined) return found[COMPAT];
  const isOfInstance = members[0] === 'prototype';
  const part = isOfInstance ? found[member] : (found[`${member}_static`] ?? found[member]);
  return part?.[COMPAT];
}

function sinceOf(feature, browser) {
  const support = compatOf(feature)?.support[browser];
  const { version_added: since } = (Array.isArray(support) ? support[0] : support) ?? {};
  return since === false ? Infinity : Number.parseFloat(String(since).replace('≤', '')) || 0;
}
