import type { SnapshotFrom } from 'xstate';
import type { collectionsMachine } from './collections.machine.ts';

export const selectCollectionList = ({ children }: SnapshotFrom<typeof collectionsMachine>) => children.list;
