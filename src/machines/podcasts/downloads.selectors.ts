import type { SnapshotFrom } from 'xstate';
import type { downloadsMachine } from './downloads.machine.ts';

type DownloadsSnapshot = SnapshotFrom<typeof downloadsMachine>;

/** Without failures. */
export function selectDownloadsState(snapshot: DownloadsSnapshot): 'loading' | 'failed' | 'empty' | 'filled' {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  const { current, queue } = snapshot.context.downloads;
  return current === null && queue.length === 0 ? 'empty' : 'filled';
}
export const selectDownloads = ({ context }: DownloadsSnapshot) => context.downloads;
export const selectDownloadsError = ({ context }: DownloadsSnapshot) => context.error;
export const selectIsClearing = (snapshot: DownloadsSnapshot) => snapshot.matches({ shown: 'clearing' });
