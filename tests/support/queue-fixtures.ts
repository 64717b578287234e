import type { QueueItem } from '../../src/schemas/queue.ts';

/** Something that waits, by its id: a book of ten minutes, but for `changes`. */
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

/** The same without what is only shown. */
export const mediaOf = (id: string) => ({ libraryItemId: id, episodeId: null });
