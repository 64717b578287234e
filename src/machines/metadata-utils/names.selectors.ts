import type { SnapshotFrom } from 'xstate';
import { foundNames } from './names.logic.ts';
import type { namesMachine } from './names.machine.ts';

type Snapshot = SnapshotFrom<typeof namesMachine>;

const shown = new WeakMap<readonly string[], readonly [string, readonly string[]]>();

export function selectFound({ context: { names, query } }: Snapshot): readonly string[] {
  const known = shown.get(names);
  if (known && known[0] === query) return known[1];
  const found = foundNames(names, query);
  shown.set(names, [query, found]);
  return found;
}

export const selectKind = ({ context }: Snapshot) => context.kind;
export const selectCount = ({ context }: Snapshot) => context.names.length;
export const selectUses = ({ context }: Snapshot) => context.uses;
export const selectQuery = ({ context }: Snapshot) => context.query;
export const selectSelected = ({ context }: Snapshot) => context.selected;
export const selectEdited = ({ context }: Snapshot) => context.edited;
export const selectWritten = ({ context }: Snapshot) => context.written;
export const selectIsWorking = (snapshot: Snapshot) => snapshot.matches({ shown: 'working' });
