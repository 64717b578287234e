import path from 'node:path';
import { messageOf } from '../errors.ts';
import type { ServerContext } from '../context.ts';
import type { ItemJson } from '../items/items.types.ts';
import type { Item } from '../items/model.ts';
import type { Database } from '../store/database.ts';
import type { Library } from '../store/libraries.repo.ts';
import { breathe } from '../breathe.ts';
import { isUnchanged, walkOptionsOf, type ItemScanner } from './item-scanner.ts';
import { findItemsAt } from './walk.ts';
import { watchTree, type TreeWatch } from './watch-tree.ts';

/** Quiet time after the last change before the folders are read, in ms: a copy in progress keeps sending changes. */
const SETTLE_MS = 4_000;

interface WatcherDependencies {
  isScanning(libraryId: string): boolean;
  toJson(item: Item): ItemJson;
}

/** `a/b/c`: `a`, `a/b`, and itself. */
const linesOf = (relPath: string): string[] =>
  relPath.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));

/** Whether an item is at, above or below one of the paths inside its library folder. */
export function touching(paths: ReadonlySet<string>): (relPath: string) => boolean {
  const above = new Set([...paths].flatMap(linesOf));
  return (relPath) => above.has(relPath) || linesOf(relPath).some((line) => paths.has(line));
}

/** Paths per query. */
const ASKED_AT_ONCE = 200;

/**
 * Stored items of a folder that are not missing, at, above and below paths inside it. Each direction is a query of its
 * own on the index of the paths: with both in one condition every item would be read for every path.
 */
export async function storedAt(
  database: Database,
  folder: Library['folders'][number],
  paths: ReadonlySet<string>,
): Promise<Set<string>> {
  const ids = new Set<string>();
  const inFolder = (relPath: string): string => path.posix.join(folder.fullPath, relPath);
  const all = [...paths];
  for (let start = 0; start < all.length; start += ASKED_AT_ONCE) {
    if (start > 0) await breathe();
    const part = all.slice(start, start + ASKED_AT_ONCE);
    const rows = database.all<{ id: string }>(
      `SELECT i.id FROM json_each(?) c CROSS JOIN libraryItems i ON i.libraryId = ? AND i.path = c.value WHERE i.folderId = ? AND i.isMissing = 0
       UNION SELECT i.id FROM json_each(?) c CROSS JOIN libraryItems i ON i.libraryId = ? AND i.path > c.value || '/' AND i.path < c.value || '0'
       WHERE i.folderId = ? AND i.isMissing = 0`,
      JSON.stringify([...new Set(part.flatMap(linesOf))].map(inFolder)),
      folder.libraryId,
      folder.id,
      JSON.stringify(part.map(inFolder)),
      folder.libraryId,
      folder.id,
    );
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/**
 * Watches the folders of the libraries and reads the changes after a quiet time, as a `watcher-scan` task.
 * `disableWatcher` of a library and `scannerDisableWatcher` of the server turn it off.
 */
export function createLibraryWatcher(
  ctx: Omit<ServerContext, 'scans'>,
  scanner: ItemScanner,
  { isScanning, toJson }: WatcherDependencies,
  settleMs = SETTLE_MS,
) {
  const watchers = new Map<string, TreeWatch>();
  const changed = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const scanChanges = async (
    library: Library,
    folder: Library['folders'][number],
    paths: ReadonlySet<string>,
  ): Promise<void> => {
    const found = await findItemsAt(folder.fullPath, paths, walkOptionsOf(library));
    const foundPaths = new Set(found.map((item) => item.path));
    const results = { added: 0, updated: 0, removed: 0 };
    const started = Date.now();
    const task = ctx.tasks.start({
      action: 'watcher-scan',
      about: { libraryId: library.id },
      title: {
        text: `Scanning file changes in "${library.name}"`,
        key: 'MessageTaskScanningFileChanges',
        subs: [library.name],
      },
      showSuccess: true,
      data: { libraryId: library.id, libraryName: library.name },
    });
    const seen = new Set<string>();
    const isTouched = touching(paths);
    for (const item of found.filter((entry) => isTouched(entry.relPath))) {
      await breathe();
      const before = scanner.knownOf(library.id, item);
      if (before) seen.add(before.id);
      if (before && isUnchanged(item, before)) continue;
      const stored = await scanner.scan(library, folder.id, item, before, false);
      seen.add(stored.id);
      ctx.events.item(before ? 'item_updated' : 'item_added', toJson(stored));
      results[before ? 'updated' : 'added'] += 1;
    }
    for (const id of await storedAt(ctx.store.database, folder, paths)) {
      const item = seen.has(id) ? undefined : scanner.items.load(id);
      if (!item || foundPaths.has(item.path) || (await scanner.isEmptyPodcast(item))) continue;
      const missing = scanner.markMissing(item);
      if (!missing) continue;
      ctx.events.item('item_updated', toJson(missing));
      results.removed += 1;
    }
    await ctx.editor.removeEmptyNames();
    const counts = Object.entries(results).filter(([, count]) => count > 0);
    const text =
      counts.map(([name, count]) => `${count} ${name === 'removed' ? 'missing' : name}`).join(', ') ||
      'No changes needed';
    task.addData({ scanResults: { ...results, text, elapsed: Date.now() - started } });
    task.finish();
  };

  const settle = async (): Promise<void> => {
    for (const [folderId, paths] of changed) {
      const library = ctx.store.libraries.all().find((entry) => entry.folders.some((folder) => folder.id === folderId));
      const folder = library?.folders.find((entry) => entry.id === folderId);
      if (library && isScanning(library.id)) continue;
      changed.delete(folderId);
      if (library && folder) await scanChanges(library, folder, paths);
    }
    if (changed.size) wait();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      settle().catch((cause: unknown) => ctx.log.error('Watcher', messageOf(cause)));
    }, settleMs);
  };

  const watchFolder = (folder: Library['folders'][number]): void => {
    const listener = {
      changed: (relPath: string) => {
        changed.set(folder.id, (changed.get(folder.id) ?? new Set<string>()).add(relPath));
        wait();
      },
      failed: (cause: Error) =>
        ctx.log.warn('Watcher', `"${folder.fullPath}" is not watched completely: ${cause.message}`),
    };
    watchers.set(folder.id, watchTree(folder.fullPath, listener));
  };

  /** Matches the watchers to the libraries. */
  const sync = (): void => {
    if (!isStarted) return;
    const isOff = ctx.settings.get().scannerDisableWatcher;
    const watched = ctx.store.libraries.all().filter((library) => !isOff && !library.settings.disableWatcher);
    const wanted = new Map(watched.flatMap((library) => library.folders).map((folder) => [folder.id, folder]));
    for (const [id, watcher] of watchers) {
      if (wanted.has(id)) continue;
      watcher.close();
      watchers.delete(id);
      changed.delete(id);
    }
    for (const [id, folder] of wanted) if (!watchers.has(id)) watchFolder(folder);
  };

  ctx.events.subscribe(({ event }) => {
    if (/^(library_(added|updated|removed)|backup_applied)$/.test(event)) sync();
  });
  ctx.onClose(() => {
    isStarted = false;
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  });
  return {
    start: async (): Promise<void> => {
      isStarted = true;
      sync();
      await Promise.all([...watchers.values()].map((watcher) => watcher.ready));
    },
  };
}
