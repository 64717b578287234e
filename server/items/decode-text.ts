import { analyse } from 'chardet';

/** Bytes at the start of a longer text that decide its encoding. */
const LOOKED_AT = 64 * 1024;
/** Least confidence of a guess (percent), also beside that of western text, and where that is ruled out. */
const SURE = 30;
const TIMES_WESTERN = 1.5;
const SURE_OF_FOREIGN = 15;
/** Confidence in a single-byte encoding above which none of several bytes is tried. */
const SURE_OF_ONE_BYTE = 40;

/** Characters of the bytes 80 to 9F in windows-1252. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';
const western = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\x9F]/g, (letter) => WESTERN.charAt(letter.charCodeAt(0) - 0x80));

/** The text in a named encoding, null where the name is unknown or wrong. */
function decoded(name: string, bytes: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(name, { fatal: true });
    // Some versions of Node take windows-1252 for Latin-1.
    return decoder.encoding === 'windows-1252' ? western(bytes) : decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** The encoding by the first bytes: a byte order mark, or the zeros of plain letters in UTF-16. */
function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return unmarkedUtf16(bytes.subarray(0, LOOKED_AT));
}

/** Other letters in UTF-16: half of the bytes are few values below those of text. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const controls = [0, 0];
  for (const [i, byte] of bytes.entries()) if (byte < 7) controls[i % 2] = (controls[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = controls;
  if (Math.max(even, odd) * 3 < bytes.length || bytes.length % 2 !== 0) return null;
  return even > odd ? 'utf-16be' : 'utf-16le';
}

/** UTF-8 with a few bytes missing is still read so; null for anything else. */
function damagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(/\uFFFD/g) * 10 <= count(/[\u0080-\uFFFC]/g) ? text : null;
}

/** How the characters of an encoding of several bytes look, and the share of them that do. */
const SEVERAL_BYTES: readonly (readonly [string, RegExp, number])[] = [
  ['shift_jis', /[\u3041-\u30FE]/g, 0.25],
  ['euc-jp', /[\u3041-\u30FE]/g, 0.25],
  ['euc-kr', /[\uAC00-\uD7A3]/g, 0.95],
];
/** First and second bytes of the usual characters in Chinese encodings, read as Latin-1. */
const CHINESE = [
  ['gb18030', /[\xB0-\xD7][\xA1-\xFE]/g],
  ['big5', /[\xA4-\xC6][\x40-\x7E\xA1-\xFE]/g],
] as const;

function severalByteEncoding(bytes: Uint8Array): string | null {
  const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  for (const [name, signs, share] of SEVERAL_BYTES) {
    const text = decoded(name, bytes) ?? '';
    if (text && count(text, signs) >= share * count(text, /[^\0-\x7F]/g)) return name;
  }
  const latin1 = Buffer.from(bytes).toString('latin1');
  for (const [name, usual] of CHINESE) {
    const text = decoded(name, bytes) ?? '';
    if (text && count(latin1, usual) >= 0.8 * count(text, /[^\0-\x7F]/g)) return name;
  }
  return null;
}

const isWestern = ({ name }: { name: string }): boolean => /^(?:ISO-8859-1|windows-1252|UTF-8|ASCII)$/.test(name);

/**
 * The encoding that the letters suggest; without a clear one western text, but none where most letters are beyond
 * ASCII.
 */
function guessedEncoding(bytes: Uint8Array): string {
  const start = bytes.subarray(0, LOOKED_AT);
  const beyond = start.filter((byte) => byte >= 0x80).length;
  if (beyond === 0) return 'windows-1252';
  const isForeign = beyond * 2 > start.filter((byte) => byte > 0x40).length;
  const guesses = analyse(start);
  const best = guesses.find((guess) => !isWestern(guess));
  const confidence = best?.confidence ?? 0;
  if (!isForeign) {
    const western = guesses.find(isWestern)?.confidence ?? 0;
    return best && confidence >= SURE && confidence >= western * TIMES_WESTERN ? best.name : 'windows-1252';
  }
  const several = confidence < SURE_OF_ONE_BYTE ? severalByteEncoding(start) : null;
  return several ?? (best && confidence >= SURE_OF_FOREIGN ? best.name : 'windows-1252');
}

/**
 * Decodes text: by its byte order mark, as UTF-8 where it fits (declared names are more often wrong), in the first
 * `declared` encoding that fits, else in the one that its letters suggest. Never fails: any bytes can be read as
 * western text.
 */
export function decodeText(bytes: Uint8Array, declared: readonly (string | undefined)[] = []): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const names = declared.filter((name) => name !== undefined);
  const isEscaped = bytes.includes(0x1b) && names.length > 0;
  const utf8 = isEscaped ? null : (decoded('utf-8', bytes) ?? damagedUtf8(bytes));
  if (utf8 !== null) return utf8;
  for (const name of [...names, guessedEncoding(bytes)]) {
    const text = decoded(name, bytes);
    if (text !== null) return text;
  }
  return western(bytes);
}

/** The text of an XML document: `contentType` is that of the answer that brought it. */
export function decodeXml(bytes: Uint8Array, contentType = ''): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declaration = /<\?xml[^>]*encoding=["']([\w-]+)/i.exec(start);
  return decodeText(bytes, [/charset=["']?([\w-]+)/i.exec(contentType)?.[1], declaration?.[1]]);
}

/**
 * Repairs tags that were read as Latin-1 though their bytes have another encoding: decided for all of a file together,
 * as one is too short. Texts with other letters stay.
 */
export function mendLatin1(texts: readonly string[]): string[] {
  const isSuspect = (text: string): boolean => /[\x80-\xFF]/.test(text) && !/[\u0100-\uFFFF]/.test(text);
  const suspects = texts.filter(isSuspect);
  if (suspects.length === 0) return [...texts];
  const guessed = guessedEncoding(Buffer.from(suspects.join('\n'), 'latin1'));
  return texts.map((text) => {
    if (!isSuspect(text)) return text;
    const bytes = Buffer.from(text, 'latin1');
    return decoded('utf-8', bytes) ?? decoded(guessed, bytes) ?? western(bytes);
  });
}
