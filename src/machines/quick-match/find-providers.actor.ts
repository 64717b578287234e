import { fromPromise } from 'xstate';
import type { MediaType } from '../../schemas/api/common.ts';
import { getLibraryWithFilterData } from '../../services/endpoints/libraries.ts';
import { listSearchProviders } from '../../services/endpoints/provider-search.ts';
import { getPorts } from '../app/ports.ts';
import { knownProviders, type Provider } from './providers.logic.ts';

export interface Providers {
  readonly list: readonly Provider[];
  readonly chosen: string | null;
}

/** Search providers and the library's choice. Newer servers have an endpoint for all. */
export const findProviders = fromPromise<Providers, { libraryId: string; mediaType: MediaType }>(
  async ({ input: { libraryId, mediaType }, system, signal }) => {
    const { api } = getPorts(system);
    const { library, customMetadataProviders } = await api.call(getLibraryWithFilterData, { id: libraryId }, signal);
    if (customMetadataProviders)
      return { list: knownProviders(mediaType, customMetadataProviders), chosen: library.provider };
    const { providers } = await api.call(listSearchProviders, undefined, signal);
    const listed = mediaType === 'book' ? providers.books : providers.podcasts;
    return { list: listed.map(({ value, text }) => ({ value, name: text })), chosen: library.provider };
  },
);
