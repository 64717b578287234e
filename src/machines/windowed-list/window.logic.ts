import type { TolerantList } from '../../schemas/tolerant-list.ts';

/** Items that are requested at once. Divides by every usual number of columns. */
export const PAGE_SIZE = 48;
/** Calls for pages under way at the same time. */
export const MOST_LOADERS = 4;
/** Pages kept on each side of the window; those further away are forgotten. */
const KEPT_PAGES = 4;

/** What lists are made of: things with a name of their own. */
export interface ListItem {
  readonly id: string;
}

/** A place in the list: an item, or null for an entry that could not be read. */
export type Slot<Item extends ListItem = ListItem> = Item | null;

/** A loaded page: what stands at its places, in order. */
export type Page<Item extends ListItem = ListItem> = readonly Slot<Item>[];

/** Loaded pages by number, from 0. */
export type Pages<Item extends ListItem = ListItem> = ReadonlyMap<number, Page<Item>>;

/** Changed items by their id. */
export type Updates<Item extends ListItem = ListItem> = ReadonlyMap<string, Item>;

/** The cells that are on the page, both included; `last` is -1 for none. */
export interface CellWindow {
  readonly first: number;
  readonly last: number;
}

/** The window before anything was drawn. */
export const NO_WINDOW: CellWindow = { first: 0, last: -1 };

/** The answer of the server as a page. Entries that were left out leave their place empty, so that no other moves. */
export function toPage<Item extends ListItem>({ items, dropped }: TolerantList<Item>): Page<Item> {
  const unreadable = new Set(dropped.map(({ path }) => Number(path.split('.')[0])));
  const rest = items.values();
  return Array.from({ length: items.length + unreadable.size }, (_, at) =>
    unreadable.has(at) ? null : (rest.next().value ?? null),
  );
}

/** Where a list ends whose total nobody tells: after a page that is not full. A full one has one place after it. */
export function endOf(number: number, page: Page): { readonly total: number; readonly isOpen: boolean } {
  const end = number * PAGE_SIZE + page.length;
  const isOpen = page.length >= PAGE_SIZE;
  return { total: isOpen ? end + 1 : end, isOpen };
}

/** How long a list is after an answer: one that is open does not get shorter by a page of its middle. */
export function totalAfter(
  total: number,
  answer: { readonly total: number; readonly isOpen?: boolean | undefined },
): number {
  return answer.isOpen === true ? Math.max(total, answer.total) : answer.total;
}

/** The page that a place is on. */
export function pageOfIndex(index: number): number {
  return Math.floor(index / PAGE_SIZE);
}

/** What stands at a place; undefined while its page is not there. */
export function slotAt<Item extends ListItem>(pages: Pages<Item>, index: number): Slot<Item> | undefined {
  return pages.get(pageOfIndex(index))?.[index % PAGE_SIZE];
}

/** The id of what stands at a place; null while that is not known, and without a place. */
export function idAt(pages: Pages, index: number | null): string | null {
  return index === null ? null : (slotAt(pages, index)?.id ?? null);
}

/** The focus stays with its item: where that stands in a page that has come. Empty: not in it, or where it was. */
export function follow(
  { focused, focusedId }: { readonly focused: number | null; readonly focusedId: string | null },
  { number, page }: { readonly number: number; readonly page: Page },
): { readonly focused?: number; readonly followed?: { readonly index: number } } {
  const at = focusedId === null ? -1 : page.findIndex((slot) => slot?.id === focusedId);
  const index = number * PAGE_SIZE + at;
  return at === -1 || index === focused ? {} : { focused: index, followed: { index } };
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
 * The pages near the window, and that of the focused card. A list of any length keeps a bounded number of items.
 * @param focused place of the card that had the focus last; null for none
 */
export function nearPages(pages: Pages, window: CellWindow, focused: number | null): Pages {
  const isNear = pagesAround(window, KEPT_PAGES);
  const ofFocus = focused === null ? null : pageOfIndex(focused);
  return onlyPages(pages, (page) => isNear(page) || page === ofFocus);
}

/** The pages of which something is in view. */
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

/** Whether the item is among the loaded ones. */
export function holdsItem(pages: Pages, id: string): boolean {
  return [...pages.values()].some((page) => page.some((slot) => slot?.id === id));
}

/**
 * Shows updated items in their places; pages without them stay the same objects.
 * @param merge the item as the list shows it with what an update brought
 */
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

/** What the list shows, as far as it says where an item stands. */
export interface ShownList {
  readonly pages: Pages;
  readonly total: number;
  readonly window: CellWindow;
}

/**
 * Whether the list can show what the server says now without moving what is in view (pitfall 34): in the answered
 * page, the item nearest to the middle of the window has its place still, so nothing came or went before it. Where
 * that page is not held any more, the same number of items counts as unchanged.
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

/** The page to look at for {@link keepsPlace}. */
export function middlePage(window: CellWindow): number {
  return pageOfIndex(middleOf(window));
}

function middleOf({ first, last }: CellWindow): number {
  return Math.floor((first + Math.max(first, last)) / 2);
}
