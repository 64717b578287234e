import type { ServerContext } from '../context.ts';
import type { ItemJson } from '../library/items.types.ts';
import type { Item } from '../library/model.ts';
import type { Library } from '../store/libraries.repo.ts';
import { isUnchanged, type ItemScanner } from './item-scanner.ts';
import { findItems } from './walk.ts';
import { watchTree, type TreeWatch } from './watch-tree.ts';

/** Quiet time after the last change before the folders are read, in ms: a copy in progress goes on sending changes. */
const SETTLE_MS = 4_000;

interface WatcherDependencies {
  isScanning(libraryId: string): boolean;
  toJson(item: Item): ItemJson;
  removeEmptyNames(libraryId: string): void;
}

/** Paths inside a library folder that changed are in an item when they are it or lie below or above it. */
const touches = (
  relPath: string, changed: ReadonlySet<string>,
): boolean => [...changed].some((entry) => entry === relPath || entry.startsWith(`${relPath}/`) || relPath.startsWith(`${entry}/`));

/**
 * Watches the folders of the libraries and reads what changed, once it has been quiet for a while, as a `watcher-scan` task.
 * A library says with `disableWatcher` that it is not watched, the server with `scannerDisableWatcher`.
 */
export function createLibraryWatcher(
  ctx: Omit<ServerContext, 'scans'>, scanner: ItemScanner, { isScanning, toJson, removeEmptyNames }: WatcherDependencies, settleMs = SETTLE_MS,
) {
  const watchers = new Map<string, TreeWatch>();
  const changed = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const scanChanges = async (library: Library, folder: Library['folders'][number], paths: ReadonlySet<string>): Promise<void> => {
    const found = await findItems(folder.fullPath, { audioOnly: library.mediaType === 'podcast' || library.settings.audiobooksOnly === true }).catch(() => []);
    const foundPaths = new Set(found.map((item) => item.path));
    const results = { added: 0, updated: 0, removed: 0 };
    const started = Date.now();
    const task = ctx.tasks.start({
      action: 'watcher-scan',
      title: { text: `Scanning file changes in "${library.name}"`, key: 'MessageTaskScanningFileChanges', subs: [library.name] }, showSuccess: true,
      data: { libraryId: library.id, libraryName: library.name },
    });
    const seen = new Set<string>();
    for (const item of found.filter((entry) => touches(entry.relPath, paths))) {
      const before = scanner.knownOf(library.id, item, foundPaths);
      if (before) seen.add(before.id);
      if (before && isUnchanged(item, before)) continue;
      const stored = await scanner.scan(library, folder.id, item, before, false);
      seen.add(stored.id);
      ctx.events.item(before ? 'item_updated' : 'item_added', toJson(stored));
      results[before ? 'updated' : 'added'] += 1;
    }
    for (const row of ctx.store.database.all<{ id: string; relPath: string }>(`SELECT id, relPath FROM libraryItems
      WHERE folderId = ? AND isMissing = 0`, folder.id)) {
      const item = !seen.has(row.id) && touches(row.relPath, paths) ? scanner.items.load(row.id) : undefined;
      if (!item || foundPaths.has(item.path) || (await scanner.isEmptyPodcast(item))) continue;
      ctx.events.item('item_updated', toJson(scanner.markMissing(item)));
      results.removed += 1;
    }
    removeEmptyNames(library.id);
    const counts = Object.entries(results).filter(([, count]) => count > 0);
    const text = counts.map(([name, count]) => `${count} ${name === 'removed' ? 'missing' : name}`).join(', ') || 'No changes needed';
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
      settle().catch((cause: unknown) => ctx.log.error('Watcher', cause instanceof Error ? cause.message : String(cause)));
    }, settleMs);
  };

  const watchFolder = (folder: Library['folders'][number]): void => {
    const listener = {
      changed: (relPath: string) => {
        changed.set(folder.id, (changed.get(folder.id) ?? new Set<string>()).add(relPath));
        wait();
      },
      failed: (cause: Error) => ctx.log.warn('Watcher', `"${folder.fullPath}" is not watched completely: ${cause.message}`),
    };
    watchers.set(folder.id, watchTree(folder.fullPath, listener));
  };

  /** Makes the watchers match the libraries. */
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
    if (event === 'library_added' || event === 'library_updated' || event === 'library_removed') sync();
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
