import type { Author } from '../../schemas/api/author.ts';
import type {
  BookItemMinified,
  LibraryItemMinified,
  PodcastItemMinified,
} from '../../schemas/api/library-item-minified.ts';
import type { SeriesWithBooks } from '../../schemas/api/series.ts';
import type { Shelf } from '../../schemas/api/shelf.ts';
import { patchItems, type ItemUpdates } from '../library/item-patch.logic.ts';

type Entity = BookItemMinified | PodcastItemMinified | SeriesWithBooks | Author;
type ChangeList = <Kind extends Entity>(entities: readonly Kind[]) => readonly Kind[];

function withItems<Kind extends Shelf>(shelf: Kind, items: Kind['entities']['items']): Kind {
  return items === shelf.entities.items ? shelf : { ...shelf, entities: { ...shelf.entities, items } };
}

/**
 * Runs over the lists of all shelves. What did not change stays the same object, so that nothing is drawn for nothing.
 */
export function changeLists(shelves: readonly Shelf[], change: (shelf: Shelf) => ChangeList | null): readonly Shelf[] {
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

/** The items of a shelf, those of its series too. */
export function itemsOf(shelf: Shelf): readonly LibraryItemMinified[] {
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
export function patchEntity(
  shelves: readonly Shelf[],
  update: { readonly id: string; readonly name: string },
): readonly Shelf[] {
  return changeLists(
    shelves,
    () => (entities) =>
      entities.some(({ id }) => id === update.id)
        ? entities.map((shown) => (shown.id === update.id ? { ...shown, ...update } : shown))
        : entities,
  );
}

/** Takes an item, series or author off every shelf. */
export function dropEntity(shelves: readonly Shelf[], id: string): readonly Shelf[] {
  return changeLists(
    shelves,
    () => (entities) =>
      entities.some((entity) => entity.id === id) ? entities.filter((entity) => entity.id !== id) : entities,
  );
}

/** Whether nothing stands on any shelf: the library is empty, or new. */
export function isEmpty(shelves: readonly Shelf[]): boolean {
  return shelves.every(({ entities }) => entities.items.length === 0);
}

/** A shelf of things picked at random: it is picked again when the page is opened, not while somebody looks at it. */
const RANDOM_SHELF = 'discover';

/**
 * Refetched shelves, with every shelf that is as before kept the same object, so that only what changed is
 * drawn again.
 * @param options.picksStay whether the shelf of random picks is kept: only while every change was heard of, since new
 * picks do not tell whether the old ones are still there
 */
export function renewShelves(
  before: readonly Shelf[],
  after: readonly Shelf[],
  { picksStay }: { readonly picksStay: boolean },
): readonly Shelf[] {
  const known = new Map(before.map((shelf) => [shelf.id, shelf]));
  return after.map((shelf) => {
    const old = known.get(shelf.id);
    if (!old) return shelf;
    const isKept = (picksStay && shelf.id === RANDOM_SHELF) || JSON.stringify(old) === JSON.stringify(shelf);
    return isKept ? old : shelf;
  });
}
