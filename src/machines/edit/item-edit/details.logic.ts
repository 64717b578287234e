import type { StoredItem } from '../../../schemas/api/item-changes.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { MediaType } from '../../kit/router/routes.ts';

/** Number in the series (`1.5`), or empty. */
export interface Numbered {
  readonly name: string;
  readonly sequence: string;
}

/** Details of a book or a podcast; fields of the other kind are empty. */
export interface Details {
  readonly title: string;
  readonly subtitle: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series: readonly Numbered[];
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly publishedYear: string;
  readonly publisher: string;
  readonly language: string;
  readonly isbn: string;
  readonly asin: string;
  readonly description: string;
  readonly explicit: boolean;
  readonly abridged: boolean;
  readonly author: string;
  readonly feedUrl: string;
  readonly releaseDate: string;
  readonly itunesId: string;
  /** One of {@link PODCAST_TYPES}. */
  readonly type: string;
}
export type DetailName = keyof Details;

/** Episodes stand alone, or follow each other. */
export const PODCAST_TYPES = ['episodic', 'serial'] as const;

export const TOKEN_FIELDS = ['authors', 'narrators', 'genres', 'tags'] as const;
export type TokenField = (typeof TOKEN_FIELDS)[number] | 'series';

const SHARED = ['title', 'description', 'genres', 'tags', 'language', 'explicit'] as const;

export const FIELDS: { readonly [Kind in MediaType]: readonly DetailName[] } = {
  book: [
    ...SHARED,
    'subtitle',
    'authors',
    'narrators',
    'series',
    'publishedYear',
    'publisher',
    'isbn',
    'asin',
    'abridged',
  ],
  podcast: [...SHARED, 'author', 'feedUrl', 'releaseDate', 'itunesId', 'type'],
};

export const NO_DETAILS: Details = {
  title: '',
  subtitle: '',
  authors: [],
  narrators: [],
  series: [],
  genres: [],
  tags: [],
  publishedYear: '',
  publisher: '',
  language: '',
  isbn: '',
  asin: '',
  description: '',
  explicit: false,
  abridged: false,
  author: '',
  feedUrl: '',
  releaseDate: '',
  itunesId: '',
  type: '',
};

export function detailsOf(item: StoredItem | LibraryItemExpanded): Details {
  const { title, description, genres, language, explicit } = item.media.metadata;
  const shared = {
    ...NO_DETAILS,
    title,
    genres,
    explicit,
    tags: item.media.tags,
    description: description ?? '',
    language: language ?? '',
  };
  if (item.mediaType === 'podcast') {
    const { author, feedUrl, releaseDate, itunesId, type } = item.media.metadata;
    return {
      ...shared,
      author: author ?? '',
      feedUrl: feedUrl ?? '',
      releaseDate: releaseDate ?? '',
      itunesId: itunesId ?? '',
      type: type ?? '',
    };
  }
  const { authors, narrators, series, ...texts } = item.media.metadata;
  return {
    ...shared,
    narrators,
    authors: authors.map(({ name }) => name),
    series: series.map(({ name, sequence }) => ({ name, sequence: sequence ?? '' })),
    subtitle: texts.subtitle ?? '',
    publishedYear: texts.publishedYear ?? '',
    publisher: texts.publisher ?? '',
    isbn: texts.isbn ?? '',
    asin: texts.asin ?? '',
    abridged: texts.abridged,
  };
}

/** Equal to the server: outer spaces don't count. */
export function isSame(one: Details[DetailName], other: Details[DetailName]): boolean {
  if (one === other) return true;
  if (typeof one === 'string' || typeof other === 'string') return trimmed(one) === trimmed(other);
  return JSON.stringify(one) === JSON.stringify(other);
}

export function trimmed(value: Details[DetailName]): Details[DetailName] {
  return typeof value === 'string' ? value.trim() : value;
}
