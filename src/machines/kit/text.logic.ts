import { LARGEST } from '../../schemas/limits.ts';

/** Normalises case and accents for search. */
export function fold(text: string): string {
  // Most names have no accents, and lists have up to 20,000.
  if (/^[\u0020-\u007e]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Names typed at once: `One, Two; Three`. A comma before a suffix belongs to the name: `Downey, Jr.` */
export const typedNames = (typed = ''): readonly string[] =>
  typed
    .split(/;|,(?!\s*(?:jr|sr|ph\.?\s?d|m\.?d|esq|[ivx]+)\b)/i)
    .map((name) => name.trim())
    .filter(Boolean);

/** Loose check: `name@host`, also `me@nas`. The mail server decides. */
export const isEmailAddress = (text: string): boolean => /^[^<>\s@]+@[^<>\s@]+$/.test(text);

/** A number from 0 within the server's limit; null is an empty field. */
export const isAmount = (value: number | null): value is number => value !== null && value >= 0 && value <= LARGEST;

export const isWholeAmount = (value: number | null): value is number => isAmount(value) && Number.isInteger(value);

/** In bytes: limit of common file systems, with room for a counter. */
const MAX_BYTES = 240;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** A title as folder name, by the server's rules; '' when nothing is left. `room`: bytes kept free at its end. */
export function folderNameOf(title: string, room = 0): string {
  const allowed = title
    .normalize('NFC')
    .replaceAll(/\s*:\s*/g, ' - ')
    .replaceAll(/[\p{Cc}\p{Cs}/\\*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s@]+/, '');
  const letters = [...allowed];
  while (new TextEncoder().encode(letters.join('')).length > MAX_BYTES - room) letters.pop();
  const name = letters.join('').replace(/[.\s]+$/, '');
  return RESERVED.test(name) ? '' : name;
}

/** Uses the separator of `folder`; '' without a name. */
export function pathIn(folder: string, name: string): string {
  if (name === '') return '';
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

export function isBelow(folder: string, path: string): boolean {
  const [root, place] = [folder, path.trim()].map((one) => one.replaceAll('\\', '/').replace(/\/+$/, ''));
  return place !== undefined && root !== undefined && place.startsWith(`${root}/`) && !place.split('/').includes('..');
}
