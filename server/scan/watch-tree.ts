import fs from 'node:fs';
import path from 'node:path';

/** Deepest folder that is watched, counted from the root. */
const MAX_DEPTH = 12;

export interface TreeWatch {
  /** Resolves when all that was there at the start is watched. */
  readonly ready: Promise<void>;
  close(): void;
}

interface TreeListener {
  /** A path inside the root, with forward slashes, at which something appeared, changed or went. */
  changed(relPath: string): void;
  /** Watching ended or is incomplete: the system allows no more watches, or the root is gone. */
  failed(cause: Error): void;
}

/** Where the system can watch a whole tree by itself. */
const HAS_NATIVE_TREES = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Watches a folder and everything below it. Elsewhere than on macOS and Windows there is one watch for each folder, never one
 * for each file, so that a large library stays far below the limit of the system; folders that appear are added.
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

function watchFolders(root: string, listener: TreeListener): TreeWatch {
  const watchers = new Map<string, fs.FSWatcher>();
  let isClosed = false;

  const forget = (relPath: string): void => {
    for (const [watched, watcher] of watchers) {
      if (watched !== relPath && !watched.startsWith(`${relPath}/`)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  };
  const onEvent = (folder: string, event: string, name: string | null): void => {
    if (!name || name.startsWith('.')) return;
    const relPath = folder ? `${folder}/${name}` : name;
    listener.changed(relPath);
    if (event === 'rename') void look(relPath);
  };
  /** Something came or went: a new folder is watched, the watches of a lost one are closed. */
  const look = async (relPath: string): Promise<void> => {
    const stats = await fs.promises.lstat(path.join(root, relPath)).catch(() => null);
    if (isClosed) return;
    if (stats?.isDirectory()) await add(relPath);
    else forget(relPath);
  };
  const add = async (relPath: string): Promise<void> => {
    if (isClosed || watchers.has(relPath) || relPath.split('/').length > MAX_DEPTH) return;
    try {
      const watcher = fs.watch(path.join(root, relPath), { persistent: false }, (event, name) => onEvent(relPath, event, name));
      watcher.on('error', () => forget(relPath));
      watchers.set(relPath, watcher);
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' && relPath !== '') return;
      listener.failed(cause instanceof Error ? cause : new Error(String(cause)));
      return;
    }
    const entries = await fs.promises.readdir(path.join(root, relPath), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (entry.isDirectory() && !entry.name.startsWith('.')) await add(relPath ? `${relPath}/${entry.name}` : entry.name);
  };

  return {
    ready: add(''),
    close: () => {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
