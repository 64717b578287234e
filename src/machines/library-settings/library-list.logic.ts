import type { Library } from '../../schemas/api/library.ts';
import type { Body } from '../../schemas/requests/index.ts';

type Libraries = readonly Library[];

/** In display order, as the server counts it. */
export const inOrder = (libraries: Libraries): Libraries =>
  libraries.toSorted((one, other) => one.displayOrder - other.displayOrder);

/** The list with this library as the server has it now. Its sizes stay: events and saves tell none. */
export function withLibrary(libraries: Libraries, library: Library): Libraries {
  const known = libraries.find(({ id }) => id === library.id);
  const stats = library.stats ?? known?.stats;
  const now = stats ? { ...library, stats } : library;
  return inOrder(known ? libraries.map((one) => (one === known ? now : one)) : [...libraries, now]);
}

export const withoutLibrary = (libraries: Libraries, id: string): Libraries =>
  libraries.filter((library) => library.id !== id);

/** The libraries in an order of ids: those that it does not name keep their order and stand last. */
export function arranged(libraries: Libraries, order: readonly string[] | null): Libraries {
  if (order === null) return libraries;
  const placeOf = ({ id }: Library) => {
    const place = order.indexOf(id);
    return place === -1 ? order.length : place;
  };
  return libraries.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order of ids after a library was moved to a place, from 0. */
export function orderAfterMove(libraries: Libraries, id: string, index: number): readonly string[] {
  const others = libraries.map((library) => library.id).filter((other) => other !== id);
  const at = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** Whether the libraries stand in this order already. */
export const isInOrder = (libraries: Libraries, order: readonly string[] | null): boolean =>
  arranged(libraries, order).every((library, index) => library === libraries[index]);

/** As it is saved: places from 1. */
export const orderToSave = (libraries: Libraries, order: readonly string[] | null): Body<'libraries.order'> =>
  arranged(libraries, order).map(({ id }, index) => ({ id, newOrder: index + 1 }));
