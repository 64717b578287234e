import { PART_SIZE } from '../../playback/pending-changes/pending-changes.logic.ts';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { trackCount, type ShownItem } from '../../kit/shown-item.logic.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { PickedItem } from './selection.protocol.ts';

export function partsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / PART_SIZE) }, (_, part) =>
    all.slice(part * PART_SIZE, (part + 1) * PART_SIZE),
  );
}

/** By id, in order of selection. */
export type Picked = ReadonlyMap<string, PickedItem>;

/** The item of a card, or the books of a collapsed series; none for an episode. */
export function pickedOf(item: LibraryItemMinified): readonly PickedItem[] {
  if (item.mediaType === 'podcast') {
    if (item.recentEpisode) return [];
  } else if (item.collapsedSeries) return item.collapsedSeries.libraryItemIds.map((id) => ({ id, item: null }));
  return [pickedItem(item)];
}

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

export const mediaOf = ({ id, item }: PickedItem): MediaRef => ({
  libraryItemId: item?.libraryItemId ?? id,
  episodeId: item?.episodeId ?? null,
});

export const idsOfItem = (picked: Picked, itemId: string): readonly string[] =>
  [...picked.values()].filter((one) => mediaOf(one).libraryItemId === itemId).map(({ id }) => id);

/** Selected episodes that their podcast no longer has. */
export const goneOf = (picked: Picked, items: readonly ReportedItem[]): readonly string[] =>
  items.flatMap((item) => {
    const left = item.mediaType === 'podcast' ? item.episodeIds : undefined;
    return left === undefined
      ? []
      : idsOfItem(picked, item.id).filter((id) => {
          const episodeId = picked.get(id)?.item?.episodeId ?? null;
          return episodeId !== null && !left.includes(episodeId);
        });
  });

export function withAll(picked: Picked, more: readonly PickedItem[]): Picked {
  const all = new Map(picked);
  for (const one of more) if (!all.get(one.id)?.item) all.set(one.id, one);
  return all;
}

/** Warns that the range was cut, so that it isn't taken for all items. */
export const cutToast = (count: number): ToastsEvent => ({
  type: 'toasts.show',
  kind: 'info',
  message: { key: 'selection.cut', values: { count } },
});

export function withoutAll(picked: Picked, ids: readonly string[]): Picked {
  const removed = new Set(ids);
  return [...picked.keys()].some((id) => removed.has(id))
    ? new Map([...picked].filter(([id]) => !removed.has(id)))
    : picked;
}

export function toggled(picked: Picked, pressed: readonly PickedItem[]): Picked {
  return pressed.every(({ id }) => picked.has(id))
    ? withoutAll(
        picked,
        pressed.map(({ id }) => id),
      )
    : withAll(picked, pressed);
}

export function unknownOf(picked: Picked): readonly string[] {
  return [...picked.values()].filter(({ item }) => item === null).map(({ id }) => id);
}

/** `unfinish` when all are finished. */
export function markOf(ids: Iterable<string>, isFinished: (id: string) => boolean): 'finish' | 'unfinish' {
  return [...ids].every(isFinished) ? 'unfinish' : 'finish';
}
