import { memoizeLast } from '../../kit/memo.ts';
import type { SnapshotFrom } from 'xstate';
import type { Library } from '../../../schemas/api/library.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import type { libraryListMachine } from './library-list.machine.ts';

type Libraries = readonly Library[];

/** By the server's display order. */
export const inOrder = (libraries: Libraries): Libraries =>
  libraries.toSorted((one, other) => one.displayOrder - other.displayOrder);

/** Keeps the known sizes: events and saves carry none. */
export function withLibrary(libraries: Libraries, library: Library): Libraries {
  const known = libraries.find(({ id }) => id === library.id);
  const stats = library.stats ?? known?.stats;
  const now = stats ? { ...library, stats } : library;
  return inOrder(known ? libraries.map((one) => (one === known ? now : one)) : [...libraries, now]);
}

export const withoutLibrary = (libraries: Libraries, id: string): Libraries =>
  libraries.filter((library) => library.id !== id);

/** Sorted by ids; missing ids last, in their order. */
export function arranged(libraries: Libraries, order: readonly string[] | null): Libraries {
  if (order === null) return libraries;
  const placeOf = ({ id }: Library) => {
    const place = order.indexOf(id);
    return place === -1 ? order.length : place;
  };
  return libraries.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** `index` from 0. */
export function orderAfterMove(libraries: Libraries, id: string, index: number): readonly string[] {
  const others = libraries.map((library) => library.id).filter((other) => other !== id);
  const at = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

export const isInOrder = (libraries: Libraries, order: readonly string[] | null): boolean =>
  arranged(libraries, order).every((library, index) => library === libraries[index]);

/** Positions from 1. */
export const orderToSave = (libraries: Libraries, order: readonly string[] | null): Body<'libraries.order'> =>
  arranged(libraries, order).map(({ id }, index) => ({ id, newOrder: index + 1 }));

type Snapshot = SnapshotFrom<typeof libraryListMachine>;

const shown = memoizeLast(arranged);
export const selectShownLibraries = ({ context: { libraries, order } }: Snapshot): readonly Library[] =>
  shown(libraries, order);

export const selectStarting = ({ context }: Snapshot) => context.starting;
export const selectSaid = ({ context }: Snapshot) => context.said;
export const selectLibraryRemoval = ({ children }: Snapshot) => children.removal;
