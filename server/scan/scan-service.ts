import type { ServerContext } from '../context.ts';
import type { ItemJson } from '../library/items.types.ts';
import { expandedJson } from '../library/item-json.ts';
import type { Item } from '../library/model.ts';
import type { TaskText } from '../tasks/task-manager.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { createItemScanner, isUnchanged } from './item-scanner.ts';
import type { ItemScanResult, ScanOptions, ScanService } from './scan.types.ts';
import { findItems } from './walk.ts';
import { createLibraryWatcher } from './watcher.ts';

/** Items read at the same time, and items per `items_added` or `items_updated` event. */
const CONCURRENCY = 4;
const CHUNK = 10;

/** Lets waiting requests be answered in between. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const CANCELLED: TaskText = { text: 'Task canceled by user', key: 'MessageTaskCanceledByUser' };

interface Run {
  isCancelled: boolean;
  readonly done: Promise<void>;
}

interface Counts {
  added: number;
  updated: number;
  missing: number;
}

/** `1 added, 2 missing (975 ms)`. */
export function resultText({ added, updated, missing }: Counts, elapsed: number): string {
  const parts = [added && `${added} added`, updated && `${updated} updated`, missing && `${missing} missing`].filter(Boolean);
  const time = elapsed < 1000 ? `${elapsed} ms` : `${Math.floor(elapsed / 1000)} sec`;
  return `${parts.join(', ') || 'No changes needed'} (${time})`;
}

/** Scans library folders: whole libraries as tasks, single items, and the folders that the watcher saw change. */
export function createScanService(ctx: Omit<ServerContext, 'scans'>): ScanService {
  const scanner = createItemScanner(ctx);
  const running = new Map<string, Run>();
  const { database, libraries } = ctx.store;
  const toJson = (item: Item): ItemJson => expandedJson(item, ctx.settings.get().sortingPrefixes);

  /** Collects items and announces them in chunks. */
  const announcer = (event: 'items_added' | 'items_updated') => {
    let waiting: ItemJson[] = [];
    const flush = (): void => {
      if (waiting.length) ctx.events.items(event, waiting);
      waiting = [];
    };
    return { flush, add: (item: Item): void => void (waiting.push(toJson(item)) >= CHUNK && flush()) };
  };

  const scanFolder = async (
    libraryId: string, folder: { id: string; fullPath: string }, { force = false, keepUnreachable = false }: ScanOptions,
    run: { isCancelled: boolean }, counts: Counts,
  ): Promise<void> => {
    const library = libraries.byId(libraryId);
    if (!library) return;
    const [added, updated] = [announcer('items_added'), announcer('items_updated')];
    const found = await findItems(
      folder.fullPath, { audioOnly: library.mediaType === 'podcast' || library.settings.audiobooksOnly === true },
    ).catch((cause: unknown) => {
      ctx.log.error('Scan', `The folder "${folder.fullPath}" cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
      return null;
    });
    if (found === null && keepUnreachable) return;
    const foundPaths = new Set(found?.map((item) => item.path));
    const seen = new Set<string>();
    const queue = [...(found ?? [])];
    const work = async (): Promise<void> => {
      for (let item = queue.shift(); item && !run.isCancelled; item = queue.shift()) {
        await breathe();
        const before = scanner.knownOf(libraryId, item, foundPaths);
        if (before) seen.add(before.id);
        if (before && !force && isUnchanged(item, before)) continue;
        try {
          const stored = await scanner.scan(library, folder.id, item, before, force);
          seen.add(stored.id);
          (before ? updated : added).add(stored);
          counts[before ? 'updated' : 'added'] += 1;
        } catch (cause) {
          ctx.log.error('Scan', `"${item.path}" cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (!run.isCancelled) {
      for (const { id } of database.all<{ id: string }>(`SELECT id FROM libraryItems
        WHERE libraryId = ? AND folderId = ? AND isMissing = 0`, libraryId, folder.id)) {
        if (seen.has(id)) continue;
        await breathe();
        const item = scanner.items.load(id);
        if (!item || (await scanner.isEmptyPodcast(item))) continue;
        ctx.log.warn('Scan', `"${item.path}" is missing`);
        updated.add(scanner.markMissing(item));
        counts.missing += 1;
      }
    }
    added.flush();
    updated.flush();
  };

  const removeEmptyNames = (libraryId: string): void => {
    for (const id of scanner.items.names.removeEmptyAuthors(libraryId)) ctx.events.toEveryone('author_removed', { id, libraryId });
    for (const id of scanner.items.names.removeEmptySeries(libraryId)) ctx.events.toEveryone('series_removed', { id, libraryId });
  };

  const runScan = async (libraryId: string, options: ScanOptions, run: { isCancelled: boolean }): Promise<void> => {
    const library = libraries.byId(libraryId);
    if (!library) return;
    const started = Date.now();
    const task = ctx.tasks.start({
      action: 'library-scan', title: { text: `Scanning "${library.name}" library`, key: 'MessageTaskScanningLibrary', subs: [library.name] }, showSuccess: true,
      data: { libraryId, libraryName: library.name, libraryMediaType: library.mediaType },
    });
    const counts: Counts = { added: 0, updated: 0, missing: 0 };
    try {
      for (const folder of library.folders) if (!run.isCancelled) await scanFolder(libraryId, folder, options, run, counts);
      removeEmptyNames(libraryId);
      const elapsed = Date.now() - started;
      const current = libraries.byId(libraryId);
      if (current && !run.isCancelled) libraries.save({ ...current, lastScan: Date.now(), lastScanVersion: CONTRACT_VERSION, lastUpdate: Date.now() });
      task.addData({ scanResults: { ...counts, elapsed, text: resultText(counts, elapsed) } });
      ctx.log.info('Scan', `Library "${library.name}": ${resultText(counts, elapsed)}`);
      if (run.isCancelled) task.finish(CANCELLED);
      else task.finish();
    } catch (cause) {
      ctx.log.error('Scan', `Library "${library.name}": ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
      task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
    }
  };

  const service: ScanService = {
    scanLibrary: (libraryId, options = {}) => {
      const active = running.get(libraryId);
      if (active) return active.done;
      const run = { isCancelled: false, done: Promise.resolve() };
      run.done = runScan(libraryId, options, run).finally(() => running.delete(libraryId));
      running.set(libraryId, run);
      return run.done;
    },
    cancel: (libraryId) => {
      const run = running.get(libraryId);
      if (run) run.isCancelled = true;
    },
    isScanning: (libraryId) => running.has(libraryId),
    scanItem: async (itemId): Promise<ItemScanResult> => {
      const before = scanner.items.load(itemId);
      const library = before && libraries.byId(before.libraryId);
      const folder = library?.folders.find((entry) => entry.id === before?.folderId);
      if (!before || !library || !folder) return 'NOTHING';
      const found = (await findItems(folder.fullPath, { audioOnly: library.mediaType === 'podcast' }).catch(() => [])).find((item) => item.path === before.path);
      if (!found) {
        if (await scanner.isEmptyPodcast(before)) return 'UPTODATE';
        if (!before.isMissing) ctx.events.item('item_updated', toJson(scanner.markMissing(before)));
        return before.isMissing ? 'NOTHING' : 'REMOVED';
      }
      if (isUnchanged(found, before)) return 'UPTODATE';
      ctx.events.item('item_updated', toJson(await scanner.scan(library, folder.id, found, before, false)));
      removeEmptyNames(library.id);
      return 'UPDATED';
    },
    watch: () => watcher.start(),
  };
  const watcher = createLibraryWatcher(ctx, scanner, { isScanning: service.isScanning, toJson, removeEmptyNames });
  ctx.onClose(async () => {
    for (const run of running.values()) run.isCancelled = true;
    await Promise.all([...running.values()].map((run) => run.done));
  });
  return service;
}
