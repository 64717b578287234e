import type { SnapshotFrom } from 'xstate';
import type { relatedMachine } from './related.machine.ts';
import type { RelatedRow } from './related.logic.ts';

type RelatedSnapshot = SnapshotFrom<typeof relatedMachine>;

const NONE: readonly RelatedRow[] = [];

export const selectRelatedRows = ({ context }: RelatedSnapshot) => context.rows ?? NONE;
export const selectHasRelatedFailed = ({ context }: RelatedSnapshot) => context.rows === null && context.error !== null;
export const selectIsRetrying = (snapshot: RelatedSnapshot) => snapshot.matches({ following: 'retrying' });
export const selectHasRelated = (snapshot: RelatedSnapshot) =>
  selectRelatedRows(snapshot).length > 0 || selectHasRelatedFailed(snapshot);
