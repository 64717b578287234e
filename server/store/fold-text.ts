/** Letters that are written in two ways, and have no accent to remove. */
const SAME_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SAME = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'g');
/** Accents and vowel points over, under or in another letter. Those of Japanese and of Indic letters are letters. */
const ACCENTS =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
const QUOTES = /['"‘’‚‛“”„‟‹›«»`´ʻʼ′″]/g;
/** Single letters: `J. R. R.` is found as `jrr`, too. */
const INITIALS = /(?<=(?:^| )[\p{L}]) (?=[\p{L}](?: |$))/gu;

/**
 * A text as the search compares it: case, accents, normal forms, quotes and other punctuation do not count, words are
 * separated by one space. A text of punctuation only stays.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(SAME, (letter) => SAME_LETTERS[letter] ?? letter)
    .normalize('NFC');
  const words = plain
    .replace(QUOTES, '')
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L})/gu, '')
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, ' ')
    .trim()
    .replace(INITIALS, '');
  return words || plain.replace(/[\p{Z}\p{C}]+/gu, ' ').trim();
}
