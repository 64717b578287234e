// Faults of a translated text, as sentences. tests/locales/texts.test.ts and `npm run texts -- import` use them.
import compile from 'icu-minify/compile';
import { glossaryOf, hasTerm, noteOf, partsOf } from './texts.mjs';

/** A narrow place has room for this much more than English, and for some letters in any case. */
const NARROW = { times: 1.6, extra: 4 };

/** Names that stay in Latin letters everywhere. */
const NAMES = new Set(
  (
    'Earmark OpenID OpenId RSS URL ISBN ASIN OPML CSV JSON HTML HTTP HTTPS API JWT SMTP TLS HLS AAC MP3 M4B OPUS FLAC ' +
    'EPUB PDF MOBI CBZ CBR Audible Audnexus iTunes Google Apple Chromecast Cast GitHub Apprise Cron Webhook Kindle ' +
    'Audiobookshelf ABS KB MB GB TB Root Bit DASH SSRF IP ID CFI NFO OPF URI QR CUE Opus Podcast podcast Ebook ebook Email email ffmpeg ffprobe iframe mono stereo kHz kbps'
  ).split(' '),
);

/** Typed as they are, or the names of keys: no language translates them. */
const TYPED = new Set(
  'cue http https admin user guest groups abspermissions Backups jan dec sun sat mon fri cover the Shift Ctrl Alt Esc Audacity aac books'.split(
    ' ',
  ),
);

const NOT_LATIN = new Set('be bg uk ru el ar fa he bn gu hi ta ja ko zh-cn zh-tw'.split(' '));

/** What no text of a language may have. */
const PUNCTUATION = [
  { name: 'two spaces', fault: /[^\n] {2,}/ },
  { name: 'a space at its start or end', fault: /^\s|[^\S\n]$/, unlessEnglish: true },
  { name: 'three dots instead of …', fault: /\.\.\./ },
  { name: 'straight quotation marks', fault: /(?:^|[\s(])["'](?=\p{L})/u, unlessEnglish: true },
  { name: 'a space before a mark', fault: /\p{L} [.,;:!?](?:\s|$)/u, not: ['fr'] },
  { name: 'no narrow space before : ; ! ?', fault: /[\p{L}\d][;!?](?:\s|$)|\p{L}:\s/u, only: ['fr'] },
  {
    name: 'other quotation marks than „ “',
    fault: /[”»«]|“(?=\p{L})/u,
    only: ['de', 'cs', 'sk', 'sl', 'bg', 'is', 'et', 'lt'],
  },
  { name: 'other quotation marks than « »', fault: /[“”„]/u, only: ['fr', 'ru', 'uk', 'be', 'el', 'no', 'it', 'es'] },
  { name: 'a question without ¿', fault: /^[^¿]*\?/, only: ['es'], whole: true },
  { name: 'an exclamation without ¡', fault: /^[^¡]*!/, only: ['es'], whole: true },
  {
    name: 'marks of half width',
    fault: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][,.!?;:](?!\w)/u,
    only: ['ja', 'zh-cn', 'zh-tw'],
  },
  { name: 'Latin comma or question mark', fault: /[\p{sc=Arabic}][,;?]/u, only: ['ar', 'fa'] },
  { name: 'a Latin question mark', fault: /\p{sc=Greek}\?/u, only: ['el'] },
];

/** Whole numbers: fractions have categories that counts never take. */
export function categoriesOf(language, type = 'cardinal') {
  const key = `${language} ${type}`;
  if (!categories.has(key)) {
    const rules = new Intl.PluralRules(language, { type });
    categories.set(key, new Set(['other', ...Array.from({ length: 1001 }, (_, count) => rules.select(count))]));
  }
  return categories.get(key);
}
const categories = new Map();

const words = (text) => text.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
/** Parts of compounds count alone: 'QR-код'. */
const latinWords = (text) => text.match(/\p{sc=Latin}[\p{sc=Latin}\p{N}’']+/gu) ?? [];
const listed = (values) => [...values].toSorted().join(', ');
const same = (one, other) => listed(one) === listed(other);
const last = (text) => /([.…:?!。？！؟;।]|：)$/u.exec(text.trim())?.[1] ?? '';
const MARKS = { '。': '.', '।': '.', '？': '?', '！': '!', '؟': '?', '：': ':', ';': '?' };

/** `key` with dots. */
export function faultsOf(language, key, english, text) {
  let compiled;
  try {
    compiled = compile(text);
  } catch (cause) {
    return [`is no ICU message: ${cause.message}`];
  }
  const own = partsOf(compiled);
  const base = partsOf(compile(english));
  const literal = own.literals.join(' ').replaceAll('\u00ad', '');
  const baseLiteral = base.literals.join(' ');
  return [
    ...(text.trim() === '' && english.trim() !== '' ? ['is empty'] : []),
    ...structure(language, own, base),
    ...leftovers(language, literal, baseLiteral, english === text),
    ...punctuation(language, own.literals, baseLiteral, text, english),
    ...tooLong(key, text.replaceAll('\u00ad', ''), english),
    ...glossaryOf(language)
      .filter((row) => hasTerm(baseLiteral, row.english) && !row.terms.some((term) => contains(literal, term)))
      .map((row) => `says '${row.english}' without ${row.terms.map((term) => `'${term}'`).join(' or ')}`),
  ];
}

const contains = (text, term) => text.toLocaleLowerCase().includes(term.replace(/\*$/, '').toLocaleLowerCase());

function structure(language, own, base) {
  const faults = [];
  if (!same(own.arguments, base.arguments))
    faults.push(`has the arguments ${listed(own.arguments) || 'none'}, not ${listed(base.arguments) || 'none'}`);
  if (!same(own.tags, base.tags))
    faults.push(`has the tags ${listed(own.tags) || 'none'}, not ${listed(base.tags) || 'none'}`);
  for (const { name, type, cases } of own.plurals) {
    const missing = [...categoriesOf(language, type)].filter((category) => !cases.includes(category));
    const left = cases.filter((one) => !one.startsWith('=') && !categoriesOf(language, type).has(one));
    if (missing.length > 0) faults.push(`lacks the plural ${missing.join(', ')} of {${name}}`);
    if (left.length > 0) faults.push(`has the plural ${left.join(', ')} of {${name}}, which the language never takes`);
  }
  for (const { name, cases } of base.plurals) {
    if (!own.plurals.some((plural) => plural.name === name) && cases.length > 1 && categoriesOf(language).size > 1)
      faults.push(`has no plural of {${name}}`);
  }
  for (const { name, cases } of base.selects) {
    const found = own.selects.filter((select) => select.name === name);
    if (!found.some((select) => same(select.cases, cases)))
      faults.push(`has other cases of {${name}} than ${listed(cases)}`);
  }
  return faults;
}

/** Words of the English text that every language keeps: of addresses, paths and files, and names within a sentence. */
function keptWords(english) {
  const code = english.split(/\s+/).filter((part) => /[/._@={}][\p{L}\d]/u.test(part) || /^\p{Lu}{2,}/u.test(part));
  const names = [...english.matchAll(/(?<=[\p{L},:“(] ?)(?<![.!?] )\b\p{Lu}[\p{L}]+/gu)].map(([name]) => name);
  return new Set([...code.flatMap(latinWords), ...names, ...latinWords(english).filter((word) => TYPED.has(word))]);
}

function leftovers(language, literal, baseLiteral, isSame) {
  if (isSame && words(baseLiteral).length > 3 && /\s/.test(baseLiteral)) return ['is English'];
  if (!NOT_LATIN.has(language)) return [];
  const kept = keptWords(baseLiteral);
  const found = latinWords(literal).filter((word) => !NAMES.has(word) && !kept.has(word));
  return found.length > 0 ? [`has the Latin words ${found.join(', ')}`] : [];
}

function punctuation(language, literals, baseLiteral, text, english) {
  const faults = PUNCTUATION.filter(
    ({ fault, only, not, unlessEnglish, whole }) =>
      (!only || only.includes(language)) &&
      !not?.includes(language) &&
      !(unlessEnglish && fault.test(english)) &&
      (whole ? [literals.join('')] : literals).some((literal) => fault.test(unlessEnglish ? text : literal)),
  ).map(({ name }) => `has ${name}`);
  const [own, base] = [last(text), last(english)].map((mark) => MARKS[mark] ?? mark);
  const isShortened = own === '.' && base === '' && /(?:^|\P{L})\p{L}{1,5}\.$|\{(?:day|year)\}\.$/u.test(text);
  const isMark = /^\p{L}{1,3}\.$/u.test(english);
  if (own !== base && !isShortened && !isMark) faults.push(`ends with '${own}', English with '${base}'`);
  return faults;
}

function tooLong(key, text, english) {
  const most = Math.ceil(english.length * NARROW.times + NARROW.extra);
  return noteOf(key).narrow && text.length > most
    ? [`has ${text.length} characters in a narrow place: ${most} fit`]
    : [];
}
