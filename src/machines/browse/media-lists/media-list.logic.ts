import type { Collection, Playlist } from '../../../schemas/api/media-lists.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { RssFeedMinified } from '../../../schemas/api/rss-feed.ts';
import type { PodcastEpisodeExpanded } from '../../../schemas/api/podcast-episode.ts';
import type { PendingChange } from '../../../schemas/pending-change.ts';
import type { MediaRef } from '../../kit/media.logic.ts';

/** A collection holds books, for all accounts; a playlist holds books or episodes of one account. */
export type ListKind = 'collection' | 'playlist';

export interface ListOutline {
  readonly kind: ListKind;
  readonly id: string;
  readonly libraryId: string;
  readonly name: string;
  readonly description: string | null;
  readonly entries: readonly MediaRef[];
}

/** A book (`episodeId` and `episode` null), or an episode with its podcast. */
export interface ListEntry extends MediaRef {
  readonly item: LibraryItemMinified;
  readonly episode: PodcastEpisodeExpanded | null;
}

export interface MediaList extends ListOutline {
  readonly entries: readonly ListEntry[];
  /** Number of entries that failed to parse. */
  readonly unreadable: number;
  /** Ms since 1970. */
  readonly lastUpdate: number;
  readonly feed: RssFeedMinified | null;
}

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

export const titleOf = ({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): string =>
  episode ? episode.title : item.media.metadata.title;

/** Authors of the book, or title of the podcast. May be empty. */
export function bylineOf({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): string {
  if (episode) return item.media.metadata.title;
  return item.mediaType === 'book' ? item.media.metadata.authorName : (item.media.metadata.author ?? '');
}

/** Seconds; 0 if unknown. */
export function durationOf({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): number {
  if (episode) return episode.duration ?? 0;
  return item.mediaType === 'book' ? item.media.duration : 0;
}

export function isPlayable({ item, episode }: Pick<ListEntry, 'item' | 'episode'>): boolean {
  if (item.isMissing || item.isInvalid) return false;
  return item.mediaType === 'book' ? item.media.numTracks > 0 : episode !== null;
}

export const refOf = ({ libraryItemId, episodeId }: MediaRef): MediaRef => ({ libraryItemId, episodeId });

/** The list with its pending name and description; null without a pending edit. */
export function renamed(list: MediaList, changes: readonly PendingChange[]): MediaList | null {
  const change = changes
    .flatMap(({ body }) => (body.kind === 'list' && body.job.list.id === list.id ? body.job : []))
    .findLast((job) => job.kind === 'edit')?.change;
  return change ? { ...list, ...change } : null;
}

/** Compares name, description and entries in order. */
export function isSameList(one: ListOutline, other: ListOutline): boolean {
  const digest = ({ name, description, entries }: ListOutline) =>
    JSON.stringify([name, description, entries.map(({ libraryItemId, episodeId }) => [libraryItemId, episodeId])]);
  return digest(one) === digest(other);
}
