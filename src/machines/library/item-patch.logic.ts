import type { ToldItem } from '../../schemas/api/library-item-reduced.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';

/**
 * The item as a list shows it, with what an event brought. What only the list knew (the collapsed series,
 * the episode that a shelf means, the number in a series) stays.
 */
export function patchItem<Item extends LibraryItemMinified>(shown: Item, update: LibraryItemMinified): Item {
  if (shown.mediaType !== update.mediaType) return shown;
  // An event names all episodes of a podcast: a list keeps none of that.
  const { episodeIds: _ids, ...told }: ToldItem & { episodeIds?: unknown } = update;
  return {
    ...shown,
    ...told,
    media: { ...shown.media, ...update.media, metadata: { ...shown.media.metadata, ...update.media.metadata } },
  };
}

/** Items by id, as {@link itemUpdatesMachine} hands them on. */
export type ItemUpdates = ReadonlyMap<string, LibraryItemMinified>;

/** The list with its updated items replaced; the same list when none of them is in it. */
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
