import fs from 'node:fs/promises';
import path from 'node:path';

/** Longest name of a file or folder, in bytes (ext4, APFS, NTFS), with room for a counter. */
const MAX_BYTES = 240;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * A text as the name of one file or folder: no separators, control characters, hidden names or names special to
 * Windows. '' when nothing is left.
 */
export function safeName(name: string): string {
  const allowed = name
    .normalize('NFC')
    .replaceAll(/\s*:\s*/g, ' - ')
    .replaceAll(/[\p{Cc}\p{Cs}/\\*?"<>|]/gu, ' ');
  const [, clean = '', ext = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(allowed.replaceAll(/\s+/g, ' ').trim()) ?? [];
  let stem = clean.replace(/^[.\s@]+/, '').replace(/[.\s]+$/, '');
  while (Buffer.byteLength(stem + ext) > MAX_BYTES) stem = [...stem].slice(0, -1).join('');
  return stem === '' || RESERVED.test(stem) ? '' : stem + ext;
}

const isBelow = (folder: string, target: string): boolean =>
  target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);

/**
 * The absolute path of `target` when it lies below `folder`, with symbolic links followed; null otherwise. Parts of the
 * path may not exist yet.
 */
export async function pathBelow(folder: string, target: string): Promise<string | null> {
  const wanted = path.resolve(folder, target);
  const root = await fs.realpath(folder).catch(() => null);
  if (root === null || target.includes('\0') || !isBelow(path.resolve(folder), wanted)) return null;
  let existing = wanted;
  let real = await fs.realpath(existing).catch(() => null);
  while (real === null && isBelow(path.resolve(folder), existing)) {
    // A dangling link would be followed by a later write; anything else was just created.
    const found = await fs.lstat(existing).catch(() => null);
    if (found?.isSymbolicLink()) return null;
    if (!found) existing = path.dirname(existing);
    real = await fs.realpath(existing).catch(() => null);
  }
  return real !== null && (real === root || isBelow(root, real)) ? wanted : null;
}
