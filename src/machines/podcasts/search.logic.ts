import type { Library, LibraryFolder } from '../../schemas/api/library.ts';
import type { PodcastMatch } from '../../schemas/api/provider-search.ts';

/** What of a library says where its podcasts are looked for, and where they go. */
export interface PodcastPlace {
  /** The country whose directory is searched; null for the server's own choice. */
  readonly region: string | null;
  readonly folders: readonly LibraryFolder[];
}

/** The place that a library is. */
export const placeOf = ({ settings, folders }: Library): PodcastPlace => ({
  region: settings.podcastSearchRegion ?? null,
  folders,
});

/** A result with the address of its feed: others cannot be added. */
export type OfferedPodcast = PodcastMatch & { readonly feedUrl: string };

/** Whether the text is an address rather than something to search for (areas 25.1). */
export const isFeedAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim());

/** The address of a picture of another site that may be shown; null when it is none. */
export const pictureOf = (address: string | null | undefined): string | null =>
  address && isFeedAddress(address) ? address.trim() : null;

/** The results that can be added, each feed once. */
export function offeredOf(matches: readonly PodcastMatch[]): readonly OfferedPodcast[] {
  const byFeed = new Map<string, OfferedPodcast>();
  for (const match of matches) {
    const feedUrl = match.feedUrl?.trim();
    if (feedUrl && !byFeed.has(feedUrl)) byFeed.set(feedUrl, { ...match, feedUrl });
  }
  return [...byFeed.values()];
}
