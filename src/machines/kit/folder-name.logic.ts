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
