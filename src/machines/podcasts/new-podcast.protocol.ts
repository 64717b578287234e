import type { LibraryFolder } from '../../schemas/api/library.ts';
import type { KnownPodcast } from './known.logic.ts';
import type { OfferedPodcast } from './search.logic.ts';

export interface NewPodcastInput {
  readonly libraryId: string;
  readonly folders: readonly LibraryFolder[];
  readonly feedUrl: string;
  /** The directory's data; null for a typed address. */
  readonly match: OfferedPodcast | null;
  readonly known: readonly KnownPodcast[];
}

export interface NewPodcastOutput {
  readonly itemId: string | null;
  readonly title: string;
}
