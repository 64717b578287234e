import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { NamedReference } from '../../schemas/api/common.ts';
import { chaptersResult, coverResult, itemChange, matchResult, savedItem } from '../../schemas/api/item-changes.ts';
import type { SeriesSequence } from '../../schemas/api/library-item-expanded.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

const itemPath = (id: string) => `/api/items/${encodeURIComponent(id)}`;

/**
 * What can be changed in a book. What is left out stays; an author or series gets any id that is not in use to be
 * created.
 */
export interface BookChange {
  readonly metadata?: {
    readonly title?: string;
    readonly subtitle?: string | null;
    readonly description?: string | null;
    readonly publishedYear?: string | null;
    readonly publishedDate?: string | null;
    readonly publisher?: string | null;
    readonly language?: string | null;
    readonly isbn?: string | null;
    readonly asin?: string | null;
    readonly explicit?: boolean;
    readonly abridged?: boolean;
    readonly narrators?: readonly string[];
    readonly genres?: readonly string[];
    readonly authors?: readonly NamedReference[];
    readonly series?: readonly SeriesSequence[];
  };
  readonly tags?: readonly string[];
  /** Address of a cover to fetch. */
  readonly url?: string;
}

/** What can be changed in a podcast. `lastEpisodeCheck` in ms, limits 0 for none, the schedule as cron expression. */
export interface PodcastChange {
  readonly metadata?: {
    readonly title?: string;
    readonly author?: string | null;
    readonly description?: string | null;
    readonly releaseDate?: string | null;
    readonly genres?: readonly string[];
    readonly feedUrl?: string | null;
    readonly imageUrl?: string | null;
    readonly itunesPageUrl?: string | null;
    readonly itunesId?: string | null;
    readonly itunesArtistId?: string | null;
    readonly language?: string | null;
    readonly explicit?: boolean;
    readonly type?: string | null;
  };
  readonly tags?: readonly string[];
  readonly autoDownloadEpisodes?: boolean;
  readonly autoDownloadSchedule?: string;
  readonly maxEpisodesToKeep?: number;
  readonly maxNewEpisodesToDownload?: number;
  readonly lastEpisodeCheck?: number;
  readonly url?: string;
}

export type MediaChange = BookChange | PodcastChange;

/** Permission update. Values of a wrong type are ignored with status 200. */
export const updateItem = defineEndpoint<{ readonly id: string; readonly change: MediaChange }>()({
  name: 'items.update',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/media`,
  body: ({ change }) => change,
  output: itemChange,
});

/** Permission delete; `hard` deletes the files too. */
export const deleteItem = defineEndpoint<{ readonly id: string; readonly hard: boolean }>()({
  name: 'items.delete',
  method: 'DELETE',
  path: ({ id }) => itemPath(id),
  query: ({ hard }) => ({ hard: hard ? 1 : 0 }),
  output: acknowledgement,
  answer: 'text',
});

export interface MatchInput {
  readonly id: string;
  readonly provider: string;
  readonly title?: string;
  readonly author?: string;
  readonly isbn?: string;
  readonly asin?: string;
  readonly overrideCover?: boolean;
  readonly overrideDetails?: boolean;
}

/** Permission update: takes over what a provider knows, or answers a warning that it knows nothing. */
export const matchItem = defineEndpoint<MatchInput>()({
  name: 'items.match',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/match`,
  body: ({ provider, title, author, isbn, asin, overrideCover, overrideDetails }) => ({
    provider,
    title,
    author,
    isbn,
    asin,
    overrideCover,
    overrideDetails,
  }),
  output: matchResult,
  timeoutMs: 20_000,
});

/** Permissions update and upload: the server fetches the picture. 400 when it cannot. */
export const setCoverFromUrl = defineEndpoint<{ readonly id: string; readonly url: string }>()({
  name: 'items.coverFromUrl',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ url }) => ({ url }),
  output: coverResult,
  timeoutMs: SLOW_CALL_MS,
});

/**
 * Permission update: an image file of the item, by its path on the server. 400 without a path, 500 when it is not
 * there.
 */
export const setCoverFromFile = defineEndpoint<{ readonly id: string; readonly path: string }>()({
  name: 'items.coverFromFile',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/cover`,
  body: ({ path }) => ({ cover: path }),
  output: coverResult,
});

/** Permission delete. */
export const removeCover = defineEndpoint<{ readonly id: string }>()({
  name: 'items.removeCover',
  method: 'DELETE',
  path: ({ id }) => `${itemPath(id)}/cover`,
  output: acknowledgement,
  answer: 'text',
});

/** Permission update: all files in their new order. 400 for none. */
export const updateTracks = defineEndpoint<{
  readonly id: string;
  readonly files: readonly { readonly ino: string; readonly exclude: boolean }[];
}>()({
  name: 'items.updateTracks',
  method: 'PATCH',
  path: ({ id }) => `${itemPath(id)}/tracks`,
  body: ({ files }) => ({ orderedFileData: files }),
  output: savedItem,
});

/**
 * Permission update: replaces all chapters; seconds of the whole book. 400 without a list, 500 for what is no
 * audiobook.
 */
export const updateChapters = defineEndpoint<{ readonly id: string; readonly chapters: readonly Chapter[] }>()({
  name: 'items.updateChapters',
  method: 'POST',
  path: ({ id }) => `${itemPath(id)}/chapters`,
  body: ({ chapters }) => ({ chapters }),
  output: chaptersResult,
});

/** Permission delete: deletes the file itself. 404 when unknown. */
export const deleteFile = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.deleteFile',
  method: 'DELETE',
  path: ({ id, ino }) => `${itemPath(id)}/file/${encodeURIComponent(ino)}`,
  output: acknowledgement,
  answer: 'text',
});

/**
 * Permission update: makes a supplementary ebook the primary one, or the primary one supplementary. 400 for what
 * is no ebook.
 */
export const toggleEbookStatus = defineEndpoint<{ readonly id: string; readonly ino: string }>()({
  name: 'items.toggleEbookStatus',
  method: 'PATCH',
  path: ({ id, ino }) => `${itemPath(id)}/ebook/${encodeURIComponent(ino)}/status`,
  output: acknowledgement,
  answer: 'text',
});
