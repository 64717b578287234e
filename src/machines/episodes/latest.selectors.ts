import type { SnapshotFrom } from 'xstate';
import type { latestFilterMachine } from './latest-filter.machine.ts';
import type { latestMachine } from './latest.machine.ts';

/** The list of the episodes: read it by `windowed-list.selectors`. */
export const selectLatestList = ({ children }: SnapshotFrom<typeof latestMachine>) => children.list;

export const selectLatestFilter = ({ context }: SnapshotFrom<typeof latestMachine>) => context.filter;
/** The machine that finds what passes the filter. */
export const selectFilteredRef = ({ children }: SnapshotFrom<typeof latestMachine>) => children.filtered;

type FilterSnapshot = SnapshotFrom<typeof latestFilterMachine>;

/** All episodes that were looked at. */
export const selectLooked = ({ context }: FilterSnapshot) => context.episodes;
/** The filter that these were looked at for. */
export const selectLookedFor = ({ context }: FilterSnapshot) => context.filter;
/** Whether it looks, waits for a person to go on, has failed, or is at rest. */
export function selectLooking(snapshot: FilterSnapshot): 'looking' | 'paused' | 'failed' | 'resting' {
  if (snapshot.matches('paused')) return 'paused';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.hasTag('busy') ? 'looking' : 'resting';
}
export const selectLookError = ({ context }: FilterSnapshot) => context.error;
