import type { SnapshotFrom } from 'xstate';
import type { Library } from '../../schemas/api/library.ts';
import { arranged } from './library-list.logic.ts';
import type { libraryListMachine } from './library-list.machine.ts';

type Snapshot = SnapshotFrom<typeof libraryListMachine>;

const shown = new WeakMap<readonly Library[], readonly [readonly string[] | null, readonly Library[]]>();

export function selectShownLibraries({ context: { libraries, order } }: Snapshot): readonly Library[] {
  const known = shown.get(libraries);
  if (known && known[0] === order) return known[1];
  const list = arranged(libraries, order);
  shown.set(libraries, [order, list]);
  return list;
}

export const selectStarting = ({ context }: Snapshot) => context.starting;
export const selectSaid = ({ context }: Snapshot) => context.said;
export const selectLibraryRemoval = ({ children }: Snapshot) => children.removal;
