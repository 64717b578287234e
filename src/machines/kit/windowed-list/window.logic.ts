import type { TolerantList } from '../../../schemas/tolerant-list.ts';
import type { ListContext } from './windowed-list.protocol.ts';

/** Items per request. Divides by every usual number of columns. */
export const PAGE_SIZE = 48;
export const MOST_LOADERS = 4;
const KEPT_PAGES = 4;

export interface ListItem {
  readonly id: string;
}

/** Null for an entry that could not be parsed. */
export type Slot<Item extends ListItem = ListItem> = Item | null;

export type Page<Item extends ListItem = ListItem> = readonly Slot<Item>[];

/** By number, from 0. */
export type Pages<Item extends ListItem = ListItem> = ReadonlyMap<number, Page<Item>>;

export type Updates<Item extends ListItem = ListItem> = ReadonlyMap<string, Item>;

/** Rendered cells, inclusive; `last` is -1 for none. */
export interface CellWindow {
  readonly first: number;
  readonly last: number;
}

export const NO_WINDOW: CellWindow = { first: 0, last: -1 };

/** Dropped entries leave an empty slot, so that no other moves. */
export function toPage<Item extends ListItem>({ items, dropped }: TolerantList<Item>): Page<Item> {
  const unreadable = new Set(dropped.map(({ path }) => Number(path.split('.')[0])));
  const rest = items.values();
  return Array.from({ length: items.length + unreadable.size }, (_, at) =>
    unreadable.has(at) ? null : (rest.next().value ?? null),
  );
}

/** Length of a list with unknown total: open until a short page ends it. */
export function endOf(number: number, page: Page): { readonly total: number; readonly isOpen: boolean } {
  const end = number * PAGE_SIZE + page.length;
  const isOpen = page.length >= PAGE_SIZE;
  return { total: isOpen ? end + 1 : end, isOpen };
}

/** A page in the middle does not shorten an open list. */
export function totalAfter(
  total: number,
  answer: { readonly total: number; readonly isOpen?: boolean | undefined },
): number {
  return answer.isOpen === true ? Math.max(total, answer.total) : answer.total;
}

export function pageOfIndex(index: number): number {
  return Math.floor(index / PAGE_SIZE);
}

/** Undefined while its page is missing. */
export function slotAt<Item extends ListItem>(pages: Pages<Item>, index: number): Slot<Item> | undefined {
  return pages.get(pageOfIndex(index))?.[index % PAGE_SIZE];
}

export function idAt(pages: Pages, index: number | null): string | null {
  return index === null ? null : (slotAt(pages, index)?.id ?? null);
}

/** Moves the focus to the new place of its item; empty when that is unchanged or unknown. */
export function follow(
  { focused, focusedId }: { readonly focused: number | null; readonly focusedId: string | null },
  { number, page }: { readonly number: number; readonly page: Page },
): { readonly focused?: number; readonly followed?: { readonly index: number } } {
  const at = focusedId === null ? -1 : page.findIndex((slot) => slot?.id === focusedId);
  const index = number * PAGE_SIZE + at;
  return at === -1 || index === focused ? {} : { focused: index, followed: { index } };
}

export function wantedPages({ first, last }: CellWindow, total: number): readonly number[] {
  const end = pageOfIndex(Math.max(0, total - 1));
  if (last < first) return [];
  const from = pageOfIndex(first);
  const to = Math.min(end, pageOfIndex(last));
  const inView = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  return [...inView, to + 1, from - 1].filter((page) => page >= 0 && page <= end);
}

interface LoadPlan {
  readonly start: readonly number[];
  readonly stop: readonly number[];
}

/** Stops loaders that are no longer wanted and starts wanted ones, at most {@link MOST_LOADERS} together. */
export function planLoads(
  wanted: readonly number[],
  isLoaded: (page: number) => boolean,
  loading: readonly number[],
): LoadPlan {
  const stop = loading.filter((page) => !wanted.includes(page));
  const room = MOST_LOADERS - (loading.length - stop.length);
  return {
    stop,
    start: wanted.filter((page) => !isLoaded(page) && !loading.includes(page)).slice(0, Math.max(0, room)),
  };
}

/**
 * Drops pages far from the window, but for that of the focused card.
 * @param focused null for none
 */
export function nearPages(pages: Pages, window: CellWindow, focused: number | null): Pages {
  const isNear = pagesAround(window, KEPT_PAGES);
  const ofFocus = focused === null ? null : pageOfIndex(focused);
  return onlyPages(pages, (page) => isNear(page) || page === ofFocus);
}

export function pagesInView(pages: Pages, window: CellWindow): Pages {
  return onlyPages(pages, pagesAround(window, 0));
}

function pagesAround({ first, last }: CellWindow, more: number): (page: number) => boolean {
  const [from, to] = [pageOfIndex(first) - more, pageOfIndex(Math.max(first, last)) + more];
  return (page) => page >= from && page <= to;
}

function onlyPages(pages: Pages, isWanted: (page: number) => boolean): Pages {
  return [...pages.keys()].every(isWanted) ? pages : new Map([...pages].filter(([page]) => isWanted(page)));
}

export function holdsItem(pages: Pages, id: string): boolean {
  return [...pages.values()].some((page) => page.some((slot) => slot?.id === id));
}

/** Replaces updated items; pages without them keep their identity. */
export function patchPages<Item extends ListItem>(
  pages: Pages<Item>,
  updates: Updates<Item>,
  merge: (shown: Item, update: Item) => Item,
): Pages<Item> {
  return new Map(
    [...pages].map(([number, page]) => {
      if (!page.some((slot) => slot !== null && updates.has(slot.id))) return [number, page];
      return [
        number,
        page.map((slot) => {
          const update = slot && updates.get(slot.id);
          return slot && update ? merge(slot, update) : slot;
        }),
      ];
    }),
  );
}

interface ShownList {
  readonly pages: Pages;
  readonly total: number;
  readonly window: CellWindow;
}

/**
 * Whether new data can be shown without moving the view (pitfall 34): the item nearest to the middle of the window
 * still has its place. When its page is no longer held, an equal total counts.
 */
export function keepsPlace(
  { pages, total, window }: ShownList,
  fresh: { readonly number: number; readonly page: Page; readonly total: number },
): boolean {
  const held = pages.get(fresh.number);
  if (!held) return total === fresh.total;
  const at = Math.max(0, Math.min(middleOf(window) - fresh.number * PAGE_SIZE, fresh.page.length - 1));
  return held[at]?.id === fresh.page[at]?.id;
}

export function middlePage(window: CellWindow): number {
  return pageOfIndex(middleOf(window));
}

function middleOf({ first, last }: CellWindow): number {
  return Math.floor((first + Math.max(first, last)) / 2);
}

export function isSameQuery(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isShown({ query, shownQuery }: ListContext): boolean {
  return shownQuery !== null && isSameQuery(query, shownQuery);
}
