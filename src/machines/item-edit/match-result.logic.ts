import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { BookMatch, PodcastMatch } from '../../schemas/api/provider-search.ts';

/** What a service knows of a book or a podcast, both in one shape; empty texts for what it does not say. */
export interface MatchResult {
  readonly title: string;
  readonly subtitle: string;
  /** Names with commas between them. */
  readonly author: string;
  readonly narrator: string;
  readonly publisher: string;
  readonly publishedYear: string;
  /** HTML that may be hostile. */
  readonly description: string;
  /** Addresses of other sites, the best first. */
  readonly covers: readonly string[];
  readonly series: readonly { readonly name: string; readonly sequence: string }[];
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly language: string;
  readonly isbn: string;
  readonly asin: string;
  readonly explicit: boolean | null;
  readonly abridged: boolean | null;
  /** In minutes; null when the service does not say. */
  readonly minutes: number | null;
  /** Of a podcast. */
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

/** How much longer than the item a result is, in minutes (negative: shorter); null where one of the two is unknown. */
export function minutesLonger(item: LibraryItemExpanded, { minutes }: Pick<MatchResult, 'minutes'>): number | null {
  if (item.mediaType !== 'book' || minutes === null || minutes <= 0 || item.media.duration <= 0) return null;
  return Math.round(minutes - item.media.duration / 60);
}
