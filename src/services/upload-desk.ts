/** A dropped file with its folders: `Author/Title/01.mp3`. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

export interface Dropped {
  readonly files: readonly DroppedFile[];
  readonly unreadable: readonly string[];
}

/** Keeps the screen on while the page is visible; works on https and localhost. Returns the release function. */
export function keepAwake(win: Window | undefined = globalThis.window): () => void {
  if (!win) return () => undefined;
  const { navigator, document } = win;
  let isOver = false;
  let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
  // The browser releases the lock when the page is hidden.
  const request = () => {
    if (isOver || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return;
    lock = navigator.wakeLock.request('screen').catch(() => null);
  };
  request();
  document.addEventListener('visibilitychange', request);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', request);
    void lock.then((held) => held?.release());
  };
}

/** The browser confirms before it closes or reloads the page. Returns the release function. */
export function askBeforeClosing(win: Window | undefined = globalThis.window): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  win?.addEventListener('beforeunload', ask);
  return () => win?.removeEventListener('beforeunload', ask);
}

/** All files, folder by folder. Rejects with `AbortError` on abort. */
export async function readDropped(entries: readonly FileSystemEntry[], signal: AbortSignal): Promise<Dropped> {
  const files: DroppedFile[] = [];
  const unreadable: string[] = [];
  const left = entries.toReversed();
  for (let entry = left.pop(); entry; entry = left.pop()) {
    signal.throwIfAborted();
    const path = entry.fullPath.replace(/^\/+/, '') || entry.name;
    try {
      if (isFolder(entry)) for (const child of (await childrenOf(entry)).toReversed()) left.push(child);
      else if (isFile(entry)) files.push({ path, file: await fileOf(entry) });
    } catch {
      unreadable.push(path);
    }
  }
  return { files, unreadable };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => !entry.isDirectory;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** Browsers return a folder in parts until an empty one. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (part.length === 0) return children;
    children.push(...part);
  }
}
