import type { ItemsPage } from '../../schemas/api/items-page.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import { patchItem, type ItemUpdates } from '../library/item-patch.logic.ts';

/** Items that are asked for at once. Divides by every usual number of columns. */
export const PAGE_SIZE = 48;
/** Calls for pages under way at the same time. */
export const MOST_LOADERS = 4;
/** Pages kept on each side of the window; those further away are forgotten. */
const KEPT_PAGES = 4;

/** A place on the shelf: an item, or null for an entry that could not be read. */
export type Slot = LibraryItemMinified | null;

/** A loaded page: what stands at its places, in order. */
export type Page = readonly Slot[];

/** Loaded pages by number, from 0. */
export type Pages = ReadonlyMap<number, Page>;

/** The cells that are on the page, both included; `last` is -1 for none. */
export interface CellWindow {
  readonly first: number;
  readonly last: number;
}

/** The answer of the server as a page. Entries that were left out leave their place empty, so that no other moves. */
export function toPage({ results }: Pick<ItemsPage, 'results'>): Page {
  const unreadable = new Set(results.dropped.map(({ path }) => Number(path.split('.')[0])));
  const items = results.items.values();
  return Array.from({ length: results.items.length + unreadable.size }, (_, at) => (unreadable.has(at) ? null : (items.next().value ?? null)));
}

/** The page that a place is on. */
export function pageOfIndex(index: number): number {
  return Math.floor(index / PAGE_SIZE);
}

/** What stands at a place; undefined while its page is not there. */
export function slotAt(pages: Pages, index: number): Slot | undefined {
  return pages.get(pageOfIndex(index))?.[index % PAGE_SIZE];
}

/** The pages that a window needs, most urgent first: those in view, then one ahead, then one behind. */
export function wantedPages({ first, last }: CellWindow, total: number): readonly number[] {
  const end = pageOfIndex(Math.max(0, total - 1));
  if (last < first) return [];
  const from = pageOfIndex(first);
  const to = Math.min(end, pageOfIndex(last));
  const inView = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  return [...inView, to + 1, from - 1].filter((page) => page >= 0 && page <= end);
}

/** What to do about the loaders after the window moved or a page came. */
export interface LoadPlan {
  readonly start: readonly number[];
  readonly stop: readonly number[];
}

/** Loaders of pages that nobody wants any more stop; wanted pages start, at most {@link MOST_LOADERS} together. */
export function planLoads(wanted: readonly number[], isLoaded: (page: number) => boolean, loading: readonly number[]): LoadPlan {
  const stop = loading.filter((page) => !wanted.includes(page));
  const room = MOST_LOADERS - (loading.length - stop.length);
  return { stop, start: wanted.filter((page) => !isLoaded(page) && !loading.includes(page)).slice(0, Math.max(0, room)) };
}

/** The pages near the window. A shelf of any length keeps a bounded number of items. */
export function nearPages(pages: Pages, { first, last }: CellWindow): Pages {
  const from = pageOfIndex(first) - KEPT_PAGES;
  const to = pageOfIndex(Math.max(first, last)) + KEPT_PAGES;
  const far = [...pages.keys()].filter((page) => page < from || page > to);
  return far.length === 0 ? pages : new Map([...pages].filter(([page]) => !far.includes(page)));
}

/** Whether the item is among the loaded ones, itself or in a collapsed series. */
export function holdsItem(pages: Pages, id: string): boolean {
  return [...pages.values()].some((page) => page.some((slot) => slot?.id === id));
}

/** Shows updated items in their places; pages without them stay the same objects. */
export function patchPages(pages: Pages, updates: ItemUpdates): Pages {
  return new Map([...pages].map(([number, page]) => {
    if (!page.some((slot) => slot !== null && updates.has(slot.id))) return [number, page];
    return [number, page.map((slot) => {
      const update = slot && updates.get(slot.id);
      return slot && update ? patchItem(slot, update) : slot;
    })];
  }));
}

/**
 * Whether the shelf can take over what the server says now without moving what is in view (pitfall 34): the
 * card in the middle of the window still has its place, so nothing came or went before it.
 */
export function keepsPlace(pages: Pages, fresh: { readonly number: number; readonly page: Page }, { first, last }: CellWindow): boolean {
  const middle = Math.floor((first + Math.max(first, last)) / 2);
  if (pageOfIndex(middle) !== fresh.number) return false;
  return slotAt(pages, middle)?.id === fresh.page[middle % PAGE_SIZE]?.id;
}

/** The page to look at for {@link keepsPlace}. */
export function middlePage({ first, last }: CellWindow): number {
  return pageOfIndex(Math.floor((first + Math.max(first, last)) / 2));
}
