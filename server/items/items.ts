import type { Store } from '../store/index.ts';
import { fromJson } from '../store/database.ts';
import { episodeJson, expandedJson, minifiedFromRow, ROW_COLUMNS, tracksOf, type ItemRow } from './item-json.ts';
import type { ItemRepository } from './items.repo.ts';
import type { ItemAccess, ItemService, PlayableMedia, PlayableTrack } from './items.types.ts';
import type { BookItem, Episode, PodcastItem } from './model.ts';
import { contentRule } from './content-rule.ts';

type AccessRow = Pick<ItemAccess, 'id' | 'libraryId' | 'mediaId' | 'mediaType' | 'title'> & {
  explicit: number;
  tags: string;
};

export function createItemService(
  repository: ItemRepository,
  store: Store,
  prefixes: () => readonly string[],
): ItemService {
  const { database } = store;
  return {
    access: (itemId) => {
      const row = database.get<AccessRow>(
        `SELECT id, libraryId, mediaId, mediaType, title, explicit, (SELECT json_group_array(value) FROM itemValues
         WHERE itemId = i.id AND kind = 'tag') AS tags FROM libraryItems i WHERE id = ?`,
        itemId,
      );
      return (
        row && {
          id: row.id,
          libraryId: row.libraryId,
          mediaId: row.mediaId,
          mediaType: row.mediaType,
          title: row.title,
          explicit: row.explicit === 1,
          tags: fromJson<string[]>(row.tags, []),
        }
      );
    },
    expanded: (itemId) => {
      const item = repository.load(itemId);
      return item && expandedJson(item, prefixes());
    },
    minified: (itemId) => {
      const row = database.get<ItemRow>(`SELECT ${ROW_COLUMNS} FROM libraryItems i WHERE i.id = ?`, itemId);
      return row && minifiedFromRow(row);
    },
    visibleIds: (user, libraryId) => {
      const rule = contentRule(user);
      const libraries = libraryId === undefined ? store.libraries.all().map((library) => library.id) : [libraryId];
      const seen = libraries.filter(
        (id) => user.permissions.accessAllLibraries || user.librariesAccessible.includes(id),
      );
      return seen.flatMap((id) =>
        database
          .all<{ id: string }>(
            `SELECT i.id FROM libraryItems i
        WHERE i.libraryId = ?${rule.sql}`,
            id,
            ...rule.values,
          )
          .map((row) => row.id),
      );
    },
    playable: (itemId, episodeId) => {
      const item = repository.load(itemId);
      if (!item) return undefined;
      if (item.mediaType === 'book') return playableBook(item);
      const episode = item.episodes.find((entry) => entry.id === episodeId);
      return episode && playableEpisode(item, episode);
    },
    episode: (itemId, episodeId) => {
      const item = repository.load(itemId);
      const episode = item?.mediaType === 'podcast' ? item.episodes.find((entry) => entry.id === episodeId) : undefined;
      return item?.mediaType === 'podcast' && episode ? episodeJson(item, episode) : undefined;
    },
  };
}

function playableBook(item: BookItem): PlayableMedia {
  const tracks = tracksOf(item).map((track): PlayableTrack => ({
    index: track.index,
    ino: track.ino,
    title: track.title,
    path: track.metadata.path,
    mimeType: track.mimeType,
    codec: track.codec,
    startOffset: track.startOffset,
    duration: track.duration,
    contentUrl: track.contentUrl,
    json: { ...track },
  }));
  return {
    libraryId: item.libraryId,
    libraryItemId: item.id,
    mediaType: 'book',
    bookId: item.mediaId,
    episodeId: null,
    mediaItemId: item.mediaId,
    metadata: { ...item.metadata },
    displayTitle: item.metadata.title,
    displayAuthor: item.metadata.authors.map((author) => author.name).join(', '),
    coverPath: item.coverPath,
    chapters: item.chapters,
    duration: tracks.reduce((total, track) => total + track.duration, 0),
    tracks,
  };
}

function playableEpisode(item: PodcastItem, episode: Episode): PlayableMedia {
  const file = episode.audioFile;
  const title = file?.metadata.filename ?? '';
  const contentUrl = `/api/items/${item.id}/file/${file?.ino ?? ''}`;
  const tracks: PlayableTrack[] = file
    ? [
        {
          index: 1,
          ino: file.ino,
          title,
          path: file.metadata.path,
          mimeType: file.mimeType,
          codec: file.codec,
          startOffset: 0,
          duration: file.duration,
          contentUrl,
          json: { ...file, index: 1, startOffset: 0, title, contentUrl },
        },
      ]
    : [];
  return {
    libraryId: item.libraryId,
    libraryItemId: item.id,
    mediaType: 'podcast',
    bookId: null,
    episodeId: episode.id,
    mediaItemId: episode.id,
    metadata: { ...item.metadata },
    displayTitle: episode.title,
    displayAuthor: item.metadata.author ?? '',
    coverPath: item.coverPath,
    chapters: [...episode.chapters],
    duration: file?.duration ?? 0,
    tracks,
  };
}
