import type { QueueItem } from '../../src/schemas/queue.ts';

/** An item of the queue, by its id: a book of ten minutes, but for `changes`. */
export function queued(id: string, changes: Partial<QueueItem> = {}): QueueItem {
  return {
    libraryItemId: id,
    libraryId: 'library',
    episodeId: null,
    title: `Title ${id}`,
    subtitle: 'Author',
    caption: '',
    duration: 600,
    coverPath: null,
    updatedAt: 1,
    ...changes,
  };
}

/** The same without data only for display. */
export const mediaOf = (id: string) => ({ libraryItemId: id, episodeId: null });
