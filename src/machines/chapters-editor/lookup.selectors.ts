import type { SnapshotFrom } from 'xstate';
import { readSigned } from './editor.logic.ts';
import { foundChapters } from './lookup.logic.ts';
import type { lookupMachine } from './lookup.machine.ts';

type Snapshot = SnapshotFrom<typeof lookupMachine>;

export const selectLookupFields = ({ context }: Snapshot) => context;
export const selectIsLookingUp = (snapshot: Snapshot) => snapshot.matches('searching');
export const selectHasFailed = (snapshot: Snapshot) => snapshot.matches('failed');

/** What was found, for a book of this length; null before. An offset that is no time is none. */
export function foundIn({ found, keepsBranding, offset }: Snapshot['context'], duration: number) {
  return found && foundChapters(found, { keepsBranding, offset: readSigned(offset) ?? 0, duration });
}
