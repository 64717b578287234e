import type { User } from '../store/users.repo.ts';

/** JSON of a library item as the API sends it (see the recordings in `items` and `libraries`). */
export interface ItemJson {
  readonly id: string;
  readonly libraryId: string;
  readonly mediaType: 'book' | 'podcast';
  readonly media: {
    readonly metadata: { readonly explicit: boolean; readonly [key: string]: unknown };
    readonly tags: readonly string[];
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

export interface Chapter {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** One audio file of the media. `json` is the whole `audioFile` object of the API; offsets and durations in seconds. */
export interface PlayableTrack {
  readonly index: number;
  readonly ino: string;
  readonly title: string;
  readonly path: string;
  readonly mimeType: string;
  readonly codec: string | null;
  readonly startOffset: number;
  readonly duration: number;
  readonly contentUrl: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** What playback needs of a book or an episode. */
export interface PlayableMedia {
  readonly libraryId: string;
  readonly libraryItemId: string;
  readonly mediaType: 'book' | 'podcast';
  /** The media id of a book, null for a podcast. */
  readonly bookId: string | null;
  readonly episodeId: string | null;
  /** The key of media progress: media id of a book, or id of an episode. */
  readonly mediaItemId: string;
  /** `mediaMetadata` of a playback session: the metadata without the derived names. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly displayTitle: string;
  readonly displayAuthor: string;
  readonly coverPath: string | null;
  readonly chapters: readonly Chapter[];
  readonly duration: number;
  readonly tracks: readonly PlayableTrack[];
}

/** The fields of an item that lists of progress show. */
export interface ItemAccess {
  readonly id: string;
  readonly libraryId: string;
  readonly mediaId: string;
  readonly mediaType: 'book' | 'podcast';
  readonly explicit: boolean;
  readonly tags: readonly string[];
  readonly title: string;
}

/**
 * Library items for the other areas (`ctx.items`), implemented in `items.ts`. Unknown ids give undefined; the caller
 * checks access with `itemInSight(ctx, user, id)` where it matters.
 */
export interface ItemService {
  /** The columns that decide who may see an item. */
  access(itemId: string): ItemAccess | undefined;
  /** `GET /api/items/:id?expanded=1` without the parts of `include`. */
  expanded(itemId: string): ItemJson | undefined;
  minified(itemId: string): ItemJson | undefined;
  /** Ids of all items that a user may see, of one library or of all. */
  visibleIds(user: User, libraryId?: string): string[];
  /** A book, or the episode of a podcast; undefined for an unknown item or episode, or a podcast without episode id. */
  playable(itemId: string, episodeId: string | null): PlayableMedia | undefined;
  /** The minified form of an episode as in `recentEpisode`. */
  episode(itemId: string, episodeId: string): Readonly<Record<string, unknown>> | undefined;
}
