import type { Author } from '../../../schemas/api/author.ts';
import type {
  BookItemMinified,
  LibraryItemMinified,
  PodcastItemMinified,
} from '../../../schemas/api/library-item-minified.ts';
import type { SeriesWithBooks } from '../../../schemas/api/series.ts';
import type { Shelf } from '../../../schemas/api/shelf.ts';
import { formatFilter } from '../../../services/filter-value.ts';
import { patchItems, type ItemUpdates } from '../../kit/shown-item.logic.ts';
import type { Route } from '../../kit/router/routes.ts';

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

/** Random picks, renewed only when the page opens. */
const RANDOM_SHELF = 'discover';

/** Keeps unchanged shelves as the same objects. `picksStay`: keeps the random shelf; only if no event was missed. */
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

/** Width in covers. */
const COVERS_WIDE: Partial<Record<Shelf['type'], number>> = { series: 2, episode: 2 };

export function linesOf({ type, entities }: Shelf): 1 | 2 {
  return type === 'episode' && entities.items.length > 1 ? 2 : 1;
}

function widthOf(shelf: Shelf): number {
  return Math.ceil(shelf.entities.items.length / linesOf(shelf)) * (COVERS_WIDE[shelf.type] ?? 1);
}

const SMALL = 3;
/** In covers. */
const LINE = 7;

export function isLongShelf(shelf: Shelf): boolean {
  return widthOf(shelf) > SMALL;
}

/** Small shelves share a line, with at most one long shelf; keeps the order. */
export function packShelves(shelves: readonly Shelf[]): readonly (readonly Shelf[])[] {
  const lines: Shelf[][] = [];
  let line: Shelf[] = [];
  let used = 0;
  for (const shelf of shelves) {
    const fits = line.length > 0 && (isLongShelf(shelf) ? used <= SMALL : used + widthOf(shelf) <= LINE);
    if (!fits) {
      line = [];
      used = 0;
      lines.push(line);
    }
    line.push(shelf);
    used += isLongShelf(shelf) ? LINE + SMALL : widthOf(shelf);
  }
  const [last, before] = [lines.at(-1), lines.at(-2)];
  if (last?.length === 1 && before?.length === 1 && !last.some(isLongShelf)) {
    before.push(...last);
    lines.pop();
  }
  return lines;
}

export function wholeListOf(shelfId: string, libraryId: string): Route | null {
  const filtered = (value: string): Route => ({
    name: 'bookshelf',
    libraryId,
    filter: formatFilter({ group: 'progress', value }),
  });
  switch (shelfId) {
    case 'continue-listening':
    case 'continue-reading':
      return filtered('in-progress');
    case 'listen-again':
    case 'read-again':
      return filtered('finished');
    case 'recently-added':
      return { name: 'bookshelf', libraryId, sort: 'addedAt', desc: '1' };
    case 'recent-series':
      return { name: 'librarySeries', libraryId };
    case 'newest-authors':
      return { name: 'libraryAuthors', libraryId };
    case 'newest-episodes':
      return { name: 'libraryLatest', libraryId };
    default:
      return null;
  }
}
