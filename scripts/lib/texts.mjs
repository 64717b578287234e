// The texts of src/locales: languages, areas, compiled messages, and the pseudo-languages made of English.
import compile from 'icu-minify/compile';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const LOCALES = path.join(import.meta.dirname, '../../src/locales');
export const ENGLISH = 'en-us';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const fileOf = (language, area) => path.join(LOCALES, language, `${area}.json`);

/** The one list: code → its own name, its English name, direction. */
export const languages = readJson(path.join(LOCALES, 'languages.json'));
export const areas = readdirSync(path.join(LOCALES, ENGLISH)).map((file) => file.replace(/\.json$/, ''));
/** Those with texts; the pseudo-languages have none. */
export const translated = Object.keys(languages).filter(
  (code) => code !== ENGLISH && existsSync(path.join(LOCALES, code)),
);
export const pseudo = Object.keys(languages).filter((code) => languages[code].pseudo);

export const readTexts = (language, area) =>
  existsSync(fileOf(language, area)) ? readJson(fileOf(language, area)) : {};

/** Key, with dots → text. */
export function leavesOf(texts, before = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : leavesOf(value, `${before}${key}.`),
  );
}

/** All texts of a tree through a function. */
export const mapTexts = (texts, change) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? change(value) : mapTexts(value, change),
    ]),
  );

/** Compiled; English where a text is missing. */
export function compiledTexts(language, area) {
  const english = readTexts(ENGLISH, area);
  if (languages[language]?.pseudo) return mapTexts(english, (text) => PSEUDO[language](compile(text)));
  return mapTexts(withEnglish(english, readTexts(language, area)), compile);
}

const withEnglish = (english, texts) =>
  Object.fromEntries(
    Object.entries(english).map(([key, value]) => [
      key,
      typeof value === 'string' ? texts[key] || value : withEnglish(value, texts[key] ?? {}),
    ]),
  );

/** Of the texts of all languages: names their files. */
export function hashOfTexts() {
  const hash = createHash('sha256');
  for (const language of [ENGLISH, ...translated]) {
    for (const area of areas) hash.update(JSON.stringify(readTexts(language, area)));
  }
  return hash.digest('base64url').slice(0, 8);
}

/** Constants of the build (src/locales/messages.d.ts). */
export function defines() {
  const offered = [ENGLISH, ...translated, ...pseudo];
  const mirrored = offered.filter((code) => languages[code].direction === 'rtl');
  return {
    __LANGUAGES__: JSON.stringify(offered.join(' ')),
    __RIGHT_TO_LEFT__: JSON.stringify(mirrored.join(' ')),
    __TEXTS__: JSON.stringify(hashOfTexts()),
  };
}

const [POUND, SELECT, PLURAL, ORDINAL] = [0, 1, 2, 3];

/** Literals of a compiled message through a function. */
export function mapLiterals(message, change) {
  const node = (part) => {
    if (typeof part === 'string') return change(part);
    if (!Array.isArray(part) || part.length === 1) return part;
    const [name, type, ...rest] = part;
    if ([SELECT, PLURAL, ORDINAL].includes(type)) {
      return [name, type, Object.fromEntries(Object.entries(rest[0]).map(([key, branch]) => [key, nodes(branch)]))];
    }
    return typeof type === 'number' && type !== POUND ? part : [name, ...[type, ...rest].map(node)];
  };
  const nodes = (branch) => (Array.isArray(branch) ? branch.map(node) : node(branch));
  return nodes(message);
}

const ACCENTS = new Map(
  [...'AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz'].map((letter, at) => [
    letter,
    [...'ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļɱɱÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž'][at],
  ]),
);
const PADDING = ['öñé', 'ţŵö', 'ţĥŕéé', 'ƒöûŕ', 'ƒîṽé', 'šîẋ', 'šéṽéñ'];

function accented(message) {
  let length = 0;
  const changed = mapLiterals(message, (text) => {
    length += text.length;
    return [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');
  });
  let padding = '';
  for (let at = 0; padding.length < length * 0.4; at += 1) padding += ` ${PADDING[at % PADDING.length]}`;
  const whole = Array.isArray(changed) ? changed : [changed];
  const result = ['⟦', ...whole, `${padding}⟧`];
  return result.every((part) => typeof part === 'string') ? result.join('') : result;
}

/** Letters run from right to left, as in Arabic. */
const mirrored = (message) => mapLiterals(message, (text) => text.replace(/\S+/g, '\u202e$&\u202c'));

const PSEUDO = { 'en-xa': accented, 'en-xb': mirrored };

/** Of a compiled message: `arguments` by name with the cases of plurals and selects, `tags`, and the words themselves. */
export function partsOf(message) {
  const parts = { arguments: new Set(), tags: new Set(), plurals: [], selects: [], literals: [] };
  const node = (part) => {
    if (typeof part === 'string') return void parts.literals.push(part);
    if (!Array.isArray(part)) return;
    const [name, type, options] = part;
    if (typeof type === 'string' || Array.isArray(type) || type === POUND) {
      parts.tags.add(name);
      part.slice(1).forEach(node);
      return;
    }
    parts.arguments.add(name);
    if (type === PLURAL || type === ORDINAL) {
      parts.plurals.push({ name, type: type === ORDINAL ? 'ordinal' : 'cardinal', cases: Object.keys(options) });
    }
    if (type === SELECT) parts.selects.push({ name, cases: Object.keys(options) });
    if ([SELECT, PLURAL, ORDINAL].includes(type)) Object.values(options).forEach(nodes);
  };
  const nodes = (branch) => (Array.isArray(branch) ? branch.forEach(node) : node(branch));
  nodes(message);
  return parts;
}

/** Key, with dots → hint for translators; a name that ends in `*` is for all keys that begin with it. */
const notes = readJson(path.join(LOCALES, 'notes.json'));
export function noteOf(key) {
  const found = Object.entries(notes).filter(([name]) =>
    name.endsWith('*') ? key.startsWith(name.slice(0, -1)) : key === name,
  );
  return Object.assign({}, ...found.map(([, note]) => note));
}

/** The terms of docs/locales/<language>.md: English → what a text has to contain one of. */
export function glossaryOf(language) {
  if (!glossaries.has(language)) glossaries.set(language, readGlossary(language));
  return glossaries.get(language);
}
const glossaries = new Map();

function readGlossary(language) {
  const file = path.join(LOCALES, `../../docs/locales/${language}.md`);
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^\| ([^|]+?) \| ([^|]+?) \|/gm)]
    .filter(([, english]) => english !== 'English' && !/^-+$/.test(english))
    .map(([, english, terms]) => ({ english, terms: terms.split(', ') }));
}

/** Not in a quotation, a path or the name of a file. */
export function hasTerm(text, english) {
  if (!patterns.has(english))
    patterns.set(english, new RegExp(`(?<![/@“:])\\b${english}(?:s|es)?\\b(?!\\.\\w|”)`, 'i'));
  return patterns.get(english).test(text.replace(/“[^”]*”/g, ''));
}
const patterns = new Map();

/** Area → the keys that a language lacks, with their English texts. */
export function missingOf(language) {
  return areas.map((area) => {
    const own = new Map(leavesOf(readTexts(language, area)));
    return [area, leavesOf(readTexts(ENGLISH, area)).filter(([key]) => !own.has(key))];
  });
}

/** docs/locales/README.md. */
export function tableOf() {
  const all = areas.flatMap((area) => leavesOf(readTexts(ENGLISH, area))).length;
  const rows = Object.entries(languages)
    .filter(([, { pseudo }]) => !pseudo)
    .map(([code, { name, english }]) => {
      const lacks = code === ENGLISH ? 0 : missingOf(code).flatMap(([, texts]) => texts).length;
      return `| ${code} | ${english} | ${name} | ${all - lacks} | ${Math.floor(((all - lacks) / all) * 100)} % |`;
    });
  return [
    '# Languages',
    '',
    `Written by \`npm run texts\`: texts of ${all} in each language. [How to add one](../how-to.md#a-language).`,
    '',
    '| Code | Language | Own name | Texts | Complete |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
