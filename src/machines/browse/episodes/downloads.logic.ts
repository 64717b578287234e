import { memoizeLast } from '../../kit/memo.ts';
import type { SnapshotFrom } from 'xstate';
import type { EpisodeDownload } from '../../../schemas/api/podcast-episode.ts';
import type { DownloadQueue } from '../../../schemas/api/podcast-lists.ts';
import type { downloadsMachine } from './downloads.machine.ts';

export interface Downloads {
  readonly current: EpisodeDownload | null;
  readonly queue: readonly EpisodeDownload[];
}

export const NO_DOWNLOADS: Downloads = { current: null, queue: [] };

export const asListed = ({ currentDownload, queue }: DownloadQueue): Downloads => ({
  current: currentDownload ?? null,
  queue: queue.items,
});

const without = (list: readonly EpisodeDownload[], id: string) => list.filter((one) => one.id !== id);

export const afterStart = ({ queue }: Downloads, download: EpisodeDownload): Downloads => ({
  current: download,
  queue: without(queue, download.id),
});

export const afterEnd = ({ current, queue }: Downloads, download: EpisodeDownload): Downloads => ({
  current: current?.id === download.id ? null : current,
  queue: without(queue, download.id),
});

/** The current download continues. */
export const afterClear = (downloads: Downloads, libraryItemId: string): Downloads => ({
  ...downloads,
  queue: downloads.queue.filter((one) => one.libraryItemId !== libraryItemId),
});

/** Keeps the object's identity while unchanged. */
export function ofPodcast(libraryItemId: string): (downloads: Downloads) => Downloads {
  const isOwn = (one: EpisodeDownload) => one.libraryItemId === libraryItemId;
  return memoizeLast(({ current, queue }) => ({
    current: current && isOwn(current) ? current : null,
    queue: queue.filter(isOwn),
  }));
}

export interface WaitingPodcast {
  readonly libraryItemId: string;
  readonly title: string;
  readonly count: number;
}

/** In the order of the queue. */
export function waitingPodcasts(queue: readonly EpisodeDownload[]): readonly WaitingPodcast[] {
  const found = new Map<string, WaitingPodcast>();
  for (const { libraryItemId, podcastTitle } of queue) {
    const count = (found.get(libraryItemId)?.count ?? 0) + 1;
    found.set(libraryItemId, { libraryItemId, title: podcastTitle ?? '', count });
  }
  return [...found.values()];
}

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
