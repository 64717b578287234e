import type { output } from 'zod/v4/core';
import type { match, mediaChange } from '../../src/schemas/requests/items.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { itemDir } from '../config.ts';
import { patchMedia } from '../library/media-patch.ts';
import type { BookItem, Item, PodcastItem } from '../items/model.ts';
import { storePicture } from '../items/pictures.ts';
import { downloadPicture } from '../library/download-picture.ts';
import { moveTitlePrefix, parseNames } from '../items/names.ts';
import { createAsk } from './ask.ts';
import type { BookMatch } from './book-match.ts';
import { searchBooks } from './books.ts';
import { searchPodcasts, type PodcastMatch } from './providers/itunes.ts';

/**
 * The search, and whether to replace existing values; defaults to the server setting `scannerPreferMatchedMetadata`.
 */
export type MatchOptions = output<typeof match>;

export type MatchResult =
  | { readonly kind: 'none'; readonly provider: string }
  | { readonly kind: 'found'; readonly updated: boolean; readonly item: Item };

const split = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

type MediaChange = output<typeof mediaChange>;
type Metadata = NonNullable<MediaChange['metadata']>;

/** The change for `patchMedia`: the match's values for empty fields, or all of them. */
export function bookChanges({ metadata, tags }: BookItem, match: BookMatch, override: boolean): MediaChange {
  const texts = ['title', 'subtitle', 'description', 'publisher', 'publishedYear', 'language', 'asin', 'isbn'] as const;
  const changes: Metadata = {};
  for (const key of texts) if (match[key] && (override || !metadata[key])) changes[key] = match[key];
  const takes = (current: readonly unknown[], offered: readonly unknown[]): boolean =>
    offered.length > 0 && (override || current.length === 0);
  const [authors, narrators, genres] = [parseNames(match.author ?? ''), split(match.narrator), match.genres ?? []];
  const newTags = split(match.tags);
  const series = (match.series ?? []).map((entry) => ({ name: entry.series, sequence: entry.sequence ?? null }));
  if (takes(metadata.authors, authors)) changes.authors = authors.map((name) => ({ name }));
  if (takes(metadata.narrators, narrators)) changes.narrators = narrators;
  if (takes(metadata.genres, genres)) changes.genres = [...genres];
  if (takes(metadata.series, series)) changes.series = series;
  for (const key of ['explicit', 'abridged'] as const) if (match[key] === true) changes[key] = true;
  return { metadata: changes, ...(takes(tags, newTags) ? { tags: newTags } : {}) };
}

/** Changes of a podcast by a match: empty fields, or all differences with `override`. */
export function podcastChanges({ metadata }: PodcastItem, match: PodcastMatch, override: boolean): MediaChange {
  const offered = {
    title: match.title,
    author: match.artistName,
    description: match.description,
    releaseDate: match.releaseDate,
    feedUrl: match.feedUrl,
    imageUrl: match.cover,
    itunesPageUrl: match.pageUrl,
    itunesId: String(match.id ?? ''),
    itunesArtistId: String(match.artistId ?? ''),
  };
  const isTaken = ([key, value]: [string, string]): boolean =>
    value !== '' && (override || !metadata[key as keyof typeof offered]);
  const changes: Metadata = Object.fromEntries(Object.entries(offered).filter(isTaken));
  if (match.genres.length > 0 && (override || metadata.genres.length === 0)) changes.genres = [...match.genres];
  if (match.explicit && (override || !metadata.explicit)) changes.explicit = true;
  return { metadata: changes };
}

export type QuickMatcher = ReturnType<typeof createQuickMatcher>;

/** Fills an item from the first match of a provider. Announces new authors and series, then the item. */
export function createQuickMatcher(ctx: ServerContext) {
  const { editor } = ctx;

  const withCover = async (item: Item, cover: string | null | undefined, override: boolean): Promise<Item> => {
    if (!cover || (item.coverPath !== null && !override)) return item;
    const folder = ctx.settings.get().storeCoverWithItem && !item.isFile ? item.path : itemDir(ctx.config, item.id);
    try {
      return { ...item, coverPath: await storePicture(await downloadPicture(ctx, cover), folder, 'cover') };
    } catch (cause) {
      ctx.log.warn('Match', `The cover "${cover}" cannot be used: ${messageOf(cause)}`);
      return item;
    }
  };

  /** Creates authors and series that are new to the library, and announces them to users who may see them. */
  const announceNames = ({ libraryId, metadata, tags }: BookItem): void => {
    const viewed = { libraryId, explicit: metadata.explicit, tags };
    const { database } = ctx.store;
    const now = Date.now();
    const isKnown = (table: 'authors' | 'series', name: string): boolean => {
      const sql = `SELECT 1 AS one FROM ${table} WHERE libraryId = ? AND name = ? COLLATE NOCASE`;
      return database.get(sql, libraryId, name) !== undefined;
    };
    for (const { name } of metadata.authors.filter((entry) => !isKnown('authors', entry.name))) {
      const { id } = editor.items.names.authorByName(libraryId, name, now);
      ctx.events.toViewers(viewed, 'author_added', { id, name, libraryId, addedAt: now, updatedAt: now });
    }
    for (const { name } of metadata.series.filter((entry) => !isKnown('series', entry.name))) {
      const { id } = editor.items.names.seriesByName(libraryId, name, now);
      const nameIgnorePrefix = moveTitlePrefix(name, editor.prefixes());
      ctx.events.toViewers(viewed, 'series_added', {
        id,
        name,
        nameIgnorePrefix,
        addedAt: now,
        updatedAt: now,
        libraryId,
      });
    }
  };

  const apply = async (
    id: string,
    changesFor: (item: Item) => MediaChange,
    cover: string | null | undefined,
    overrideCover: boolean,
  ): Promise<MatchResult | null> => {
    const before = editor.items.load(id);
    if (!before) return null;
    const { coverPath } = await withCover(before, cover, overrideCover);
    const hasNewCover = coverPath !== before.coverPath || (overrideCover && coverPath !== null && Boolean(cover));
    let updated = false;
    const item = await editor.change(id, (current) => {
      const patch = patchMedia(current, changesFor(current));
      updated = patch.updated || hasNewCover;
      if (!updated) return null;
      if (patch.item.mediaType === 'book') announceNames(patch.item);
      return { ...patch.item, ...(hasNewCover ? { coverPath } : {}) };
    });
    return item ? { kind: 'found', updated, item } : null;
  };

  return async (itemId: string, options: MatchOptions): Promise<MatchResult | null> => {
    const item = editor.items.load(itemId);
    if (!item) return null;
    const library = ctx.store.libraries.byId(item.libraryId);
    const provider = options.provider || library?.provider || 'google';
    const preferred = ctx.settings.get().scannerPreferMatchedMetadata;
    const [override, overrideCover] = [options.overrideDetails ?? preferred, options.overrideCover ?? preferred];
    const title = options.title || item.metadata.title;
    if (item.mediaType === 'podcast') {
      const country = library?.settings.podcastSearchRegion ?? 'us';
      const [match] = await searchPodcasts(createAsk(ctx), ctx.config.searchServices, title, country);
      if (!match) return { kind: 'none', provider };
      const changesFor = (now: Item) => (now.mediaType === 'podcast' ? podcastChanges(now, match, override) : {});
      return apply(itemId, changesFor, match.cover, overrideCover);
    }
    const query = {
      title,
      author: options.author ?? item.metadata.authors.map(({ name }) => name).join(', '),
      isbn: options.isbn ?? item.metadata.isbn ?? '',
      asin: options.asin ?? item.metadata.asin ?? '',
    };
    const [match] = await searchBooks(ctx, provider, query);
    if (!match) return { kind: 'none', provider };
    const changesFor = (now: Item) => (now.mediaType === 'book' ? bookChanges(now, match, override) : {});
    return apply(itemId, changesFor, match.cover, overrideCover);
  };
}
