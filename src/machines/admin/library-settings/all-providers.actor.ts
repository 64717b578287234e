import { fromPromise } from 'xstate';
import type { MediaType } from '../../../schemas/api/common.ts';
import { toAppError } from '../../../schemas/app-error.ts';
import { getStatus } from '../../../services/endpoints/auth.ts';
import { listSearchProviders } from '../../../services/endpoints/provider-search.ts';
import { listCustomProviders } from '../../../services/endpoints/metadata-utils.ts';
import { getPorts } from '../../kit/ports.ts';
import {
  changedProviders,
  changeIn,
  knownProviders,
  type Provider,
  type ProviderNews,
} from '../../edit/quick-match/find-providers.actor.ts';

export type AllProviders = Readonly<Record<MediaType, readonly Provider[]>>;

export const KNOWN_PROVIDERS: AllProviders = {
  book: knownProviders('book', []),
  podcast: knownProviders('podcast', []),
};

/** The lists with a provider that was added or removed elsewhere. */
export const withProviderNews = ({ book, podcast }: AllProviders, news: ProviderNews): AllProviders => ({
  book: changedProviders(book, 'book', changeIn(news)),
  podcast: changedProviders(podcast, 'podcast', changeIn(news)),
});

/** The last version without a list of providers: the endpoint answers 404. */
const UNLISTED = [2, 26];

export function mayListProviders(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [most = 0, last = 0] = UNLISTED;
  return major > most || (major === most && minor > last);
}

/** Search providers of both media types; older servers list only custom ones. Rejects with `AppException`. */
export const findAllProviders = fromPromise<AllProviders>(async ({ system, signal }) => {
  const { api } = getPorts(system);
  const { serverVersion } = await api.call(getStatus, undefined, signal);
  const listed = mayListProviders(serverVersion)
    ? await api.call(listSearchProviders, undefined, signal).catch((cause: unknown) => {
        if (toAppError(cause).kind === 'notFound') return null;
        throw cause;
      })
    : null;
  if (listed) {
    const toProvider = ({ value, text }: { value: string; text: string }) => ({ value, name: text });
    return { book: listed.providers.books.map(toProvider), podcast: listed.providers.podcasts.map(toProvider) };
  }
  const { providers } = await api.call(listCustomProviders, undefined, signal);
  const custom = providers.items.map(({ id, name, mediaType }) => ({ slug: `custom-${id}`, name, mediaType }));
  return { book: knownProviders('book', custom), podcast: knownProviders('podcast', custom) };
});
