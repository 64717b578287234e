import type { Author } from '../../schemas/api/author.ts';
import type { BookItemMinified, LibraryItemMinified, PodcastItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { SeriesWithBooks } from '../../schemas/api/series.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { patchItems, type ItemUpdates } from '../library/item-patch.logic.ts';

/** What somebody is in the middle of: a book, or an episode of a podcast. */
export interface MiddleEntry {
  readonly item: LibraryItemMinified;
  /** The episode that the shelf means; null for a book. */
  readonly episodeId: string | null;
  readonly shelfId: string;
}

/** What a change of progress is about. */
export type ProgressFact = Pick<MediaProgress, 'libraryItemId' | 'episodeId' | 'isFinished' | 'hideFromContinueListening'>;

type Entity = BookItemMinified | PodcastItemMinified | SeriesWithBooks | Author;
type ChangeList = <Kind extends Entity>(entities: readonly Kind[]) => readonly Kind[];

const CONTINUE_SHELVES: readonly string[] = ['continue-listening', 'continue-reading'];

function withItems<Kind extends Shelf>(shelf: Kind, items: Kind['entities']['items']): Kind {
  return items === shelf.entities.items ? shelf : { ...shelf, entities: { ...shelf.entities, items } };
}

/** Runs over the lists of all shelves. What did not change stays the same object, so that nothing is drawn for nothing. */
function changeLists(shelves: readonly Shelf[], change: (shelf: Shelf) => ChangeList | null): readonly Shelf[] {
  const changed = shelves.map((shelf) => {
    const changeList = change(shelf);
    if (!changeList) return shelf;
    switch (shelf.type) {
      case 'book':
        return withItems(shelf, changeList(shelf.entities.items));
      case 'podcast':
      case 'episode':
        return withItems(shelf, changeList(shelf.entities.items));
      case 'series':
        return withItems(shelf, changeList(shelf.entities.items));
      case 'authors':
        return withItems(shelf, changeList(shelf.entities.items));
    }
  });
  return changed.some((shelf, index) => shelf !== shelves[index]) ? changed : shelves;
}

function itemsOf(shelf: Shelf): readonly LibraryItemMinified[] {
  switch (shelf.type) {
    case 'book':
    case 'podcast':
    case 'episode':
      return shelf.entities.items;
    case 'series':
      return shelf.entities.items.flatMap(({ books }) => books);
    case 'authors':
      return [];
  }
}

/** Whether the item stands on a shelf, also as a book of a series. */
export function showsItem(shelves: readonly Shelf[], id: string): boolean {
  return shelves.some((shelf) => itemsOf(shelf).some((item) => item.id === id));
}

/** Shows the updated items in their places. */
export function patchShelves(shelves: readonly Shelf[], updates: ItemUpdates): readonly Shelf[] {
  const changed = shelves.map((shelf): Shelf => {
    switch (shelf.type) {
      case 'book':
        return withItems(shelf, patchItems(shelf.entities.items, updates));
      case 'podcast':
      case 'episode':
        return withItems(shelf, patchItems(shelf.entities.items, updates));
      case 'series':
        return withItems(shelf, patchBooks(shelf.entities.items, updates));
      case 'authors':
        return shelf;
    }
  });
  return changed.some((shelf, index) => shelf !== shelves[index]) ? changed : shelves;
}

function patchBooks(list: readonly SeriesWithBooks[], updates: ItemUpdates): readonly SeriesWithBooks[] {
  if (!list.some(({ books }) => books.some(({ id }) => updates.has(id)))) return list;
  return list.map((series) => ({ ...series, books: [...patchItems(series.books, updates)] }));
}

/** Shows an author's or a series' new name, picture or number. */
export function patchEntity(shelves: readonly Shelf[], update: { readonly id: string; readonly name: string }): readonly Shelf[] {
  return changeLists(shelves, () => (entities) =>
    entities.some(({ id }) => id === update.id) ? entities.map((shown) => (shown.id === update.id ? { ...shown, ...update } : shown)) : entities);
}

/** Takes an item, series or author off every shelf, or off one shelf only. */
export function dropEntity(shelves: readonly Shelf[], id: string, shelfId?: string): readonly Shelf[] {
  return changeLists(shelves, (shelf) =>
    shelfId !== undefined && shelf.id !== shelfId ? null : (entities) =>
      entities.some((entity) => entity.id === id) ? entities.filter((entity) => entity.id !== id) : entities);
}

/** How many entries could not be read, over all shelves. */
export function countUnreadable(shelves: readonly Shelf[]): number {
  return shelves.reduce((sum, { entities }) => sum + entities.dropped.length, 0);
}

/** Whether nothing stands on any shelf: the library is empty, or new. */
export function isBare(shelves: readonly Shelf[]): boolean {
  return shelves.every(({ entities }) => entities.items.length === 0);
}

function episodeOf(item: LibraryItemMinified): string | null {
  return item.mediaType === 'podcast' ? (item.recentEpisode?.id ?? null) : null;
}

function isAbout(item: LibraryItemMinified, { libraryItemId, episodeId }: ProgressFact): boolean {
  return item.id === libraryItemId && episodeOf(item) === episodeId;
}

/** What was played or read last and is not finished (look.md: the first question of the page). */
export function middleOf(shelves: readonly Shelf[]): MiddleEntry | null {
  for (const shelfId of CONTINUE_SHELVES) {
    const shelf = shelves.find(({ id }) => id === shelfId);
    const item = shelf && itemsOf(shelf)[0];
    if (item) return { item, episodeId: episodeOf(item), shelfId };
  }
  return null;
}

/** The filled shelves below the first card, without what that card shows, in the order of the server. */
export function shelvesBelow(shelves: readonly Shelf[]): readonly Shelf[] {
  const middle = middleOf(shelves);
  return changeLists(shelves, ({ id }) => (id === middle?.shelfId ? (entities) => entities.slice(1) : null))
    .filter(({ entities }) => entities.items.length > 0);
}

/** What a change of progress means for the shelves. */
export type ProgressEffect =
  /** The line on the card moves, nothing else. */
  | 'none'
  /** It was played last now: the first of its shelf. */
  | 'first'
  /** Something began, ended or was hidden: only the server knows the shelves then. */
  | 'unknown';

/** Reads a change of progress. Saves while playing come every ten seconds and must not ask for the shelves. */
export function effectOf(shelves: readonly Shelf[], fact: ProgressFact): ProgressEffect {
  if (fact.isFinished || fact.hideFromContinueListening) return 'unknown';
  const middle = middleOf(shelves);
  if (middle && isAbout(middle.item, fact)) return 'none';
  const stands = shelves.some((shelf) => CONTINUE_SHELVES.includes(shelf.id) && itemsOf(shelf).some((item) => isAbout(item, fact)));
  return stands ? 'first' : 'unknown';
}

/** Puts what was played last to the front of its continue shelf. */
export function moveToFront(shelves: readonly Shelf[], fact: ProgressFact): readonly Shelf[] {
  const index = (shelf: Shelf) => itemsOf(shelf).findIndex((item) => isAbout(item, fact));
  return changeLists(shelves, (shelf) => {
    const at = CONTINUE_SHELVES.includes(shelf.id) ? index(shelf) : -1;
    return at < 1 ? null : (entities) => [...entities.slice(at, at + 1), ...entities.slice(0, at), ...entities.slice(at + 1)];
  });
}

/** Cards of one series are two covers wide. */
function widthOf(shelf: Shelf): number {
  return shelf.entities.items.length * (shelf.type === 'series' ? 2 : 1);
}

/** Shelves up to so many covers are small. */
const SMALL = 3;
/** So many covers of small shelves stand in one line. */
const LINE = 7;

/**
 * The shelves in lines (look.md: a shelf with one thing in it does not take a whole line). Small ones share one;
 * a long shelf stands beside what is small before it, or takes in a small one that would be left alone at the end.
 */
export function linesOf(shelves: readonly Shelf[]): readonly (readonly Shelf[])[] {
  const lines: Shelf[][] = [];
  let line: Shelf[] = [];
  let used = 0;
  for (const shelf of shelves) {
    const isSmall = widthOf(shelf) <= SMALL;
    const fits = line.length > 0 && (isSmall ? used + widthOf(shelf) <= LINE : used <= SMALL);
    if (!fits) {
      line = [];
      used = 0;
      lines.push(line);
    }
    line.push(shelf);
    used += isSmall ? widthOf(shelf) : LINE + SMALL;
  }
  const [last, before] = [lines.at(-1), lines.at(-2)];
  if (last?.length === 1 && before?.length === 1 && last.every((shelf) => widthOf(shelf) <= SMALL)) {
    before.push(...last);
    lines.pop();
  }
  return lines;
}

/** A shelf of things picked at random: it is picked anew when the page is opened, not while somebody looks at it. */
const RANDOM_SHELF = 'discover';

/**
 * Shelves as asked for again, with every shelf that is as before kept the same object, so that only what changed is
 * drawn again.
 * @param options.picksStay whether the shelf of random picks is kept: only while every change was heard of, since new
 * picks do not tell whether the old ones are still there
 */
export function renewShelves(before: readonly Shelf[], after: readonly Shelf[], { picksStay }: { readonly picksStay: boolean }): readonly Shelf[] {
  const known = new Map(before.map((shelf) => [shelf.id, shelf]));
  return after.map((shelf) => {
    const old = known.get(shelf.id);
    if (!old) return shelf;
    const isKept = (picksStay && shelf.id === RANDOM_SHELF) || JSON.stringify(old) === JSON.stringify(shelf);
    return isKept ? old : shelf;
  });
}
