import { fromPromise } from 'xstate';
import type { Api } from '../../../services/api.ts';
import { searchBooks, searchPodcasts } from '../../../services/endpoints/provider-search.ts';
import { getPorts } from '../../kit/ports.ts';
import type { MediaType } from '../../kit/router/routes.ts';
import { resultOfBook, resultOfPodcast, type MatchResult } from './match-result.logic.ts';

export interface MatchSearchInput {
  readonly itemId: string;
  readonly mediaType: MediaType;
  readonly provider: string;
  readonly title: string;
  readonly author: string;
}

/** Best match first. @throws AppException */
export async function searchMatches(
  api: Api,
  { itemId, mediaType, provider, title, author }: MatchSearchInput,
  signal: AbortSignal,
): Promise<readonly MatchResult[]> {
  if (mediaType === 'podcast')
    return (await api.call(searchPodcasts, { term: title }, signal)).items.map(resultOfPodcast);
  return (await api.call(searchBooks, { provider, title, author, itemId }, signal)).items.map(resultOfBook);
}

export const matchSearch = fromPromise<readonly MatchResult[], MatchSearchInput>(({ input, system, signal }) =>
  searchMatches(getPorts(system).api, input, signal),
);
