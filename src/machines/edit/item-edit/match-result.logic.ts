import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { BookMatch, PodcastMatch } from '../../../schemas/api/provider-search.ts';

/** Result of a metadata service for a book or a podcast; unknown texts are empty. */
export interface MatchResult {
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  readonly narrator: string;
  readonly publisher: string;
  readonly publishedYear: string;
  /** Untrusted HTML. */
  readonly description: string;
  /** External addresses, the best first. */
  readonly covers: readonly string[];
  readonly series: readonly { readonly name: string; readonly sequence: string }[];
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly language: string;
  readonly isbn: string;
  readonly asin: string;
  readonly explicit: boolean | null;
  readonly abridged: boolean | null;
  /** Null when unknown. */
  readonly minutes: number | null;
  readonly itunesId: string;
  readonly feedUrl: string;
  readonly itunesPageUrl: string;
  readonly releaseDate: string;
}

const NONE = { subtitle: '', narrator: '', publisher: '', publishedYear: '', language: '', isbn: '', asin: '' };
const NO_PODCAST = { itunesId: '', feedUrl: '', itunesPageUrl: '', releaseDate: '' };
const covers = (...urls: readonly (string | null | undefined)[]): readonly string[] => [
  ...new Set(urls.filter((url): url is string => /^https?:\/\//i.test(url ?? ''))),
];

export function resultOfBook(book: BookMatch): MatchResult {
  return {
    ...NO_PODCAST,
    title: book.title,
    subtitle: book.subtitle ?? '',
    author: book.author ?? '',
    narrator: book.narrator ?? '',
    publisher: book.publisher ?? '',
    publishedYear: book.publishedYear ?? '',
    description: book.description ?? '',
    covers: covers(book.cover, ...(book.covers ?? [])),
    series: (book.series ?? []).map(({ series, sequence }) => ({ name: series, sequence: sequence ?? '' })),
    genres: book.genres ?? [],
    tags: book.tags ?? [],
    language: book.language ?? '',
    isbn: book.isbn ?? '',
    asin: book.asin ?? '',
    explicit: book.explicit ?? null,
    abridged: book.abridged ?? null,
    minutes: book.duration ?? null,
  };
}

export function resultOfPodcast(podcast: PodcastMatch): MatchResult {
  return {
    ...NONE,
    title: podcast.title,
    author: podcast.artistName ?? '',
    description: podcast.description ?? '',
    covers: covers(podcast.cover),
    series: [],
    genres: podcast.genres ?? [],
    tags: [],
    explicit: podcast.explicit ?? null,
    abridged: null,
    minutes: null,
    itunesId: podcast.id ?? '',
    feedUrl: podcast.feedUrl ?? '',
    itunesPageUrl: podcast.pageUrl ?? '',
    releaseDate: podcast.releaseDate ?? '',
  };
}

/** In minutes, negative for shorter; null when unknown. */
export function minutesLonger(item: LibraryItemExpanded, { minutes }: Pick<MatchResult, 'minutes'>): number | null {
  if (item.mediaType !== 'book' || minutes === null || minutes <= 0 || item.media.duration <= 0) return null;
  return Math.round(minutes - item.media.duration / 60);
}
