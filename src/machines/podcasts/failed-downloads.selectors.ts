import type { SnapshotFrom } from 'xstate';
import type { FailedDownload, failedDownloadsMachine } from './failed-downloads.machine.ts';

type FailedDownloadsSnapshot = SnapshotFrom<typeof failedDownloadsMachine>;

const NONE: readonly FailedDownload[] = [];

/** Of which library the failed downloads are wanted, or of which podcast. */
export type FailedOf = { readonly libraryId: string } | { readonly libraryItemId: string };

/** Those that failed, the newest first: the same list as long as nothing changed. None before the code is there. */
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

/** Ids of those that are tried again, now or soon. */
export const selectRetried = (snapshot: FailedDownloadsSnapshot | undefined): readonly string[] | undefined =>
  snapshot?.context.waiting;
