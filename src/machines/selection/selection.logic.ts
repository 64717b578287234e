import type { ToldItem } from '../../schemas/api/library-item-reduced.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import { trackCount, type ShownItem } from '../library/shown-item.logic.ts';
import type { MediaRef } from '../player/player.protocol.ts';
import type { PickedItem } from './selection.protocol.ts';

/** Selected items by id, in the order in which they were selected. */
export type Picked = ReadonlyMap<string, PickedItem>;

/** What a press on a card selects: its item, or the books of a collapsed series; no episode. */
export function pickedOf(item: LibraryItemMinified): readonly PickedItem[] {
  if (item.mediaType === 'podcast') {
    if (item.recentEpisode) return [];
  } else if (item.collapsedSeries) return item.collapsedSeries.libraryItemIds.map((id) => ({ id, item: null }));
  return [pickedItem(item)];
}

/** One item, to do with it what is done with selected ones. */
export function pickedItem(item: ShownItem): PickedItem {
  const { id, libraryId, updatedAt, mediaType, media, isMissing, isInvalid } = item;
  const isBook = mediaType === 'book';
  return {
    id,
    item: {
      id,
      libraryItemId: id,
      episodeId: null,
      libraryId,
      updatedAt,
      mediaType,
      hasTracks: isBook && trackCount(item) > 0 && !isMissing && !isInvalid,
      title: media.metadata.title ?? '',
      subtitle: isBook ? item.media.metadata.authorName : '',
      caption: isBook ? item.media.metadata.seriesName : '',
      coverPath: media.coverPath,
      duration: isBook ? item.media.duration : 0,
      folder: 'relPath' in item ? (item.relPath ?? null) : null,
      size: 'size' in item ? item.size : null,
    },
  };
}

/** The book or the episode that this is. */
export const mediaOf = ({ id, item }: PickedItem): MediaRef => ({
  libraryItemId: item?.libraryItemId ?? id,
  episodeId: item?.episodeId ?? null,
});

/** What of an item is selected: itself, or episodes of it. */
export const idsOfItem = (picked: Picked, itemId: string): readonly string[] =>
  [...picked.values()].filter((one) => mediaOf(one).libraryItemId === itemId).map(({ id }) => id);

/** Selected episodes that are no longer among those of their podcast. */
export const goneOf = (picked: Picked, items: readonly ToldItem[]): readonly string[] =>
  items.flatMap((item) => {
    const left = item.mediaType === 'podcast' ? item.episodeIds : undefined;
    return left === undefined
      ? []
      : idsOfItem(picked, item.id).filter((id) => {
          const episodeId = picked.get(id)?.item?.episodeId ?? null;
          return episodeId !== null && !left.includes(episodeId);
        });
  });

/** With these too. What is known of an item already stays. */
export function withAll(picked: Picked, more: readonly PickedItem[]): Picked {
  const all = new Map(picked);
  for (const one of more) if (!all.get(one.id)?.item) all.set(one.id, one);
  return all;
}

/** Of a range more was meant: without this, who selects all would think that it is all. */
export const cutToast = (count: number): ToastsEvent => ({
  type: 'toasts.show',
  kind: 'info',
  message: { key: 'selection.cut', values: { count } },
});

/** Without these. */
export function withoutAll(picked: Picked, ids: readonly string[]): Picked {
  const gone = new Set(ids);
  return [...picked.keys()].some((id) => gone.has(id)) ? new Map([...picked].filter(([id]) => !gone.has(id))) : picked;
}

/** After a press on what stands for these: all of them, or none when all were selected (SEL-015). */
export function toggled(picked: Picked, pressed: readonly PickedItem[]): Picked {
  return pressed.every(({ id }) => picked.has(id))
    ? withoutAll(
        picked,
        pressed.map(({ id }) => id),
      )
    : withAll(picked, pressed);
}

/** Ids of those of which nothing else is known. */
export function unknownOf(picked: Picked): readonly string[] {
  return [...picked.values()].filter(({ item }) => item === null).map(({ id }) => id);
}

/** What marking does to items: all finished ones become not finished, any others finished (SEL-018, SEL-019). */
export function markOf(ids: Iterable<string>, isFinished: (id: string) => boolean): 'finish' | 'unfinish' {
  return [...ids].every(isFinished) ? 'unfinish' : 'finish';
}
