import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { fail } from '../http/errors.ts';
import { queryText } from '../http/input.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { findAuthor, findChapters } from './audnexus.ts';
import { createAsk, foundBy } from './ask.ts';
import type { BookMatch, BookQuery } from './book-match.ts';
import { searchBooks, searchCovers, searchPodcastCovers } from './books.ts';
import { isAsin } from './providers/audible.ts';
import { searchPodcasts } from './providers/itunes.ts';

const bookOf = (request: FastifyRequest): BookQuery => ({
  title: queryText(request, 'title').trim(),
  author: queryText(request, 'author').trim(),
});

/** Searches on the web, for every account. */
export function registerSearch(app: FastifyInstance, ctx: ServerContext): void {
  const services = ctx.config.searchServices;

  /** Editions of about the length of the item come first; the store has lengths in minutes. */
  const byLength = (matches: readonly BookMatch[], seconds: number): BookMatch[] => {
    const distance = ({ duration }: BookMatch): number => Math.abs((duration ?? 0) - seconds / 60);
    return [...matches].sort((a, b) => distance(a) - distance(b));
  };

  app.get('/api/search/books', async (request) => {
    const provider = queryText(request, 'provider') || 'google';
    const found = await foundBy((onFailure) => searchBooks(ctx, provider, bookOf(request), onFailure));
    const id = queryText(request, 'id');
    if (!provider.startsWith('audible') || !itemInSight(ctx, request.user, id)) return found;
    const seconds = ctx.items.playable(id, null)?.duration ?? 0;
    return seconds > 0 ? byLength(found, seconds) : found;
  });

  app.get('/api/search/covers', async (request) => {
    const book = bookOf(request);
    if (book.title === '') throw fail(400);
    const provider = queryText(request, 'provider') || 'google';
    const results = await foundBy((onFailure) =>
      queryText(request, 'podcast') === '1'
        ? searchPodcastCovers(ctx, book.title, onFailure)
        : searchCovers(ctx, provider, book, onFailure),
    );
    return { results };
  });

  app.get('/api/search/podcast', async (request) => {
    const term = queryText(request, 'term').trim();
    if (term === '') throw fail(400, 'Invalid request query param "term" is required');
    const country = queryText(request, 'country') || 'us';
    return foundBy((onFailure) => searchPodcasts(createAsk(ctx, onFailure), services, term, country));
  });

  app.get('/api/search/authors', async (request, reply) => {
    const name = queryText(request, 'q').trim();
    if (name === '') throw fail(400, 'Invalid query param');
    const [author = null] = await foundBy((onFailure) =>
      findAuthor(createAsk(ctx, onFailure), services, { name }, 'us'),
    );
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(author));
  });

  /* Errors are answered with status 200 here, with a key for the client's own texts. */
  app.get('/api/search/chapters', async (request) => {
    const asin = queryText(request, 'asin').trim();
    if (!isAsin(asin)) return { error: 'Invalid ASIN', stringKey: 'MessageInvalidAsin' };
    const region = queryText(request, 'region');
    const [chapters] = await foundBy((onFailure) => findChapters(createAsk(ctx, onFailure), services, asin, region));
    return chapters ?? { error: 'Chapters not found', stringKey: 'MessageChaptersNotFound' };
  });
}
