import type { SnapshotFrom } from 'xstate';
import { readSigned } from './editor.logic.ts';
import { foundChapters } from './lookup.logic.ts';
import type { lookupMachine } from './lookup.machine.ts';

type Snapshot = SnapshotFrom<typeof lookupMachine>;

export const selectLookupFields = ({ context }: Snapshot) => context;
export const selectIsLookingUp = (snapshot: Snapshot) => snapshot.matches('searching');
export const selectHasFailed = (snapshot: Snapshot) => snapshot.matches('failed');

/** Null before a lookup. An invalid offset counts as 0. */
export function foundIn({ found, keepsBranding, offset }: Snapshot['context'], duration: number) {
  return found && foundChapters(found, { keepsBranding, offset: readSigned(offset) ?? 0, duration });
}
