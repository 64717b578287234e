import fs from 'node:fs';
import path from 'node:path';

/** Most levels that are watched, counted from the root. */
const MAX_DEPTH = 12;

export interface TreeWatch {
  /** Resolves when all existing folders are watched. */
  readonly ready: Promise<void>;
  close(): void;
}

interface TreeListener {
  /** A path inside the root, with forward slashes, at which something appeared, changed or disappeared. */
  changed(relPath: string): void;
  /** Watching ended or is incomplete: the system allows no more watches, or the root is missing. */
  failed(cause: Error): void;
}

/** Where the system can watch a whole tree by itself. */
const HAS_NATIVE_TREES = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Watches a folder and everything below it. Except on macOS and Windows there is one watch for each folder, never one
 * for each file, so that a large library stays far below the limit of the system; new folders are added.
 */
export function watchTree(root: string, listener: TreeListener): TreeWatch {
  return HAS_NATIVE_TREES ? watchNatively(root, listener) : watchFolders(root, listener);
}

const posix = (name: string): string => name.split(path.sep).join('/');
const isHidden = (relPath: string): boolean => relPath.split('/').some((part) => part.startsWith('.'));

function watchNatively(root: string, listener: TreeListener): TreeWatch {
  const watcher = fs.watch(root, { recursive: true, persistent: false }, (_event, name) => {
    if (name && !isHidden(posix(name))) listener.changed(posix(name));
  });
  watcher.on('error', (cause) => listener.failed(cause));
  return { ready: Promise.resolve(), close: () => watcher.close() };
}

/** A watched folder, with those below by name. */
interface Folder {
  watcher: fs.FSWatcher | null;
  readonly below: Map<string, Folder>;
}

/** `a/b/c` to `a/b`, `a` to the root. */
const parentOf = (relPath: string): string => relPath.slice(0, Math.max(0, relPath.lastIndexOf('/')));

function closeAll(folder: Folder): void {
  folder.watcher?.close();
  folder.watcher = null;
  for (const below of folder.below.values()) closeAll(below);
  folder.below.clear();
}

/** Entries of a folder; a large one is read bit by bit, as reading all at once would block the loop. */
async function* entriesOf(folder: string, isLarge: boolean): AsyncGenerator<fs.Dirent, undefined> {
  try {
    yield* isLarge
      ? await fs.promises.opendir(folder, { bufferSize: 256 })
      : await fs.promises.readdir(folder, { withFileTypes: true });
  } catch {
    // Missing or unreadable.
  }
}

function watchFolders(root: string, listener: TreeListener): TreeWatch {
  const tree: Folder = { watcher: null, below: new Map() };
  /** Paths with changes since the last look. */
  const unseen = new Set<string>();
  let isLooking = false;
  let isClosed = false;

  const folderAt = (relPath: string): Folder | undefined =>
    relPath === ''
      ? tree
      : relPath.split('/').reduce<Folder | undefined>((folder, name) => folder?.below.get(name), tree);
  const forget = (relPath: string): void => {
    const folder = folderAt(relPath);
    if (!folder) return;
    closeAll(folder);
    folderAt(parentOf(relPath))?.below.delete(path.posix.basename(relPath));
  };
  const onEvent = (folder: string, event: string, name: string | null): void => {
    if (!name || name.startsWith('.')) return;
    const relPath = folder ? `${folder}/${name}` : name;
    listener.changed(relPath);
    if (event !== 'rename') return;
    unseen.add(relPath);
    if (!isLooking) void lookAtAll();
  };
  /** One path after the other, each after its last event: two looks at once could end in the wrong order. */
  const lookAtAll = async (): Promise<void> => {
    isLooking = true;
    for (const relPath of unseen) {
      unseen.delete(relPath);
      await look(relPath);
    }
    isLooking = false;
  };
  /** After a change: watches a new folder, closes the watches of a lost one. */
  const look = async (relPath: string): Promise<void> => {
    const stats = await fs.promises.lstat(path.join(root, relPath)).catch(() => null);
    if (isClosed) return;
    if (!stats?.isDirectory()) return forget(relPath);
    await add(relPath);
    // Changes inside it before it was watched were not reported.
    if (!isClosed) listener.changed(relPath);
  };
  /** Watches a folder and those below. A watched path may be another folder by now, even with the same inode. */
  const add = async (relPath: string): Promise<void> => {
    const above = folderAt(parentOf(relPath));
    if (isClosed || !above || relPath.split('/').length > MAX_DEPTH) return;
    const folder: Folder = relPath === '' ? tree : { watcher: null, below: new Map() };
    try {
      const watcher = fs.watch(path.join(root, relPath), { persistent: false }, (event, name) =>
        onEvent(relPath, event, name),
      );
      watcher.on('error', () => folder.watcher === watcher && forget(relPath));
      folder.watcher = watcher;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' && relPath !== '') return;
      listener.failed(cause instanceof Error ? cause : new Error(String(cause)));
      return;
    }
    if (relPath !== '') {
      const name = path.posix.basename(relPath);
      const before = above.below.get(name);
      above.below.set(name, folder);
      if (before) closeAll(before);
    }
    for await (const entry of entriesOf(path.join(root, relPath), relPath === ''))
      if (entry.isDirectory() && !entry.name.startsWith('.'))
        await add(relPath ? `${relPath}/${entry.name}` : entry.name);
  };

  return {
    ready: add(''),
    close: () => {
      isClosed = true;
      closeAll(tree);
    },
  };
}
