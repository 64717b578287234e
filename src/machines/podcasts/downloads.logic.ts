import type { EpisodeDownload } from '../../schemas/api/episode-download.ts';
import type { DownloadQueue } from '../../schemas/api/podcast-lists.ts';

/** What the server downloads of a library of podcasts. */
export interface Downloads {
  /** What is being downloaded now; null: nothing. */
  readonly current: EpisodeDownload | null;
  /** What waits, in its order. */
  readonly queue: readonly EpisodeDownload[];
}

export const NO_DOWNLOADS: Downloads = { current: null, queue: [] };

/** As the server lists them now. */
export const asListed = ({ currentDownload, queue }: DownloadQueue): Downloads => ({
  current: currentDownload ?? null,
  queue: queue.items,
});

const without = (list: readonly EpisodeDownload[], id: string) => list.filter((one) => one.id !== id);

/** One that waited, or is the first one, has begun. */
export const afterStart = ({ queue }: Downloads, download: EpisodeDownload): Downloads => ({
  current: download,
  queue: without(queue, download.id),
});

/** One has ended, well or not. */
export const afterEnd = ({ current, queue }: Downloads, download: EpisodeDownload): Downloads => ({
  current: current?.id === download.id ? null : current,
  queue: without(queue, download.id),
});

/** Nothing of this podcast waits any more. What is being downloaded goes on. */
export const afterClear = (downloads: Downloads, libraryItemId: string): Downloads => ({
  ...downloads,
  queue: downloads.queue.filter((one) => one.libraryItemId !== libraryItemId),
});

/** Those of one podcast. The same object as long as they are the same. */
export function ofPodcast(libraryItemId: string): (downloads: Downloads) => Downloads {
  let last: { readonly of: Downloads; readonly own: Downloads } | null = null;
  return (downloads) => {
    if (last?.of === downloads) return last.own;
    const isOwn = (one: EpisodeDownload) => one.libraryItemId === libraryItemId;
    const { current, queue } = downloads;
    const own = { current: current && isOwn(current) ? current : null, queue: queue.filter(isOwn) };
    last = { of: downloads, own };
    return own;
  };
}

/** A podcast of which something waits, and how much. */
export interface WaitingPodcast {
  readonly libraryItemId: string;
  readonly title: string;
  readonly count: number;
}

/** The podcasts of which something waits, in the order of the queue. */
export function waitingPodcasts(queue: readonly EpisodeDownload[]): readonly WaitingPodcast[] {
  const found = new Map<string, WaitingPodcast>();
  for (const { libraryItemId, podcastTitle } of queue) {
    const count = (found.get(libraryItemId)?.count ?? 0) + 1;
    found.set(libraryItemId, { libraryItemId, title: podcastTitle ?? '', count });
  }
  return [...found.values()];
}
