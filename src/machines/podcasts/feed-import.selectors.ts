import type { SnapshotFrom } from 'xstate';
import type { feedImportMachine } from './feed-import.machine.ts';

type FeedImportSnapshot = SnapshotFrom<typeof feedImportMachine>;

export const selectImportedFeeds = ({ context }: FeedImportSnapshot) => context.feeds;
export const selectIsImporting = (snapshot: FeedImportSnapshot) => snapshot.hasTag('busy');
/** Why the server did not begin; null when it has. */
export const selectImportError = ({ context }: FeedImportSnapshot) => context.error;
