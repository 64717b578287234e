import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { breathe } from '../breathe.ts';
import { messageOf } from '../errors.ts';
import { itemDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { expandedJson } from './item-json.ts';
import { createItemRepository } from './items.repo.ts';
import type { Item } from './model.ts';

/** The metadata of an item as text and lists, as in `metadata.json`. */
export function metadataFile(item: Item): Record<string, unknown> {
  if (item.mediaType === 'podcast') {
    const { feedUrl, imageUrl, itunesPageUrl, type, ...rest } = item.metadata;
    return {
      tags: item.tags,
      ...rest,
      feedURL: feedUrl,
      imageURL: imageUrl,
      itunesPageURL: itunesPageUrl,
      podcastType: type,
    };
  }
  const { authors, series, ...rest } = item.metadata;
  return {
    tags: item.tags,
    chapters: item.chapters,
    ...rest,
    authors: authors.map((author) => author.name),
    series: series.map((entry) => (entry.sequence ? `${entry.name} #${entry.sequence}` : entry.name)),
  };
}

/** Returns the changed item; null keeps it. Runs within the transaction that read the item, so it must not wait. */
export type Change = (item: Item) => Item | null;

/** Authors or series that are removed and announced in one turn of the loop. */
const NAMES_AT_ONCE = 5;

/** Running writes of metadata files, by folder: in turn, so that the last one is the newest. */
const writing = new Map<string, Promise<void>>();

/** Items whose metadata file is older than the store, with the number of pending writes. */
const unwritten = new Map<string, number>();
const count = (id: string, by: number): void => {
  const left = (unwritten.get(id) ?? 0) + by;
  if (left > 0) unwritten.set(id, left);
  else unwritten.delete(id);
};

/** Whether the metadata file of an item is older than the store: a scan must not read it. */
export const isUnwritten = (id: string): boolean => unwritten.has(id);

export type ItemEditor = ReturnType<typeof createItemEditor>;

/** Changes items: stores, announces, and writes the metadata file that survives the next scan. */
export function createItemEditor(ctx: Pick<ServerContext, 'config' | 'store' | 'settings' | 'events' | 'log'>) {
  const { database } = ctx.store;
  const prefixes = () => ctx.settings.get().sortingPrefixes;
  const items = createItemRepository(database, prefixes);

  const writeNow = async (id: string): Promise<void> => {
    const item = items.load(id);
    if (!item) return;
    const own = itemDir(ctx.config, item.id);
    const write = async (folder: string): Promise<boolean> => {
      const part = path.join(folder, `.metadata-${randomUUID()}.json`);
      try {
        await fs.mkdir(folder, { recursive: true });
        await fs.writeFile(part, `${JSON.stringify(metadataFile(item), null, 2)}\n`);
        await fs.rename(part, path.join(folder, 'metadata.json'));
        return true;
      } catch (cause) {
        await fs.rm(part, { force: true }).catch(() => undefined);
        ctx.log.warn('Metadata', `The metadata of "${item.path}" could not be written: ${messageOf(cause)}`);
        return false;
      }
    };
    // The own file wins over the one beside the book, so it must not stay when that one is newer.
    const isBeside = ctx.settings.get().storeMetadataWithItem && !item.isFile && (await write(item.path));
    if (isBeside) await fs.rm(path.join(own, 'metadata.json'), { force: true }).catch(() => undefined);
    else await write(own);
  };
  const writeMetadata = async (id: string): Promise<void> => {
    const work = (writing.get(id) ?? Promise.resolve()).then(() => writeNow(id));
    writing.set(id, work);
    await work;
    if (writing.get(id) === work) writing.delete(id);
  };

  /* The first few go at once, before the caller's announcements. */
  const removeEmptyNames = async (): Promise<void> => {
    for (const [table, event] of [
      ['authors', 'author_removed'],
      ['series', 'series_removed'],
    ] as const) {
      for (let after: string | undefined = ''; after !== undefined;) {
        const names: ReturnType<typeof items.names.removeEmpty> = items.names.removeEmpty(table, after, NAMES_AT_ONCE);
        for (const name of names) ctx.events.toLibrary(name.libraryId, event, name);
        after = names.length < NAMES_AT_ONCE ? undefined : names.at(-1)?.id;
        if (after !== undefined) await breathe();
      }
    }
  };

  /**
   * Reads items again and stores their changes, all or none; returns the changed ones. Announces nothing: see `tell`.
   */
  const store = (ids: readonly string[], change: Change): Item[] => {
    const stored = database.transaction(() =>
      ids.flatMap((id) => {
        const before = items.load(id);
        const after = before ? change(before) : null;
        return after === null || after === before
          ? []
          : items.save({ ...after, updatedAt: Math.max(Date.now(), after.updatedAt + 1) });
      }),
    );
    for (const { id } of stored) count(id, 1);
    return stored;
  };
  const notify = async (stored: readonly Item[], { metadata = true, together = false } = {}): Promise<void> => {
    const json = stored.map((item) => expandedJson(item, prefixes()));
    const removed = removeEmptyNames();
    if (together)
      for (let start = 0; start < json.length; start += 10)
        ctx.events.items('items_updated', json.slice(start, start + 10));
    else for (const item of json) ctx.events.item('item_updated', item);
    await removed;
    for (const { id } of stored) {
      if (metadata) await writeMetadata(id);
      count(id, -1);
    }
  };

  return {
    items,
    prefixes,
    /** Removes and announces authors and series without a book, a few in each turn of the loop. */
    removeEmptyNames,
    store,
    notify,
    /**
     * Changes and announces an item. `metadata: false` when only its files or cover changed. Returns the current item;
     * undefined when it is missing.
     */
    change: async (id: string, change: Change, { metadata = true } = {}): Promise<Item | undefined> => {
      const [stored] = store([id], change);
      if (!stored) return items.load(id);
      await notify([stored], { metadata });
      return stored;
    },
    /** Removes an item from the library; `hard` deletes its files as well. */
    remove: async (item: Item, { hard = false } = {}): Promise<void> => {
      items.remove(item.id);
      ctx.events.toEveryone('item_removed', { id: item.id });
      await fs.rm(itemDir(ctx.config, item.id), { recursive: true, force: true });
      if (hard) {
        await fs.rm(item.path, { recursive: true, force: true }).catch((cause: unknown) => {
          ctx.log.error('Delete', `"${item.path}" could not be deleted: ${messageOf(cause)}`);
        });
      }
    },
  };
}
