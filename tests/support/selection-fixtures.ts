import type { KnownItem, PickedItem } from '../../src/machines/browse/selection/selection.protocol.ts';

/** Data of a selected book with sound, but for `changes`. */
export const knownBook = (id: string, changes: Partial<KnownItem> = {}): KnownItem => ({
  id,
  libraryItemId: id,
  episodeId: null,
  libraryId: 'library',
  updatedAt: 1,
  mediaType: 'book',
  hasTracks: true,
  title: `Title ${id}`,
  subtitle: 'Author',
  caption: '',
  coverPath: null,
  duration: 600,
  folder: `Author/Title ${id}`,
  size: 50 * 1024 * 1024,
  ...changes,
});

/** Selected episodes of one podcast with complete data. */
export const pickedEpisodes = (...ids: readonly string[]): readonly PickedItem[] =>
  ids.map((episodeId) => {
    const id = `podcast/${episodeId}`;
    return { id, item: knownBook(id, { libraryItemId: 'podcast', episodeId, mediaType: 'podcast' }) };
  });

/** Selected books with complete data. */
export const pickedBooks = (...ids: readonly string[]): readonly PickedItem[] =>
  ids.map((id) => ({ id, item: knownBook(id) }));
