import type { ServerContext } from '../context.ts';
import { customProvidersIn } from '../system/custom-providers.repo.ts';
import { createAsk, listAt, textAt, type Ask, type OnFailure } from './ask.ts';
import type { BookMatch, BookQuery } from './book-match.ts';
import { regionOf, searchAudible } from './providers/audible.ts';
import { searchCustom } from './providers/custom.ts';
import { searchGoogle } from './providers/google.ts';
import { searchItunesBooks, searchPodcasts } from './providers/itunes.ts';
import { searchOpenLibrary } from './providers/open-library.ts';

type Context = Pick<ServerContext, 'config' | 'store' | 'log'>;

/** Searches one provider once. Unknown providers give nothing. */
function askProvider(ctx: Context, ask: Ask, provider: string, query: BookQuery): Promise<BookMatch[]> {
  const services = ctx.config.searchServices;
  if (provider.startsWith('custom-')) {
    const custom = customProvidersIn(ctx.store.database).byId(provider.slice('custom-'.length));
    return custom?.mediaType === 'book' ? searchCustom(ask, ctx.log, custom, query) : Promise.resolve([]);
  }
  if (provider === 'google') return searchGoogle(ask, services, query);
  if (provider === 'itunes') return searchItunesBooks(ask, services, query);
  if (provider === 'openlibrary') return searchOpenLibrary(ask, services, query);
  if (/^audible(\.|$)/.test(provider)) return searchAudible(ask, services, query, regionOf(provider));
  return Promise.resolve([]);
}

/** A title without the additions of publishers and file names: brackets, subtitle, edition. */
export function plainTitle(title: string): string {
  const withoutBrackets = title.replaceAll(/[([{][^)\]}]*[)\]}]/g, ' ').replaceAll(/\b(un)?abridged\b/gi, ' ');
  return (
    withoutBrackets
      .replace(/(?::| - ).*$/, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || title
  );
}

/** Looks a book up: as given first, then with a plainer title. Empty when no provider has it or answers. */
export async function searchBooks(
  ctx: Context,
  provider: string,
  query: BookQuery,
  onFailure?: OnFailure,
): Promise<BookMatch[]> {
  if (query.title === '' && !query.isbn && !query.asin) return [];
  const ask = createAsk(ctx, onFailure);
  const { isbn: _isbn, asin: _asin, ...named } = query;
  const attempts: BookQuery[] = [query];
  if (query.isbn) attempts.push(named);
  if (plainTitle(query.title) !== query.title) attempts.push({ ...named, title: plainTitle(query.title) });
  for (const attempt of attempts) {
    const found = await askProvider(ctx, ask, provider, attempt);
    if (found.length > 0) return found;
  }
  return [];
}

async function searchAudiobookCovers(ctx: Context, title: string, onFailure?: OnFailure): Promise<string[]> {
  const answer = await createAsk(ctx, onFailure)(`${ctx.config.searchServices.audiobookCovers}/cover/bytext/`, {
    q: title,
  });
  return listAt(answer)
    .map((entry) => textAt(entry, 'versions', 'png', 'original') || textAt(entry, 'filename'))
    .filter(Boolean);
}

const ALL = ['google', 'openlibrary', 'itunes', 'audible'];

/**
 * Addresses of cover pictures of a book, each once. Provider `all` searches the public ones and those added by
 * administrators.
 */
export async function searchCovers(
  ctx: Context,
  provider: string,
  query: BookQuery,
  onFailure?: OnFailure,
): Promise<string[]> {
  if (provider === 'audiobookcovers') return [...new Set(await searchAudiobookCovers(ctx, query.title, onFailure))];
  const custom = customProvidersIn(ctx.store.database)
    .all()
    .map(({ id }) => `custom-${id}`);
  const providers = provider === 'all' ? [...ALL, ...custom] : [provider];
  const found = await Promise.all(providers.map((name) => searchBooks(ctx, name, query, onFailure)));
  return [...new Set(found.flat().flatMap(({ cover }) => cover ?? []))];
}

/** Addresses of cover pictures of a podcast. */
export async function searchPodcastCovers(ctx: Context, title: string, onFailure?: OnFailure): Promise<string[]> {
  const found = await searchPodcasts(createAsk(ctx, onFailure), ctx.config.searchServices, title, 'us');
  return [...new Set(found.map(({ cover }) => cover).filter(Boolean))];
}
