import { fromPromise } from 'xstate';
import type { MediaType } from '../../../schemas/api/common.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getLibraryWithFilterData } from '../../../services/endpoints/libraries.ts';
import { listSearchProviders } from '../../../services/endpoints/provider-search.ts';
import { getPorts } from '../../kit/ports.ts';

export interface Provider {
  readonly value: string;
  readonly name: string;
}

/** Providers of server 2.26.0, which does not list them. */
const KNOWN: Readonly<Record<MediaType, readonly Provider[]>> = {
  book: [
    { value: 'google', name: 'Google Books' },
    { value: 'openlibrary', name: 'Open Library' },
    { value: 'itunes', name: 'iTunes' },
    { value: 'audible', name: 'Audible.com' },
    { value: 'audible.ca', name: 'Audible.ca' },
    { value: 'audible.uk', name: 'Audible.co.uk' },
    { value: 'audible.au', name: 'Audible.com.au' },
    { value: 'audible.fr', name: 'Audible.fr' },
    { value: 'audible.de', name: 'Audible.de' },
    { value: 'audible.jp', name: 'Audible.co.jp' },
    { value: 'audible.it', name: 'Audible.it' },
    { value: 'audible.in', name: 'Audible.in' },
    { value: 'audible.es', name: 'Audible.es' },
    { value: 'fantlab', name: 'FantLab.ru' },
  ],
  podcast: [{ value: 'itunes', name: 'iTunes' }],
};

/** Providers of servers without a list. `custom`: added by administrators. */
export function knownProviders(
  mediaType: MediaType,
  custom: readonly { readonly slug: string; readonly name: string; readonly mediaType?: MediaType | undefined }[],
): readonly Provider[] {
  const own = custom.filter((provider) => (provider.mediaType ?? mediaType) === mediaType);
  return [...KNOWN[mediaType], ...own.map(({ slug, name }) => ({ value: slug, name }))];
}

export interface ProviderChange {
  readonly provider: { readonly slug: string; readonly name: string; readonly mediaType?: MediaType | undefined };
  readonly isAdded: boolean;
}

export type ProviderNews = ServerEventOf<'server.customProvider.added' | 'server.customProvider.removed'>;

export const changeIn = ({ type, provider }: ProviderNews): ProviderChange => ({
  provider,
  isAdded: type === 'server.customProvider.added',
});

/** A list with a provider that was added or removed elsewhere. One that isn't loaded yet stays empty. */
export function changedProviders(
  list: readonly Provider[],
  mediaType: MediaType,
  { provider: { slug, name, mediaType: own = mediaType }, isAdded }: ProviderChange,
): readonly Provider[] {
  const others = list.filter(({ value }) => value !== slug);
  return isAdded && own === mediaType && list.length > 0 ? [...others, { value: slug, name }] : others;
}

/** `chosen` while the list has it, else the first. */
export const stillListed = (list: readonly Provider[], chosen: string): string =>
  (list.find(({ value }) => value === chosen) ?? list[0])?.value ?? '';

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
