import { SEQUENCE_ORDER } from '../library/query/order.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ServerContext } from '../context.ts';
import { isRecord } from '../http/input.ts';
import { seriesIn } from '../items/series.repo.ts';
import { collectionsIn } from '../lists/collections.repo.ts';
import type { PlayableMedia } from '../items/items.types.ts';
import type { FeedContent, FeedEntityType, FeedEpisode } from './feeds.repo.ts';

/** Details of a feed besides its content; addresses are without origin. */
export interface FeedDetails {
  readonly slug: string;
  readonly preventIndexing: boolean;
  readonly ownerName: string | null;
  readonly ownerEmail: string | null;
}

/** Why there is no feed: the entity is unknown, or has no audio. */
export type NoFeed = 'unknown' | 'noAudio';

/** Collects the current content of a feed of an item, a collection or a series. */
export function gatherFeed(
  ctx: ServerContext,
  type: FeedEntityType,
  id: string,
  details: FeedDetails,
): FeedContent | NoFeed {
  switch (type) {
    case 'libraryItem':
      return ofItem(ctx, id, details);
    case 'collection': {
      const collections = collectionsIn(ctx.store.database);
      const collection = collections.byId(id);
      if (!collection) return 'unknown';
      const { name, description } = collection;
      return ofBooks(ctx, collections.bookIds(id), details, { name, description, link: `/collection/${id}` });
    }
    case 'series': {
      const { database } = ctx.store;
      const series = seriesIn(database).byId(id);
      if (!series) return 'unknown';
      const books = database.all<{ itemId: string }>(
        `SELECT b.itemId FROM bookSeries b JOIN libraryItems i ON i.id = b.itemId WHERE b.seriesId = ? ORDER BY ${SEQUENCE_ORDER}`,
        id,
      );
      const { name, description, libraryId } = series;
      return ofBooks(
        ctx,
        books.map(({ itemId }) => itemId),
        details,
        { name, description, link: `/library/${libraryId}/series/${id}` },
      );
    }
  }
}

function authorsOf({ metadata, displayAuthor }: PlayableMedia): readonly string[] {
  const authors: readonly unknown[] = Array.isArray(metadata['authors']) ? metadata['authors'] : [];
  const names = authors.filter(isRecord).flatMap(({ name }) => textOf(name) ?? []);
  return names.length > 0 ? names : [displayAuthor ?? ''].filter(Boolean);
}

function ofItem(ctx: ServerContext, id: string, details: FeedDetails): FeedContent | NoFeed {
  const item = ctx.items.expanded(id);
  if (!item) return 'unknown';
  const metadata: Readonly<Record<string, unknown>> = item.media.metadata;
  const link = `/item/${id}`;
  const isPodcast = item.mediaType === 'podcast';
  const author = textOf(isPodcast ? metadata['author'] : metadata['authorName']);
  const episodes = isPodcast
    ? podcastEpisodes(ctx, id, item.media['episodes'], details.slug, { author, link })
    : bookEpisodes(ctx.items.playable(id, null), details.slug, {
        author,
        link,
        explicit: metadata['explicit'] === true,
        startedAt: numberOf(item['addedAt']),
      });
  if (episodes.length === 0) return 'noAudio';
  return {
    coverPath: textOf(item.media['coverPath']),
    episodes,
    meta: {
      ...metaOf(details, link),
      title: textOf(metadata['title']) ?? '',
      description: textOf(metadata['description']),
      author,
      explicit: metadata['explicit'] === true,
      type: isPodcast ? (textOf(metadata['type']) ?? 'episodic') : 'serial',
      language: textOf(metadata['language']),
    },
  };
}

function ofBooks(
  ctx: ServerContext,
  itemIds: readonly string[],
  details: FeedDetails,
  about: { name: string; description: string | null; link: string },
): FeedContent | NoFeed {
  const books = itemIds.flatMap((id) => ctx.items.playable(id, null) ?? []).filter(({ tracks }) => tracks.length > 0);
  if (books.length === 0) return 'noAudio';
  const startedAt = Date.now() - books.reduce((count, { tracks }) => count + tracks.length, 0) * MINUTE;
  let offset = 0;
  const episodes = books.flatMap((book) => {
    const found = bookEpisodes(book, details.slug, {
      author: book.displayAuthor,
      link: `/item/${book.libraryItemId}`,
      explicit: book.metadata['explicit'] === true,
      startedAt: startedAt + offset * MINUTE,
    });
    offset += found.length;
    return found;
  });
  return {
    coverPath: books.find(({ coverPath }) => coverPath !== null)?.coverPath ?? null,
    episodes,
    meta: {
      ...metaOf(details, about.link),
      title: about.name,
      description: about.description,
      author: [...new Set(books.flatMap(authorsOf))].join(', '),
      explicit: books.some(({ metadata }) => metadata['explicit'] === true),
      type: 'serial',
      language: null,
    },
  };
}

const MINUTE = 60_000;

/**
 * The files of a book. Podcast apps sort by date, so each file is dated a minute after the one before. A single file is
 * named after the book.
 */
function bookEpisodes(
  media: PlayableMedia | undefined,
  slug: string,
  about: { author: string | null; link: string; explicit: boolean; startedAt: number },
): FeedEpisode[] {
  return (media?.tracks ?? []).map((track, index, all) => {
    const id = randomUUID();
    const chapter = media?.chapters.length === all.length ? media.chapters[index]?.title : undefined;
    const size = isRecord(track.json['metadata']) ? numberOf(track.json['metadata']['size']) : 0;
    return {
      id,
      title: all.length === 1 ? (media?.displayTitle ?? track.title) : (chapter ?? path.parse(track.title).name),
      description: '',
      enclosure: { url: enclosureUrl(slug, id, track.path), size, type: track.mimeType },
      pubDate: new Date(about.startedAt + index * MINUTE).toUTCString(),
      link: about.link,
      author: about.author,
      explicit: about.explicit,
      duration: track.duration,
      season: null,
      episode: null,
      episodeType: null,
      fullPath: track.path,
    };
  });
}

function podcastEpisodes(
  ctx: ServerContext,
  itemId: string,
  episodes: unknown,
  slug: string,
  about: { author: string | null; link: string },
): FeedEpisode[] {
  return (Array.isArray(episodes) ? episodes : []).filter(isRecord).flatMap((episode) => {
    const id = textOf(episode['id']) ?? '';
    const [track] = ctx.items.playable(itemId, id)?.tracks ?? [];
    if (!track) return [];
    return {
      id,
      title: textOf(episode['title']) ?? '',
      description: textOf(episode['description']) ?? '',
      enclosure: { url: enclosureUrl(slug, id, track.path), size: numberOf(episode['size']), type: track.mimeType },
      pubDate: textOf(episode['pubDate']) ?? new Date(numberOf(episode['publishedAt'])).toUTCString(),
      link: about.link,
      author: about.author,
      explicit: episode['explicit'] === true,
      duration: track.duration,
      season: textOf(episode['season']),
      episode: textOf(episode['episode']),
      episodeType: textOf(episode['episodeType']),
      fullPath: track.path,
    };
  });
}

function metaOf({ slug, preventIndexing, ownerName, ownerEmail }: FeedDetails, link: string) {
  return {
    imageUrl: `/feed/${slug}/cover.jpg`,
    feedUrl: `/feed/${slug}`,
    link,
    preventIndexing,
    ownerName,
    ownerEmail,
  };
}

function enclosureUrl(slug: string, episodeId: string, file: string): string {
  return `/feed/${slug}/item/${episodeId}/media${path.extname(file).toLowerCase()}`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
