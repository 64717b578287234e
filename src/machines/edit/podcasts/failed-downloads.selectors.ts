import type { SnapshotFrom } from 'xstate';
import type { FailedDownload, failedDownloadsMachine } from './failed-downloads.machine.ts';

type FailedDownloadsSnapshot = SnapshotFrom<typeof failedDownloadsMachine>;

const NONE: readonly FailedDownload[] = [];

export type FailedOf = { readonly libraryId: string } | { readonly libraryItemId: string };

/** Newest first; keeps its identity while unchanged. Empty before the chunk is loaded. */
export function failedOf(of: FailedOf): (snapshot: FailedDownloadsSnapshot | undefined) => readonly FailedDownload[] {
  let last: { readonly all: readonly FailedDownload[]; readonly own: readonly FailedDownload[] } | null = null;
  return (snapshot) => {
    if (!snapshot) return NONE;
    const all = snapshot.context.failed;
    if (last?.all === all) return last.own;
    const own = all.filter(({ download }) =>
      'libraryId' in of ? download.libraryId === of.libraryId : download.libraryItemId === of.libraryItemId,
    );
    last = { all, own };
    return own;
  };
}

export const selectRetried = (snapshot: FailedDownloadsSnapshot | undefined): readonly string[] | undefined =>
  snapshot?.context.waiting;
