import {
  authorMatch,
  bookMatches,
  chapterLookup,
  coverMatches,
  podcastMatches,
  searchProviders,
} from '../../schemas/api/provider-search.ts';
import { defineEndpoint } from './define-endpoint.ts';

interface BookSearchInput {
  readonly provider: string;
  readonly title: string;
  readonly author?: string;
  /** Results near this item's duration come first. */
  readonly itemId?: string;
}

export const searchBooks = defineEndpoint<BookSearchInput>()({
  name: 'search.books',
  method: 'GET',
  path: () => '/api/search/books',
  query: ({ provider, title, author, itemId }) => ({ provider, fallbackTitleOnly: 1, title, author, id: itemId }),
  output: bookMatches,
  timeoutMs: 20_000,
});

export const searchCovers = defineEndpoint<{
  readonly title: string;
  readonly author?: string;
  readonly provider?: string;
  readonly podcast?: boolean;
}>()({
  name: 'search.covers',
  method: 'GET',
  path: () => '/api/search/covers',
  query: ({ title, author, provider, podcast }) => ({
    title,
    author,
    provider,
    podcast: podcast === true ? 1 : undefined,
  }),
  output: coverMatches,
  timeoutMs: 20_000,
});

/** 400 without a term; default `country` us. */
export const searchPodcasts = defineEndpoint<{ readonly term: string; readonly country?: string }>()({
  name: 'search.podcasts',
  method: 'GET',
  path: () => '/api/search/podcast',
  query: ({ term, country }) => ({ term, country }),
  output: podcastMatches,
  timeoutMs: 20_000,
});

export const searchAuthor = defineEndpoint<{ readonly q: string }>()({
  name: 'search.authors',
  method: 'GET',
  path: () => '/api/search/authors',
  query: ({ q }) => ({ q }),
  output: authorMatch,
  timeoutMs: 20_000,
});

/** Never without an ASIN, which crashes the server. Status 200 without results. */
export const searchChapters = defineEndpoint<{ readonly asin: string; readonly region?: string }>()({
  name: 'search.chapters',
  method: 'GET',
  path: () => '/api/search/chapters',
  query: ({ asin, region }) => ({ asin, region }),
  output: chapterLookup,
  timeoutMs: 20_000,
});

/** Newer servers only; 2.26.0 answers 404 and has custom providers in the filter data. */
export const listSearchProviders = defineEndpoint()({
  name: 'search.providers',
  method: 'GET',
  path: () => '/api/search/providers',
  output: searchProviders,
});
