import type { Collection, Playlist } from '../../schemas/api/media-lists.ts';
import type { LibraryItemMinified } from '../../schemas/api/library-item-minified.ts';
import type { RssFeedMinified } from '../../schemas/api/rss-feed.ts';
import type { PodcastEpisodeExpanded } from '../../schemas/api/podcast-episode.ts';
import type { PendingChange } from '../../schemas/pending-change.ts';
import type { MediaRef } from '../player/player.protocol.ts';

/** Collections hold books and are everybody's; playlists hold books or episodes, and are one account's. */
export type ListKind = 'collection' | 'playlist';

/** A collection or a playlist with what is in it, in order. */
export interface ListOutline {
  readonly kind: ListKind;
  readonly id: string;
  readonly libraryId: string;
  readonly name: string;
  /** Null: none. */
  readonly description: string | null;
  readonly entries: readonly MediaRef[];
}

/** A book (`episodeId` and `episode` null), or an episode with its podcast. */
export interface ListEntry extends MediaRef {
  readonly item: LibraryItemMinified;
  readonly episode: PodcastEpisodeExpanded | null;
}

/** The same with all that is known of its entries. */
export interface MediaList extends ListOutline {
  readonly entries: readonly ListEntry[];
  /** Entries that could not be read. */
  readonly unreadable: number;
  /** Milliseconds since 1970. */
  readonly lastUpdate: number;
  /** Of a collection: the RSS feed that is open. */
  readonly feed: RssFeedMinified | null;
}

/** What the server answers or tells of a collection or a playlist. */
export function toMediaList(data: Collection | Playlist): MediaList {
  const { id, libraryId, name, lastUpdate } = data;
  const about = { id, libraryId, name, lastUpdate, description: data.description || null };
  if ('books' in data) {
    const entries = data.books.items.map((item) => ({ libraryItemId: item.id, episodeId: null, item, episode: null }));
    const feed = data.rssFeed ?? null;
    return { kind: 'collection', ...about, entries, unreadable: data.books.dropped.length, feed };
  }
  const entries = data.items.items.map(({ libraryItemId, episodeId, libraryItem, episode }) => ({
    libraryItemId,
    episodeId: episodeId ?? null,
    item: libraryItem,
    episode: episode ?? null,
  }));
  return { kind: 'playlist', ...about, entries, unreadable: data.items.dropped.length, feed: null };
}

/** Title of the book or the episode; may be empty. */
export const titleOf = ({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): string =>
  episode ? episode.title : item.media.metadata.title;

/** Authors of the book, or name of the podcast; may be empty. */
export function bylineOf({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): string {
  if (episode) return item.media.metadata.title;
  return item.mediaType === 'book' ? item.media.metadata.authorName : (item.media.metadata.author ?? '');
}

/** Seconds; 0 where it is not known. */
export function durationOf({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): number {
  if (episode) return episode.duration ?? 0;
  return item.mediaType === 'book' ? item.media.duration : 0;
}

/** Whether there is sound to play. */
export function isPlayable({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): boolean {
  if (item.isMissing || item.isInvalid) return false;
  return item.mediaType === 'book' ? item.media.numTracks > 0 : episode !== null;
}

/** What names an entry, and nothing else. */
export const refOf = ({ libraryItemId, episodeId }: MediaRef): MediaRef => ({ libraryItemId, episodeId });

/** The list as the last of these changes calls it, which the server may not have; null: none of them does. */
export function renamed(list: MediaList, changes: readonly PendingChange[]): MediaList | null {
  const change = changes
    .flatMap(({ body }) => (body.kind === 'list' && body.job.list.id === list.id ? body.job : []))
    .findLast((job) => job.kind === 'edit')?.change;
  return change ? { ...list, ...change } : null;
}

/** Whether both say the same: name, description and what is in it, in order. */
export function isSameList(one: ListOutline, other: ListOutline): boolean {
  const digest = ({ name, description, entries }: ListOutline) =>
    JSON.stringify([name, description, entries.map(({ libraryItemId, episodeId }) => [libraryItemId, episodeId])]);
  return digest(one) === digest(other);
}
