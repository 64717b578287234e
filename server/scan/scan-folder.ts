import { breathe } from '../breathe.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import type { ItemJson } from '../items/items.types.ts';
import type { Item } from '../items/model.ts';
import type { Library } from '../store/libraries.repo.ts';
import { isUnchanged, walkOptionsOf, type ItemScanner } from './item-scanner.ts';
import type { ScanOptions } from './scan.types.ts';
import type { FoundItem } from './types.ts';
import { walkItems } from './walk.ts';

/** Items read at the same time, and items per `items_added` or `items_updated` event. */
const CONCURRENCY = 4;
const CHUNK = 10;

export interface Counts {
  added: number;
  updated: number;
  missing: number;
}

/** A folder of a library, and the scan that it belongs to. */
interface FolderScan {
  readonly library: Library;
  readonly folder: { readonly id: string; readonly fullPath: string };
  readonly options: ScanOptions;
  readonly run: { readonly isCancelled: boolean };
  readonly counts: Counts;
}

/** Scans whole folders: reads what is new or changed, and marks what is missing. */
export function createFolderScanner(
  ctx: Omit<ServerContext, 'scans'>,
  scanner: ItemScanner,
  toJson: (item: Item) => ItemJson,
): (scan: FolderScan) => Promise<void> {
  const { database } = ctx.store;

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

  type Announcer = ReturnType<typeof announcer>;

  /** Reads found items, some at a time; an unchanged one only counts as seen. */
  const readItems = async (
    { library, folder, options: { force = false }, run, counts }: FolderScan,
    found: AsyncGenerator<FoundItem>,
    { added, updated, seen }: { added: Announcer; updated: Announcer; seen: Set<string> },
  ): Promise<void> => {
    const work = async (): Promise<void> => {
      // All workers take from the one walk.
      for (let next = await found.next(); next.value && !run.isCancelled; next = await found.next()) {
        const item = next.value;
        await breathe();
        const before = scanner.knownOf(library.id, item);
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
  };

  const markMissing = async ({ folder, counts }: FolderScan, seen: ReadonlySet<string>, updated: Announcer) => {
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
  };

  return async (scan) => {
    const { library, folder, options, run } = scan;
    const found = await walkItems(folder.fullPath, walkOptionsOf(library)).catch((cause: unknown) => {
      ctx.log.error('Scan', `The folder "${folder.fullPath}" cannot be read: ${messageOf(cause)}`);
      return null;
    });
    if (found === null && options.keepUnreachable) return;
    const [added, updated] = [announcer('items_added'), announcer('items_updated')];
    const seen = new Set<string>();
    if (found) await readItems(scan, found, { added, updated, seen });
    if (!run.isCancelled) await markMissing(scan, seen, updated);
    for (const { flush } of [added, updated]) {
      flush();
      await breathe();
    }
  };
}
