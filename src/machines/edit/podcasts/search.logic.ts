import type { Library, LibraryFolder } from '../../../schemas/api/library.ts';
import type { PodcastTitles } from '../../../schemas/api/podcast-lists.ts';
import type { PodcastMatch } from '../../../schemas/api/provider-search.ts';
import { fold } from '../../kit/text.logic.ts';

export interface PodcastPlace {
  /** Country of the directory; null: the server's choice. */
  readonly region: string | null;
  readonly folders: readonly LibraryFolder[];
}

export const placeOf = ({ settings, folders }: Library): PodcastPlace => ({
  region: settings.podcastSearchRegion ?? null,
  folders,
});

/** Results without a feed can't be added. */
export type OfferedPodcast = PodcastMatch & { readonly feedUrl: string };

export const isFeedAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim());

/** Null unless it is safe to show. */
export const pictureOf = (address: string | null | undefined): string | null =>
  address && isFeedAddress(address) ? address.trim() : null;

/** Each feed once. */
export function offeredOf(matches: readonly PodcastMatch[]): readonly OfferedPodcast[] {
  const byFeed = new Map<string, OfferedPodcast>();
  for (const match of matches) {
    const feedUrl = match.feedUrl?.trim();
    if (feedUrl && !byFeed.has(feedUrl)) byFeed.set(feedUrl, { ...match, feedUrl });
  }
  return [...byFeed.values()];
}

export type KnownPodcast = PodcastTitles['podcasts'][number];

/** By iTunes id, else by title. */
export function knownOf(
  known: readonly KnownPodcast[],
  { title, itunesId }: { readonly title: string; readonly itunesId?: string | null | undefined },
): KnownPodcast | null {
  const name = fold(title).trim();
  const sameId = itunesId ? known.find((one) => one.itunesId === itunesId) : undefined;
  const sameTitle = () => known.find((one) => name !== '' && fold(one.title ?? '').trim() === name);
  return sameId ?? sameTitle() ?? null;
}
