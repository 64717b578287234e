import type { LibraryFolder } from '../../schemas/api/library.ts';
import type { KnownPodcast } from './known.logic.ts';
import type { OfferedPodcast } from './search.logic.ts';

export interface NewPodcastInput {
  readonly libraryId: string;
  readonly folders: readonly LibraryFolder[];
  readonly feedUrl: string;
  /** What the directory knows of it; null when its address was given. */
  readonly match: OfferedPodcast | null;
  /** The podcasts of the library. */
  readonly known: readonly KnownPodcast[];
}

/** The new library item; null when none was added. */
export interface NewPodcastOutput {
  readonly itemId: string | null;
  readonly title: string;
}
