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

/** What a `metadata.json` holds: the metadata of an item as text and lists. */
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

/**
 * What becomes of an item; null leaves it as it is. Called within the transaction that read the item, so it must not
 * wait.
 */
export type Change = (item: Item) => Item | null;

/** Authors or series that are removed, and told to everybody who listens, in one turn of the loop. */
const NAMES_AT_ONCE = 5;

/** Writes of metadata files that run, by folder: one after the other, so that the last one is the newest. */
const writing = new Map<string, Promise<void>>();

/** Items whose metadata file is older than what is stored, with the number of changes that are to be written. */
const unwritten = new Map<string, number>();
const count = (id: string, by: number): void => {
  const left = (unwritten.get(id) ?? 0) + by;
  if (left > 0) unwritten.set(id, left);
  else unwritten.delete(id);
};

/** Whether the metadata file of an item is not yet what is stored: then it tells a scan nothing. */
export const isUnwritten = (id: string): boolean => unwritten.has(id);

export type ItemEditor = ReturnType<typeof createItemEditor>;

/** Changes items and lets the world know: stores, announces, writes the metadata file that survives the next scan. */
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
    // The own file wins over the one beside the book, so it must not stay behind when that one is newer.
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

  /* The first are removed and told at once, before what the caller tells next. */
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
   * Reads items again and stores what becomes of them, all or none; gives those that changed. Tells nobody: see `tell`.
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
  const tell = async (stored: readonly Item[], { metadata = true, together = false } = {}): Promise<void> => {
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
    /** Removes authors and series without a book and says so, a few in each turn of the loop. */
    removeEmptyNames,
    store,
    tell,
    /**
     * Changes an item and announces it. `metadata: false` when only its files or cover changed. Gives it as it is now;
     * undefined when it is gone.
     */
    change: async (id: string, change: Change, { metadata = true } = {}): Promise<Item | undefined> => {
      const [stored] = store([id], change);
      if (!stored) return items.load(id);
      await tell([stored], { metadata });
      return stored;
    },
    /** Takes an item out of the library; `hard` deletes its files as well. */
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
