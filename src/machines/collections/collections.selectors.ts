import type { SnapshotFrom } from 'xstate';
import type { collectionsMachine } from './collections.machine.ts';

/** The list of the collections: read it by `windowed-list.selectors`. */
export const selectCollectionList = ({ children }: SnapshotFrom<typeof collectionsMachine>) => children.list;
