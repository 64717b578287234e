import type { Stats } from 'node:fs';
import { lstat, opendir, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileTypeOf } from '../items/file-kinds.ts';
import { breathe } from '../breathe.ts';
import type { FoundFile, FoundItem } from './types.ts';

/** Most levels below a library folder. */
const MAX_DEPTH = 12;
/** Entries of a folder that are read, and sorted, at once. */
const READ_AT_ONCE = 256;
const SORT_AT_ONCE = 5000;

interface WalkedFile extends FoundFile {
  folderRelPath: string;
}

const posix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** `CD 1`, `Disc 02`, `disk3`: a folder that is a part of the book above it. */
export const isDiscFolder = (name: string): boolean => /^(cd|disc|disk)\s*-?_?\d{1,3}$/i.test(name);

/** True when `target` (already resolved) lies in `root` (already resolved). */
function isInside(root: string, target: string): boolean {
  return target === root || target.startsWith(root.endsWith(sep) ? root : root + sep);
}

interface FolderEntry {
  readonly name: string;
  readonly isLink: boolean;
}

/** Reads a folder, a large one some entries at a time; one that holds `.ignore` counts as empty. */
async function readFolder(folder: string, isLarge = false): Promise<FolderEntry[]> {
  const entries: FolderEntry[] = [];
  const found = isLarge ? opendir(folder, { bufferSize: READ_AT_ONCE }) : readdir(folder, { withFileTypes: true });
  for await (const entry of await found) {
    if (entry.name === '.ignore') return [];
    if (!entry.name.startsWith('.') && !entry.name.startsWith('@'))
      entries.push({ name: entry.name, isLink: entry.isSymbolicLink() });
  }
  return entries;
}

const byName = new Intl.Collator().compare;

/** Entries by name. Many are sorted in parts, so that other work may run in between, and then merged. */
async function* sorted(entries: readonly FolderEntry[]): AsyncGenerator<FolderEntry, undefined> {
  const parts: FolderEntry[][] = [];
  for (let start = 0; start < entries.length; start += SORT_AT_ONCE) {
    // The smallest last, where it is taken off.
    parts.push(entries.slice(start, start + SORT_AT_ONCE).sort((a, b) => byName(b.name, a.name)));
    await breathe();
  }
  for (;;) {
    let least: FolderEntry[] | undefined;
    for (const part of parts) {
      const [next, best] = [part.at(-1), least?.at(-1)];
      if (next && (!best || byName(next.name, best.name) < 0)) least = part;
    }
    const entry = least?.pop();
    if (!entry) return;
    yield entry;
  }
}

interface Root {
  readonly path: string;
  readonly real: string;
}

/**
 * All files of the entry `relPath` of a library folder: a file, or a folder with all below it. Skips dot files and
 * folders with `.ignore`; follows a symbolic link only when it ends inside the library folder. Entries that vanish
 * meanwhile count as empty.
 */
async function walkEntry(
  root: Root,
  relPath: string,
  isLink: boolean,
  seen: ReadonlySet<string>,
  found: WalkedFile[],
): Promise<void> {
  const path = join(root.path, relPath);
  let real = path;
  if (isLink) {
    real = await realpath(path).catch(() => '');
    if (!real || !isInside(root.real, real) || seen.has(real)) return;
  }
  const stats = await (isLink ? stat(path) : lstat(path)).catch(() => null);
  if (stats?.isFile()) found.push(walkedFile(path, relPath, stats));
  if (!stats?.isDirectory() || relPath.split('/').length > MAX_DEPTH) return;
  for (const entry of await readFolder(path).catch(() => [])) {
    await walkEntry(root, `${relPath}/${entry.name}`, entry.isLink, new Set([...seen, real]), found);
  }
}

function walkedFile(path: string, relPath: string, stats: Stats): WalkedFile {
  const name = relPath.slice(relPath.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return {
    ino: String(stats.ino),
    fileType: fileTypeOf(name),
    folderRelPath: relPath,
    metadata: {
      filename: name,
      ext: dot > 0 ? name.slice(dot) : '',
      path: posix(path),
      relPath,
      size: stats.size,
      mtimeMs: Math.floor(stats.mtimeMs),
      ctimeMs: Math.floor(stats.ctimeMs),
      birthtimeMs: Math.floor(stats.birthtimeMs),
    },
  };
}

/**
 * The folder that is the item of a media file: its own, or the one above a disc folder. `null` for a file in the root.
 */
function itemFolderOf(relPath: string): string | null {
  const parts = relPath.split('/').slice(0, -1);
  while (parts.length > 1 && isDiscFolder(parts[parts.length - 1] ?? '')) parts.pop();
  return parts.length ? parts.join('/') : null;
}

/**
 * Groups files to items: every folder that holds media is one, with all below it; media files in the root are one each.
 */
function groupFiles(
  files: readonly WalkedFile[],
  isMedia: (file: FoundFile) => boolean,
): Map<string, { isFile: boolean; files: WalkedFile[] }> {
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

export interface WalkOptions {
  /** Only audio files make an item (podcasts, audiobooks-only libraries). */
  readonly audioOnly: boolean;
}

const mediaRule =
  ({ audioOnly }: WalkOptions) =>
  (file: { readonly fileType: FoundFile['fileType'] }): boolean =>
    file.fileType === 'audio' || (!audioOnly && file.fileType === 'ebook');

/** The items of files; all files of an item must be among them. */
async function itemsOf(root: string, files: readonly WalkedFile[], options: WalkOptions): Promise<FoundItem[]> {
  const items: FoundItem[] = [];
  for (const [relPath, group] of groupFiles(files, mediaRule(options))) {
    const path = join(root, relPath);
    const stats = await stat(path).catch(() => null);
    if (!stats) continue;
    const prefix = group.isFile ? 0 : relPath.length + 1;
    items.push({
      relPath,
      path: posix(path),
      isFile: group.isFile,
      ino: String(stats.ino),
      mtimeMs: Math.floor(stats.mtimeMs),
      ctimeMs: Math.floor(stats.ctimeMs),
      birthtimeMs: Math.floor(stats.birthtimeMs),
      files: group.files.map(({ folderRelPath, ...file }) => {
        const inside = group.isFile ? file.metadata.filename : folderRelPath.slice(prefix);
        return { ...file, metadata: { ...file.metadata, relPath: inside } };
      }),
    });
  }
  return items.sort((a, b) => byName(a.relPath, b.relPath));
}

/**
 * The items of one library folder, entry by entry, so that only the files of one entry are held at a time. Rejects when
 * the folder itself cannot be read.
 */
export async function walkItems(folder: string, options: WalkOptions): Promise<AsyncGenerator<FoundItem, undefined>> {
  const root: Root = { path: folder, real: await realpath(folder) };
  const entries = await readFolder(folder, true);
  async function* walk(): AsyncGenerator<FoundItem, undefined> {
    for await (const { name, isLink } of sorted(entries)) {
      const files: WalkedFile[] = [];
      await walkEntry(root, name, isLink, new Set([root.real]), files);
      yield* await itemsOf(folder, files, options);
    }
  }
  return walk();
}

/**
 * The items at, above and below paths inside a library folder, in the order of the paths; reads only what can belong to
 * them. Empty when the folder cannot be read.
 */
export async function findItemsAt(
  folder: string,
  relPaths: Iterable<string>,
  options: WalkOptions,
): Promise<FoundItem[]> {
  const real = await realpath(folder).catch(() => null);
  if (
    real === null ||
    (await stat(join(folder, '.ignore')).then(
      () => true,
      () => false,
    ))
  )
    return [];
  const starts = new Set<string>();
  for (const relPath of relPaths) {
    const start = await startOf(folder, relPath, options);
    if (start !== null) starts.add(start);
  }
  const items: FoundItem[] = [];
  for (const start of starts) {
    const parts = start.split('/');
    if (parts.some((_, index) => index > 0 && starts.has(parts.slice(0, index).join('/')))) continue;
    const above = await realpath(join(folder, start, '..')).catch(() => '');
    if (!above || !isInside(real, above)) continue;
    const isLink = await lstat(join(folder, start)).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    const files: WalkedFile[] = [];
    await walkEntry({ path: folder, real }, start, isLink, new Set([real, above]), files);
    items.push(...(await itemsOf(folder, files, options)));
  }
  return items;
}

/** The deepest entry whose files make all items that a path can belong to; null for a skipped path. */
async function startOf(folder: string, relPath: string, options: WalkOptions): Promise<string | null> {
  const parts = relPath.split('/');
  if (parts.some((part) => part.startsWith('.') || part.startsWith('@'))) return null;
  const isMedia = mediaRule(options);
  for (let depth = 1; depth < parts.length; depth += 1) {
    const start = parts.slice(0, depth).join('/');
    const entries = await readFolder(join(folder, start)).catch(() => []);
    const next = parts[depth] ?? '';
    const isItem = entries.some(({ name }) => isDiscFolder(name) || isMedia({ fileType: fileTypeOf(name) }));
    const isBelow =
      !isItem &&
      entries.some(({ name }) => name === next) &&
      (await stat(join(folder, start, next)).then(
        (stats) => stats.isDirectory(),
        () => false,
      ));
    if (!isBelow) return start;
  }
  return relPath;
}
