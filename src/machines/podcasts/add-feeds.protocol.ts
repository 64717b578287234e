import type { LibraryFolder } from '../../schemas/api/library.ts';

/** The feed of a podcast, as a list or a search names it. */
export interface NamedFeed {
  /** May be another one than the feed's own. */
  readonly title: string;
  readonly feedUrl: string;
  /** Of the directory; left out where it is not from there. */
  readonly itunesId?: string | null | undefined;
}

/** A feed that may be added. */
export interface OfferedFeed extends NamedFeed {
  /** The library has it already. */
  readonly isKnown: boolean;
}

export interface AddFeedsInput {
  readonly folders: readonly LibraryFolder[];
  readonly feeds: readonly OfferedFeed[];
}

/** What is to be added, and where. */
export interface FeedsToAdd {
  readonly feeds: readonly NamedFeed[];
  readonly folderId: string;
  readonly autoDownloadEpisodes: boolean;
}

/** Null: nothing. */
export type AddFeedsOutput = FeedsToAdd | null;
