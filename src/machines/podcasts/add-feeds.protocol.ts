import type { LibraryFolder } from '../../schemas/api/library.ts';

export interface NamedFeed {
  readonly title: string;
  readonly feedUrl: string;
  /** Of the directory. */
  readonly itunesId?: string | null | undefined;
}

export interface OfferedFeed extends NamedFeed {
  readonly isKnown: boolean;
}

export interface AddFeedsInput {
  readonly folders: readonly LibraryFolder[];
  readonly feeds: readonly OfferedFeed[];
}

export interface FeedsToAdd {
  readonly feeds: readonly NamedFeed[];
  readonly folderId: string;
  readonly autoDownloadEpisodes: boolean;
}

export type AddFeedsOutput = FeedsToAdd | null;
