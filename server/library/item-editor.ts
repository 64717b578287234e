import fs from 'node:fs/promises';
import path from 'node:path';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { itemDir } from '../scan/apply.ts';
import { expandedJson } from './item-json.ts';
import { createItemRepository } from './items.repo.ts';
import type { Item } from './model.ts';

/** What a `metadata.json` holds: the metadata of an item as text and lists. */
export function metadataFile(item: Item): Record<string, unknown> {
  if (item.mediaType === 'podcast') {
    const { feedUrl, imageUrl, itunesPageUrl, type, ...rest } = item.metadata;
    return { tags: item.tags, ...rest, feedURL: feedUrl, imageURL: imageUrl, itunesPageURL: itunesPageUrl, podcastType: type };
  }
  const { authors, series, ...rest } = item.metadata;
  return {
    tags: item.tags, chapters: item.chapters, ...rest, authors: authors.map((author) => author.name),
    series: series.map((entry) => (entry.sequence ? `${entry.name} #${entry.sequence}` : entry.name)),
  };
}

/** Changes items and lets the world know: stores, writes the metadata file that survives the next scan, announces. */
export function createItemEditor(ctx: ServerContext) {
  const prefixes = () => ctx.settings.get().sortingPrefixes;
  const items = createItemRepository(ctx.store.database, prefixes);

  const writeMetadata = async (item: Item): Promise<void> => {
    const inFolder = ctx.settings.get().storeMetadataWithItem && !item.isFile;
    const folder = inFolder ? item.path : itemDir(metadataDir(ctx.config), item.id);
    try {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(path.join(folder, 'metadata.json'), `${JSON.stringify(metadataFile(item), null, 2)}\n`);
    } catch (cause) {
      ctx.log.warn('Metadata', `The metadata of "${item.path}" could not be written: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  };

  const removeEmptyNames = (libraryId: string): void => {
    for (const id of items.names.removeEmptyAuthors(libraryId)) ctx.events.toEveryone('author_removed', { id, libraryId });
    for (const id of items.names.removeEmptySeries(libraryId)) ctx.events.toEveryone('series_removed', { id, libraryId });
  };

  const store = async (item: Item, keepsMetadata: boolean): Promise<Item> => {
    const stored = items.save({ ...item, updatedAt: Math.max(Date.now(), item.updatedAt + 1) });
    if (keepsMetadata) await writeMetadata(stored);
    return stored;
  };

  return {
    items,
    prefixes,
    removeEmptyNames,
    /** Stores a changed item and announces it alone. `metadata: false` when only its files or cover changed. */
    save: async (item: Item, { metadata = true } = {}): Promise<Item> => {
      const stored = await store(item, metadata);
      ctx.events.item('item_updated', expandedJson(stored, prefixes()));
      removeEmptyNames(item.libraryId);
      return stored;
    },
    /** Stores several changed items and announces them together, in chunks of ten. */
    saveAll: async (changed: readonly Item[]): Promise<void> => {
      const stored: Item[] = [];
      for (const item of changed) stored.push(await store(item, true));
      for (let start = 0; start < stored.length; start += 10) ctx.events.items(
        'items_updated', stored.slice(start, start + 10).map((item) => expandedJson(item, prefixes())),
      );
      for (const libraryId of new Set(changed.map((item) => item.libraryId))) removeEmptyNames(libraryId);
    },
    /** Takes an item out of the library; `hard` deletes its files as well. */
    remove: async (item: Item, { hard = false } = {}): Promise<void> => {
      items.remove(item.id);
      ctx.events.toEveryone('item_removed', { id: item.id });
      await fs.rm(itemDir(metadataDir(ctx.config), item.id), { recursive: true, force: true });
      if (hard) {
        await fs.rm(item.path, { recursive: true, force: true }).catch((cause: unknown) => {
          ctx.log.error('Delete', `"${item.path}" could not be deleted: ${cause instanceof Error ? cause.message : String(cause)}`);
        });
      }
    },
  };
}
