import type { SnapshotFrom } from 'xstate';
import type { latestFilterMachine } from './latest-filter.machine.ts';
import type { latestMachine } from './latest.machine.ts';

export const selectLatestList = ({ children }: SnapshotFrom<typeof latestMachine>) => children.list;

export const selectLatestFilter = ({ context }: SnapshotFrom<typeof latestMachine>) => context.filter;
export const selectFilteredRef = ({ children }: SnapshotFrom<typeof latestMachine>) => children.filtered;

type FilterSnapshot = SnapshotFrom<typeof latestFilterMachine>;

export const selectLooked = ({ context }: FilterSnapshot) => context.episodes;
export const selectLookedFor = ({ context }: FilterSnapshot) => context.filter;
export function selectLooking(snapshot: FilterSnapshot): 'looking' | 'paused' | 'failed' | 'resting' {
  if (snapshot.matches('paused')) return 'paused';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'looking' : 'resting';
}
export const selectLookError = ({ context }: FilterSnapshot) => context.error;
