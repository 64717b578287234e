import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileTypeOf } from './file-kinds.ts';
import type { FoundFile, FoundItem } from './types.ts';

/** Deepest folder below a library folder that is looked into. */
const MAX_DEPTH = 12;

interface WalkedFile extends FoundFile {
  /** Path inside the library folder. */
  folderRelPath: string;
}

const posix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** `CD 1`, `Disc 02`, `disk3`: a folder that is a part of the book above it. */
export const isDiscFolder = (name: string): boolean => /^(cd|disc|disk)\s*-?_?\d{1,3}$/i.test(name);

/** True when `target` (already resolved) lies in `root` (already resolved). */
function isInside(root: string, target: string): boolean {
  return target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function readFolder(folder: string): Promise<{ name: string; isLink: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.name === '.ignore')) return [];
  return entries.filter((entry) => !entry.name.startsWith('.') && !entry.name.startsWith('@')).map((entry) => ({ name: entry.name, isLink: entry.isSymbolicLink() }));
}

/**
 * All files below a library folder. Dot files and folders holding `.ignore` are passed over; a symbolic link is followed only
 * when it ends inside the library folder. A folder that vanishes in the middle counts as empty; the root itself must exist.
 */
async function walkFiles(root: string): Promise<WalkedFile[]> {
  const realRoot = await realpath(root);
  const found: WalkedFile[] = [];
  const visit = async (folder: string, relative: string, depth: number, seen: ReadonlySet<string>): Promise<void> => {
    const entries = depth === 0 ? await readFolder(folder) : await readFolder(folder).catch(() => []);
    for (const { name, isLink } of entries) {
      const path = join(folder, name);
      const relPath = relative ? `${relative}/${name}` : name;
      let real = path;
      if (isLink) {
        real = await realpath(path).catch(() => '');
        if (!real || !isInside(realRoot, real) || seen.has(real)) continue;
      }
      const stats = await (isLink ? stat(path) : lstat(path)).catch(() => null);
      if (!stats) continue;
      if (stats.isDirectory()) {
        if (depth < MAX_DEPTH) await visit(path, relPath, depth + 1, new Set([...seen, real]));
      } else if (stats.isFile()) {
        const dot = name.lastIndexOf('.');
        found.push({
          ino: String(stats.ino),
          fileType: fileTypeOf(name),
          folderRelPath: relPath,
          metadata: {
            filename: name, ext: dot > 0 ? name.slice(dot) : '', path: posix(path), relPath, size: stats.size,
            mtimeMs: Math.floor(stats.mtimeMs), ctimeMs: Math.floor(stats.ctimeMs), birthtimeMs: Math.floor(stats.birthtimeMs),
          },
        });
      }
    }
  };
  await visit(root, '', 0, new Set([realRoot]));
  return found;
}

/**
 * The folder that is the item of a media file: its own, or the one above a disc folder. `null` for a file in the root.
 */
function itemFolderOf(relPath: string): string | null {
  const parts = relPath.split('/').slice(0, -1);
  while (parts.length > 1 && isDiscFolder(parts[parts.length - 1] ?? '')) parts.pop();
  return parts.length ? parts.join('/') : null;
}

/** Groups files to items: every folder that holds media is one, with all below it; media files in the root are one each. */
function groupFiles(files: readonly WalkedFile[], isMedia: (file: FoundFile) => boolean): Map<string, { isFile: boolean; files: WalkedFile[] }> {
  const folders = new Set<string>();
  for (const file of files) if (isMedia(file)) folders.add(itemFolderOf(file.folderRelPath) ?? '');
  folders.delete('');
  /* The shallowest folder with media owns everything below it. */
  const ownerOf = (relPath: string): string | null => {
    const parts = relPath.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (folders.has(folder)) return folder;
    }
    return null;
  };
  const groups = new Map<string, { isFile: boolean; files: WalkedFile[] }>();
  for (const file of files) {
    const inRoot = !file.folderRelPath.includes('/');
    if (inRoot && !isMedia(file)) continue;
    const key = inRoot ? file.folderRelPath : ownerOf(file.folderRelPath);
    if (key === null) continue;
    const group = groups.get(key) ?? { isFile: inRoot, files: [] };
    group.files.push(file);
    groups.set(key, group);
  }
  return groups;
}

/**
 * Finds the items of one library folder. Rejects when the folder itself cannot be read.
 * @param options.audioOnly only audio files make an item (podcasts, audiobooks-only libraries)
 */
export async function findItems(root: string, options: { audioOnly: boolean }): Promise<FoundItem[]> {
  const isMedia = (file: FoundFile): boolean => file.fileType === 'audio' || (!options.audioOnly && file.fileType === 'ebook');
  const items: FoundItem[] = [];
  for (const [relPath, group] of groupFiles(await walkFiles(root), isMedia)) {
    const path = join(root, relPath);
    const stats = await stat(path).catch(() => null);
    if (!stats) continue;
    const prefix = group.isFile ? 0 : relPath.length + 1;
    items.push({
      relPath, path: posix(path), isFile: group.isFile, ino: String(stats.ino),
      mtimeMs: Math.floor(stats.mtimeMs), ctimeMs: Math.floor(stats.ctimeMs), birthtimeMs: Math.floor(stats.birthtimeMs),
      files: group.files.map(({ folderRelPath, ...file }) => {
        const inside = group.isFile ? file.metadata.filename : folderRelPath.slice(prefix);
        return { ...file, metadata: { ...file.metadata, relPath: inside } };
      }),
    });
  }
  return items.sort((a, b) => a.relPath.localeCompare(b.relPath));
}
