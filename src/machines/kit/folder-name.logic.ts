/** Longest name of a folder, in bytes, with room for a counter: what the file systems in use take. */
const MAX_BYTES = 240;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * A title as the name of a folder, as servers make it: without separators, control characters, and what Windows or a
 * hidden folder would make of it. '' when nothing is left. `room`: bytes that are kept free at its end.
 */
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

/** The path of a folder of this name in another one; that one's own separator. '' without a name. */
export function pathIn(folder: string, name: string): string {
  if (name === '') return '';
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

/** Whether a path lies below a folder. */
export function isBelow(folder: string, path: string): boolean {
  const [root, place] = [folder, path.trim()].map((one) => one.replaceAll('\\', '/').replace(/\/+$/, ''));
  return place !== undefined && root !== undefined && place.startsWith(`${root}/`) && !place.split('/').includes('..');
}
