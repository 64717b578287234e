import type { ToldItem } from '../../schemas/api/library-item-reduced.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';

/** Keeps what only the list knows: collapsed series, episode of the shelf, number in the series. */
export function patchItem<Item extends LibraryItemMinified>(shown: Item, update: LibraryItemMinified): Item {
  if (shown.mediaType !== update.mediaType) return shown;
  // Lists keep no episode ids.
  const { episodeIds: _ids, ...told }: ToldItem & { episodeIds?: unknown } = update;
  return {
    ...shown,
    ...told,
    media: { ...shown.media, ...update.media, metadata: { ...shown.media.metadata, ...update.media.metadata } },
  };
}

export type ItemUpdates = ReadonlyMap<string, LibraryItemMinified>;

/** Returns the same list when nothing changes. */
export function patchItems<Item extends LibraryItemMinified>(
  items: readonly Item[],
  updates: ItemUpdates,
): readonly Item[] {
  if (!items.some(({ id }) => updates.has(id))) return items;
  return items.map((item) => {
    const update = updates.get(item.id);
    return update ? patchItem(item, update) : item;
  });
}
