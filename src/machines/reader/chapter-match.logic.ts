/** Normalised: 'Chapter IV: The Fox' is number 4 of kind `chapter` with the words 'the fox'. */
interface ParsedTitle {
  readonly kind: 'chapter' | 'part' | null;
  readonly number: number | null;
  readonly words: string;
}

const KINDS: Readonly<Record<string, 'chapter' | 'part'>> = {
  chapter: 'chapter',
  chap: 'chapter',
  ch: 'chapter',
  kapitel: 'chapter',
  chapitre: 'chapter',
  capitulo: 'chapter',
  capitolo: 'chapter',
  hoofdstuk: 'chapter',
  part: 'part',
  book: 'part',
  teil: 'part',
  partie: 'part',
  parte: 'part',
  deel: 'part',
};
const ONES = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const TENS = words('- - twenty thirty forty fifty sixty seventy eighty ninety');
const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/**
 * The index in `others` of the chapter at `titles[index]`; null when missing or ambiguous. Compares numbers in any
 * notation and words without case and accents; equally frequent duplicates match in order.
 */
export function matchingIndex(titles: readonly string[], index: number, others: readonly string[]): number | null {
  const own = titles.map(parseTitle);
  const wanted = own[index];
  if (!wanted) return null;
  const scores = others.map((title) => likeness(wanted, parseTitle(title)));
  const best = Math.max(0, ...scores);
  if (best === 0) return null;
  const found = scores.flatMap((score, at) => (score === best ? [at] : []));
  if (found.length === 1 && own.filter((one) => isSame(one, wanted)).length === 1) return found[0] ?? null;
  const same = own.flatMap((one, at) => (isSame(one, wanted) ? [at] : []));
  return same.length === found.length ? (found[same.indexOf(index)] ?? null) : null;
}

/** 0: different; higher is more certain. */
function likeness(one: ParsedTitle, other: ParsedTitle): number {
  if (isSame(one, other)) return one.words === '' && one.number === null ? 0 : 3;
  const isKindAlike = one.kind === other.kind || one.kind === null || other.kind === null;
  const isNumberAlike = one.number === other.number || one.number === null || other.number === null;
  if (one.words !== '' && one.words === other.words && isKindAlike && isNumberAlike) return 2;
  const hasOneWords = one.words === '' || other.words === '';
  return one.number !== null && one.number === other.number && one.kind === other.kind && hasOneWords ? 1 : 0;
}

function isSame(one: ParsedTitle, other: ParsedTitle): boolean {
  return one.kind === other.kind && one.number === other.number && one.words === other.words;
}

function parseTitle(title: string): ParsedTitle {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
  const tokens = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second = ''] = tokens;
  const kind = Object.hasOwn(KINDS, first) ? (KINDS[first] ?? null) : null;
  if (kind !== null) {
    const spelt = numberOf(second) ?? spelledNumber(second, tokens[2]);
    const length = numberOf(second) === null && spelt !== null && spelt > 20 && spelt % 10 !== 0 ? 2 : 1;
    if (spelt !== null) return { kind, number: spelt, words: tokens.slice(1 + length).join(' ') };
    return { kind: null, number: null, words: tokens.join(' ') };
  }
  const rest = tokens.slice(1).join(' ');
  const number = numberOf(first);
  // '01 - The Fox' counts files; 'I, Robot' and '1984' are titles when more words follow without a mark.
  if (/^0\d/.test(first)) return { kind: null, number: null, words: rest };
  const isMarked = rest === '' || /^[\p{L}\p{N}]+\s*[.:)\-–—]/u.test(plain);
  const spelled = tokens.length <= 2 ? spelledNumber(first, second) : null;
  const isAllSpelled = spelled !== null && (rest === '' || (spelled > 20 && spelled % 10 !== 0));
  if (spelled !== null && isAllSpelled) return { kind: 'chapter', number: spelled, words: '' };
  if (number !== null && isMarked) return { kind: 'chapter', number, words: rest };
  return { kind: null, number: null, words: tokens.join(' ') };
}

function numberOf(token: string): number | null {
  if (/^\d{1,3}$/.test(token)) return Number(token);
  if (token === '' || !ROMAN.test(token)) return null;
  const values = [...token].map((digit) => ROMAN_VALUES[digit] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** 'twelve', 'twenty one'. */
function spelledNumber(token: string, next = ''): number | null {
  const one = ONES.indexOf(token);
  if (one > 0) return one;
  const ten = TENS.indexOf(token);
  if (ten < 2) return null;
  const rest = ONES.indexOf(next);
  return ten * 10 + (rest > 0 && rest < 10 ? rest : 0);
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
