import type { ServerContext } from '../context.ts';
import type { ItemJson } from '../items/items.types.ts';
import { expandedJson } from '../items/item-json.ts';
import type { Item } from '../items/model.ts';
import type { TaskText } from '../tasks/task-manager.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { breathe } from '../breathe.ts';
import { createItemScanner, isUnchanged, walkOptionsOf } from './item-scanner.ts';
import type { ItemScanResult, ScanOptions, ScanService } from './scan.types.ts';
import { createFolderScanner, type Counts } from './scan-folder.ts';
import { findItemsAt } from './walk.ts';
import { createLibraryWatcher } from './watcher.ts';

const CANCELLED: TaskText = { text: 'Task canceled by user', key: 'MessageTaskCanceledByUser' };

interface Run {
  isCancelled: boolean;
  readonly done: Promise<void>;
}

/** `1 added, 2 missing (975 ms)`. */
export function resultText({ added, updated, missing }: Counts, elapsed: number): string {
  const parts = [added && `${added} added`, updated && `${updated} updated`, missing && `${missing} missing`].filter(
    Boolean,
  );
  const time = elapsed < 1000 ? `${elapsed} ms` : `${Math.floor(elapsed / 1000)} sec`;
  return `${parts.join(', ') || 'No changes needed'} (${time})`;
}

/** Scans library folders: whole libraries as tasks, single items, and the changed folders of the watcher. */
export function createScanService(ctx: Omit<ServerContext, 'scans'>): ScanService {
  const scanner = createItemScanner(ctx);
  const running = new Map<string, Run>();
  let isClosed = false;
  const { libraries } = ctx.store;
  const toJson = (item: Item): ItemJson => expandedJson(item, ctx.settings.get().sortingPrefixes);
  const scanFolder = createFolderScanner(ctx, scanner, toJson);

  const runScan = async (libraryId: string, options: ScanOptions, run: { isCancelled: boolean }): Promise<void> => {
    const library = libraries.byId(libraryId);
    if (!library) return;
    const started = Date.now();
    const task = ctx.tasks.start({
      action: 'library-scan',
      about: { libraryId },
      title: { text: `Scanning "${library.name}" library`, key: 'MessageTaskScanningLibrary', subs: [library.name] },
      showSuccess: true,
      data: { libraryId, libraryName: library.name, libraryMediaType: library.mediaType },
    });
    const counts: Counts = { added: 0, updated: 0, missing: 0 };
    try {
      for (const folder of library.folders) {
        const scanned = run.isCancelled ? undefined : libraries.byId(libraryId);
        if (scanned) await scanFolder({ library: scanned, folder, options, run, counts });
      }
      await ctx.editor.removeEmptyNames();
      await breathe();
      const elapsed = Date.now() - started;
      const current = libraries.byId(libraryId);
      if (current && !run.isCancelled)
        libraries.save({ ...current, lastScan: Date.now(), lastScanVersion: CONTRACT_VERSION, lastUpdate: Date.now() });
      task.addData({ scanResults: { ...counts, elapsed, text: resultText(counts, elapsed) } });
      ctx.log.info('Scan', `Library "${library.name}": ${resultText(counts, elapsed)}`);
      if (run.isCancelled) task.finish(CANCELLED);
      else task.finish();
    } catch (cause) {
      ctx.log.error(
        'Scan',
        `Library "${library.name}": ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
      );
      task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
    }
  };

  const scanItem = async (itemId: string): Promise<ItemScanResult> => {
    const before = scanner.items.load(itemId);
    const library = before && libraries.byId(before.libraryId);
    const folder = library?.folders.find((entry) => entry.id === before?.folderId);
    if (!before || !library || !folder) return 'NOTHING';
    const found = (await findItemsAt(folder.fullPath, [before.relPath], walkOptionsOf(library))).find(
      (item) => item.path === before.path,
    );
    if (!found) {
      if (await scanner.isEmptyPodcast(before)) return 'UPTODATE';
      const missing = before.isMissing ? undefined : scanner.markMissing(before);
      if (missing) ctx.events.item('item_updated', toJson(missing));
      return missing ? 'REMOVED' : 'NOTHING';
    }
    if (isUnchanged(found, before)) return 'UPTODATE';
    ctx.events.item('item_updated', toJson(await scanner.scan(library, folder.id, found, before, false)));
    await ctx.editor.removeEmptyNames();
    return 'UPDATED';
  };

  const service: ScanService = {
    scanLibrary: (libraryId, options = {}) => {
      const active = running.get(libraryId);
      if (active) return active.done;
      // Callers that waited for a scan ended by the close request the next one.
      if (isClosed) return Promise.resolve();
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
    scanItem,
    watch: () => watcher.start(),
  };
  const watcher = createLibraryWatcher(ctx, scanner, { isScanning: service.isScanning, toJson });
  ctx.onClose(async () => {
    isClosed = true;
    for (const run of running.values()) run.isCancelled = true;
    await Promise.all([...running.values()].map((run) => run.done));
  });
  return service;
}
