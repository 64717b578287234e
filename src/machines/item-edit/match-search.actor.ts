import { fromPromise } from 'xstate';
import { searchBooks, searchPodcasts } from '../../services/endpoints/provider-search.ts';
import { getPorts } from '../app/ports.ts';
import type { MediaType } from '../router/routes.ts';
import { resultOfBook, resultOfPodcast, type MatchResult } from './match-result.logic.ts';

export interface MatchSearchInput {
  readonly itemId: string;
  readonly mediaType: MediaType;
  readonly provider: string;
  readonly title: string;
  readonly author: string;
}

/** What a service knows, the best first. Rejects with an `AppException`. */
export const matchSearch = fromPromise<readonly MatchResult[], MatchSearchInput>(async ({ input, system, signal }) => {
  const { api } = getPorts(system);
  const { itemId, mediaType, provider, title, author } = input;
  if (mediaType === 'podcast')
    return (await api.call(searchPodcasts, { term: title }, signal)).items.map(resultOfPodcast);
  const query = { provider, title, author, itemId };
  return (await api.call(searchBooks, query, signal)).items.map(resultOfBook);
});
