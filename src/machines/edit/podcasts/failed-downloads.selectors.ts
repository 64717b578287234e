import type { SnapshotFrom } from 'xstate';
import { memoizeLast } from '../../kit/memo.ts';
import type { FailedDownload, failedDownloadsMachine } from './failed-downloads.machine.ts';

type FailedDownloadsSnapshot = SnapshotFrom<typeof failedDownloadsMachine>;

const NONE: readonly FailedDownload[] = [];

export type FailedOf = { readonly libraryId: string } | { readonly libraryItemId: string };

/** Newest first; keeps its identity while unchanged. Empty before the chunk is loaded. */
export function failedOf(of: FailedOf): (snapshot: FailedDownloadsSnapshot | undefined) => readonly FailedDownload[] {
  const own = memoizeLast((all: readonly FailedDownload[]) =>
    all.filter(({ download }) =>
      'libraryId' in of ? download.libraryId === of.libraryId : download.libraryItemId === of.libraryItemId,
    ),
  );
  return (snapshot) => (snapshot ? own(snapshot.context.failed) : NONE);
}

export const selectRetried = (snapshot: FailedDownloadsSnapshot | undefined): readonly string[] | undefined =>
  snapshot?.context.waiting;
