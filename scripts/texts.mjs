// npm run texts: what each language lacks, and the table of docs/locales/README.md.
// npm run texts -- export LANG [FILE]: missing texts for a translator. npm run texts -- import FILE LANG: into place.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { faultsOf } from './lib/text-checks.mjs';
import {
  ENGLISH,
  glossaryOf,
  hasTerm,
  languages,
  leavesOf,
  LOCALES,
  missingOf,
  noteOf,
  readTexts,
  tableOf,
  translated,
} from './lib/texts.mjs';

const root = path.join(import.meta.dirname, '..');

function report() {
  for (const language of translated) {
    const missing = missingOf(language).flatMap(([area, texts]) => texts.map((text) => [area, ...text]));
    console.log(`\n${languages[language].english} (${language}): ${missing.length} missing`);
    for (const [area, key, english] of missing) {
      const { used, glossary } = placeOf(language, key, english);
      console.log(`  ${area}  ${key}  ${JSON.stringify(english)}  ${used.join(' ')}  ${glossary.join('; ')}`);
    }
  }
  writeFileSync(path.join(root, 'docs/locales/README.md'), tableOf());
}

/** `used`: the views that read this text. */
function placeOf(language, key, english) {
  const name = key.split('.').at(-1);
  const section = key.split('.')[0];
  const used = sources
    .filter(({ code, names }) => names.has(name) && (code.includes(`'${key}'`) || code.includes(`'${section}`)))
    .map(({ file }) => file);
  const glossary = glossaryOf(language)
    .filter((row) => hasTerm(english, row.english))
    .map((row) => `${row.english} = ${row.terms.join(', ')}`);
  return { used: used.slice(0, 3), glossary };
}

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => {
    const code = readFileSync(path.join(root, 'src', file), 'utf8');
    return { file: `src/${file}`, code, names: new Set(code.match(/(?<=['.`])[\w-]+(?=['`])/g)) };
  });

function exportTexts(language, file = `texts-${language}.json`) {
  const wanted = missingOf(language)
    .filter(([, texts]) => texts.length > 0)
    .map(([area, texts]) => [
      area,
      Object.fromEntries(
        texts.map(([key, english]) => [key, { text: '', english, ...noteOf(key), ...placeOf(language, key, english) }]),
      ),
    ]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(wanted), null, 2)}\n`);
  console.log(`${wanted.reduce((sum, [, texts]) => sum + Object.keys(texts).length, 0)} texts in ${file}`);
}

/** FILE: area → key → text, or an exported entry with its `text` filled in. What is faulty stays out. */
function importTexts(file, language) {
  if (!Object.hasOwn(languages, language)) throw new Error(`${language} is not in src/locales/languages.json`);
  const faults = [];
  let taken = 0;
  for (const [area, given] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    const english = leavesOf(readTexts(ENGLISH, area));
    const texts = new Map(leavesOf(readTexts(language, area)));
    for (const [key, value] of Object.entries(given)) {
      const text = typeof value === 'string' ? value : value.text;
      if (!text) continue;
      const base = english.find(([name]) => name === key)?.[1];
      const found = base === undefined ? ['is no text of English'] : faultsOf(language, key, base, text);
      if (found.length > 0) faults.push(`${area} ${key} ${found.join('; ')}: ${text}`);
      else taken += texts.set(key, text) && 1;
    }
    mkdirSync(path.join(LOCALES, language), { recursive: true });
    const sorted = english.filter(([key]) => texts.has(key)).map(([key]) => [key, texts.get(key)]);
    writeFileSync(path.join(LOCALES, language, `${area}.json`), `${JSON.stringify(treeOf(sorted), null, 2)}\n`);
  }
  console.log([...faults, `${taken} texts taken, ${faults.length} refused`].join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function treeOf(leaves) {
  const tree = {};
  for (const [key, text] of leaves) {
    const names = key.split('.');
    const place = names.slice(0, -1).reduce((at, name) => (at[name] ??= {}), tree);
    place[names.at(-1)] = text;
  }
  return tree;
}

const [command, ...rest] = process.argv.slice(2);
const commands = { export: exportTexts, import: importTexts };
if (command && !commands[command]) throw new Error(`No command ${command}: export LANG [FILE], import FILE LANG`);
await (commands[command] ?? report)(...rest);
