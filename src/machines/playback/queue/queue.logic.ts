import type { QueueItem } from '../../../schemas/queue.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand, PlayPreview } from '../player/player.protocol.ts';

export const QUEUE_MENU = 'player-queue';

export const isQueueMenu = (openId: string | null): boolean =>
  openId === QUEUE_MENU || (openId?.startsWith(`${QUEUE_MENU}/`) ?? false);

type Items = readonly QueueItem[];

export const has = (items: readonly MediaRef[], media: MediaRef): boolean =>
  items.some((item) => isSameMedia(item, media));

export function without<Item extends MediaRef>(items: readonly Item[], removed: readonly MediaRef[]): readonly Item[] {
  return items.filter((item) => !has(removed, item));
}

export function waitingOf(items: Items, open: MediaRef | null): Items {
  return open === null ? items : without(items, [open]);
}

export function once(items: Items): Items {
  return items.filter((item, index) => items.findIndex((other) => isSameMedia(item, other)) === index);
}

export interface Addition {
  readonly items: Items;
  readonly added: Items;
  readonly known: Items;
}

/** Adds items at one end; known ones only move to the front with `next`. Never adds `open`. */
export function add(items: Items, more: Items, place: 'next' | 'last', open: MediaRef | null): Addition {
  const wanted = waitingOf(once(more), open);
  const added = without(wanted, items);
  const known = wanted.filter((item) => has(items, item));
  return { items: place === 'next' ? [...wanted, ...without(items, wanted)] : [...items, ...added], added, known };
}

/** `index` from 0, clamped. */
export function move<Item extends MediaRef>(items: readonly Item[], media: MediaRef, index: number): readonly Item[] {
  const moved = items.find((item) => isSameMedia(item, media));
  return moved ? insert(without(items, [media]), [moved], index) : items;
}

/** Inserts at `index`; known items stay where they are. */
export function insert<Item extends MediaRef>(
  items: readonly Item[],
  back: readonly Item[],
  index: number,
): readonly Item[] {
  const at = Math.min(Math.max(index, 0), items.length);
  return [...items.slice(0, at), ...without(back, items), ...items.slice(at)];
}

/** Unheard seconds. */
export function secondsOf(
  items: Items,
  progressOf: (media: MediaRef) => { readonly currentTime: number; readonly isFinished: boolean } | null,
): number {
  return items.reduce((sum, item) => {
    const progress = progressOf(item);
    const heard = progress === null || progress.isFinished ? 0 : progress.currentTime;
    return sum + Math.max(0, item.duration - heard);
  }, 0);
}

function mediaOf({ libraryItemId, episodeId }: QueueItem): MediaRef {
  return { libraryItemId, episodeId };
}

function previewOf({ title, subtitle, episodeId, coverPath, updatedAt, duration }: QueueItem): PlayPreview {
  const by = episodeId === null ? { author: subtitle } : { author: '', podcast: subtitle };
  return { title, ...by, coverUpdatedAt: coverPath === null ? null : updatedAt, duration };
}

/** `isAutomatic`: without a press. */
export function playCommand(item: QueueItem, isAutomatic: boolean): PlayerCommand {
  return {
    type: 'player.play',
    ...mediaOf(item),
    preview: previewOf(item),
    ...(isAutomatic ? { isAutomatic: true } : {}),
  };
}

export function showCommand(item: QueueItem): PlayerCommand {
  return { type: 'player.restore', media: mediaOf(item), preview: previewOf(item), startTime: null };
}
