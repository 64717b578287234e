import type { QueueItem } from '../../schemas/queue.ts';
import { isSameMedia, type MediaRef, type PlayerCommand, type PlayPreview } from '../player/player.protocol.ts';

/** The name of its dialog among the menus. */
export const QUEUE_MENU = 'player-queue';

/** Whether the open menu is the dialog, or a menu in it. */
export const isQueueMenu = (openId: string | null): boolean =>
  openId === QUEUE_MENU || (openId?.startsWith(`${QUEUE_MENU}/`) ?? false);

type Items = readonly QueueItem[];

export const has = (items: readonly MediaRef[], media: MediaRef): boolean =>
  items.some((item) => isSameMedia(item, media));

/** The list without these. */
export function without<Item extends MediaRef>(items: readonly Item[], gone: readonly MediaRef[]): readonly Item[] {
  return items.filter((item) => !has(gone, item));
}

/** What comes after the open one. Another tab may have put that into the queue. */
export function waitingOf(items: Items, open: MediaRef | null): Items {
  return open === null ? items : without(items, [open]);
}

/** Each once: the first of the same media (PLR-090, AMB-44). */
export function once(items: Items): Items {
  return items.filter((item, index) => items.findIndex((other) => isSameMedia(item, other)) === index);
}

export interface Addition {
  readonly items: Items;
  /** Those that the queue did not have. */
  readonly added: Items;
  /** Those that it had; moved, where they were to be next. */
  readonly known: Items;
}

/** The list with more of them, before or after all others. `open` is not added. */
export function add(items: Items, more: Items, place: 'next' | 'last', open: MediaRef | null): Addition {
  const wanted = waitingOf(once(more), open);
  const added = without(wanted, items);
  const known = wanted.filter((item) => has(items, item));
  return { items: place === 'next' ? [...wanted, ...without(items, wanted)] : [...items, ...added], added, known };
}

/** The list with one at another place, from 0; a place beyond an end is that end. */
export function move<Item extends MediaRef>(items: readonly Item[], media: MediaRef, index: number): readonly Item[] {
  const moved = items.find((item) => isSameMedia(item, media));
  return moved ? insert(without(items, [media]), [moved], index) : items;
}

/** The list with these from this place on. What it has already stays where it is. */
export function insert<Item extends MediaRef>(
  items: readonly Item[],
  back: readonly Item[],
  index: number,
): readonly Item[] {
  const at = Math.min(Math.max(index, 0), items.length);
  return [...items.slice(0, at), ...without(back, items), ...items.slice(at)];
}

/** Seconds of sound that wait, less what was heard of each that is under way. */
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

/** Plays one; `isAutomatic`: nobody has pressed for it. */
export function playCommand(item: QueueItem, isAutomatic: boolean): PlayerCommand {
  return {
    type: 'player.play',
    ...mediaOf(item),
    preview: previewOf(item),
    ...(isAutomatic ? { isAutomatic: true } : {}),
  };
}

/** Shows one in the player, paused. */
export function showCommand(item: QueueItem): PlayerCommand {
  return { type: 'player.restore', media: mediaOf(item), preview: previewOf(item), startTime: null };
}
