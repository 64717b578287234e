import type { SnapshotFrom } from 'xstate';
import type { feedImportMachine } from './feed-import.machine.ts';

type FeedImportSnapshot = SnapshotFrom<typeof feedImportMachine>;

export const selectImportedFeeds = ({ context }: FeedImportSnapshot) => context.feeds;
export const selectIsImporting = (snapshot: FeedImportSnapshot) => snapshot.hasTag('busy');
export const selectImportError = ({ context }: FeedImportSnapshot) => context.error;
