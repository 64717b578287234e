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

/** Keeps unchanged shelves as the same objects, to avoid renders. */
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

/** Includes books of series. */
export function showsItem(shelves: readonly Shelf[], id: string): boolean {
  return shelves.some((shelf) => itemsOf(shelf).some((item) => item.id === id));
}

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

export function dropEntity(shelves: readonly Shelf[], id: string): readonly Shelf[] {
  return changeLists(
    shelves,
    () => (entities) =>
      entities.some((entity) => entity.id === id) ? entities.filter((entity) => entity.id !== id) : entities,
  );
}

export function isEmpty(shelves: readonly Shelf[]): boolean {
  return shelves.every(({ entities }) => entities.items.length === 0);
}

/** Random picks: new ones only when the page opens, not while it is visible. */
const RANDOM_SHELF = 'discover';

/** Keeps unchanged shelves as the same objects. `picksStay` keeps the random shelf; only if no event was missed. */
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
