/** A letter with its accents, also in the parts of a decomposed Hangul syllable. */
const LETTER = /\P{M}[\p{M}\u1160-\u11ff]*|\p{M}/gu;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters: in other scripts they are other letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const ALIKE: readonly (readonly [letters: RegExp, as: string])[] = [
  [/[\u2018-\u201b\u02bc\u2032\u00b4`]/g, "'"],
  [/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
];
const isPlain = (text: string) => /^[!-~]$/.test(text);

export interface Folded {
  readonly folded: string;
  /** Of each letter of `folded`, where it is in the text, and the end of the text. */
  readonly places: readonly number[];
}

/** Text as a search compares it: without case, accents, soft hyphens, kinds of quotation marks and amounts of space. */
export function foldWithPlaces(text: string): Folded {
  const parts: string[] = [];
  const places: number[] = [];
  let isSpaced = false;
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    let part = isPlain(letter) ? letter.toLowerCase() : foldLetter(letter);
    if (part.trim() === '') {
      if (part === '' || isSpaced) continue;
      part = ' ';
    }
    isSpaced = part === ' ';
    parts.push(part);
    for (let unit = 0; unit < part.length; unit++) places.push(index);
  }
  places.push(text.length);
  return { folded: parts.join(''), places };
}

function foldLetter(letter: string): string {
  const decomposed = letter.replaceAll(UNSEEN, '').normalize('NFKD').toLowerCase();
  const plain = decomposed.replaceAll(ACCENTS, '').normalize('NFC');
  return ALIKE.reduce((text, [letters, as]) => text.replaceAll(letters, as), plain);
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Where a query is in a text. */
export function findIn({ folded, places }: Folded, query: string): readonly Stretch[] {
  const wanted = foldWithPlaces(query.trim()).folded;
  const found: Stretch[] = [];
  if (wanted === '') return found;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = places[at] ?? 0;
    const last = places[at + wanted.length - 1] ?? 0;
    const end = places.slice(at + wanted.length, at + wanted.length + LONGEST).find((place) => place > last);
    found.push({ start, end: end ?? last + 1 });
  }
  return found;
}

/** Letters that one letter of a text may become: a ligature has its parts. */
const LONGEST = 20;
