import type { SnapshotFrom } from 'xstate';
import type { latestMachine } from './latest.machine.ts';

/** The list of the episodes: read it by `windowed-list.selectors`. */
export const selectLatestList = ({ children }: SnapshotFrom<typeof latestMachine>) => children.list;
