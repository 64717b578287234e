import { messageOf } from '../errors.ts';
import type { ServerContext } from '../context.ts';
import type { ItemJson } from '../items/items.types.ts';
import { expandedJson } from '../items/item-json.ts';
import type { Item } from '../items/model.ts';
import type { TaskText } from '../tasks/task-manager.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { breathe } from '../breathe.ts';
import { createItemScanner, isUnchanged, walkOptionsOf } from './item-scanner.ts';
import type { ItemScanResult, ScanOptions, ScanService } from './scan.types.ts';
import { findItemsAt, walkItems } from './walk.ts';
import { createLibraryWatcher } from './watcher.ts';

/** Items read at the same time, and items per `items_added` or `items_updated` event. */
const CONCURRENCY = 4;
const CHUNK = 10;

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

  /** Ids of the present items of a folder; null after every few hundred, so that other work may run. */
  function* present(folderId: string): Generator<string | null> {
    for (let last: string | undefined = ''; last !== undefined; yield null) {
      const ids: string[] = database
        .all<{ id: string }>(
          'SELECT id FROM libraryItems WHERE folderId = ? AND isMissing = 0 AND id > ? ORDER BY id LIMIT 500',
          folderId,
          last,
        )
        .map(({ id }) => id);
      yield* ids;
      last = ids.at(-1);
    }
  }

  const scanFolder = async (
    libraryId: string,
    folder: { id: string; fullPath: string },
    { force = false, keepUnreachable = false }: ScanOptions,
    run: { isCancelled: boolean },
    counts: Counts,
  ): Promise<void> => {
    const library = libraries.byId(libraryId);
    if (!library) return;
    const [added, updated] = [announcer('items_added'), announcer('items_updated')];
    const found = await walkItems(folder.fullPath, walkOptionsOf(library)).catch((cause: unknown) => {
      ctx.log.error('Scan', `The folder "${folder.fullPath}" cannot be read: ${messageOf(cause)}`);
      return null;
    });
    if (found === null && keepUnreachable) return;
    const seen = new Set<string>();
    const work = async (): Promise<void> => {
      // All workers take from the one walk.
      for (let next = await found?.next(); next?.value && !run.isCancelled; next = await found?.next()) {
        const item = next.value;
        await breathe();
        const before = scanner.knownOf(libraryId, item);
        if (before) seen.add(before.id);
        if (before && !force && isUnchanged(item, before)) continue;
        try {
          const stored = await scanner.scan(library, folder.id, item, before, force);
          seen.add(stored.id);
          await breathe();
          (before ? updated : added).add(stored);
          counts[before ? 'updated' : 'added'] += 1;
        } catch (cause) {
          ctx.log.error('Scan', `"${item.path}" cannot be read: ${messageOf(cause)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (!run.isCancelled) {
      for (const id of present(folder.id)) {
        if (id === null || !seen.has(id)) await breathe();
        if (id === null || seen.has(id)) continue;
        const item = scanner.items.load(id);
        if (!item || (await scanner.isEmptyPodcast(item))) continue;
        ctx.log.warn('Scan', `"${item.path}" is missing`);
        const missing = scanner.markMissing(item);
        if (!missing) continue;
        updated.add(missing);
        counts.missing += 1;
      }
    }
    for (const { flush } of [added, updated]) {
      flush();
      await breathe();
    }
  };

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
      for (const folder of library.folders)
        if (!run.isCancelled) await scanFolder(libraryId, folder, options, run, counts);
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
    scanItem: async (itemId): Promise<ItemScanResult> => {
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
    },
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
