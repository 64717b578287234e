import type { FastifyRequest } from 'fastify';
import { collectionBook, collectionBooks, collectionChange, newCollection } from '../../src/schemas/requests/lists.ts';
import type { Area, ServerContext } from '../context.ts';
import { canSeeContent, canSeeLibrary, requirePermission } from '../http/access.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { feedsIn, fullFeed } from '../feeds/feeds.repo.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryCount, queryText } from '../http/input.ts';
import { sendJson } from '../http/send-json.ts';
import type { User } from '../store/users.repo.ts';
import { collectionsIn, type Collection } from './collections.repo.ts';
import { longJson } from './long-json.ts';

function bookJson(ctx: ServerContext, id: string, user: User | null) {
  const access = ctx.items.access(id);
  return access && (!user || canSeeContent(user, access)) ? ctx.items.expanded(id) : undefined;
}

/** Collections of books: visible with the library, changed with the permission `update`. */
export const registerCollections: Area = (app, ctx) => {
  const collections = collectionsIn(ctx.store.database);
  const feeds = feedsIn(ctx.store.database);
  /** Without a user with all of its books: an event is filtered for each receiver. */
  const json = (collection: Collection, user: User | null) => ({
    ...collection,
    books: collections.bookIds(collection.id).flatMap((id) => bookJson(ctx, id, user) ?? []),
  });
  /** The same in parts, with more keys. */
  const longCollection = (collection: Collection, user: User, more: object = {}) =>
    longJson(
      'books',
      collections.bookIds(collection.id),
      (id) => JSON.stringify(bookJson(ctx, id, user)) as string | undefined,
      { ...collection, ...more },
    );
  const find = (request: FastifyRequest): Collection => {
    const found = collections.byId(param(request, 'id'));
    if (!found) throw fail(404, 'Collection not found');
    if (!canSeeLibrary(request.user, found.libraryId)) throw fail(403);
    return found;
  };
  const announce = (id: string, user: User) => {
    const changed = collections.byId(id);
    if (!changed) throw fail(404, 'Collection not found');
    ctx.events.collection('collection_updated', json(changed, null));
    return json(changed, user);
  };
  /** The visible ones of the named books; null when one is no book of the library, or none is visible. */
  const seenBooksOf = (libraryId: string, itemIds: readonly string[], user: User): string[] | null => {
    const books = [...new Set(itemIds)].map((id) => ctx.items.access(id));
    if (!books.every((item) => item?.libraryId === libraryId && item.mediaType === 'book')) return null;
    const seen = books.flatMap((item) => (item && canSeeContent(user, item) ? item.id : []));
    return seen.length > 0 ? seen : null;
  };
  const isSeenBy =
    (user: User) =>
    (id: string): boolean =>
      itemInSight(ctx, user, id) !== undefined;
  const mayUpdate = { preHandler: requirePermission('update') };

  app.get('/api/collections', async ({ user }, reply) => {
    const shown = collections.all().filter(({ libraryId }) => canSeeLibrary(user, libraryId));
    return sendJson(reply, await longJson('collections', shown, (collection) => longCollection(collection, user)));
  });

  app.get('/api/libraries/:id/collections', async (request, reply) => {
    const libraryId = param(request, 'id');
    if (!ctx.store.libraries.byId(libraryId)) throw fail(404, 'Library not found');
    if (!canSeeLibrary(request.user, libraryId)) throw fail(403);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    const { collections: shown, total } = collections.pageOf(libraryId, request.user, { limit, page });
    const rest = {
      total,
      limit,
      page,
      sortDesc: queryText(request, 'desc') === '1',
      minified: queryText(request, 'minified') === '1',
      include: queryText(request, 'include').toLowerCase(),
    };
    const write = (collection: Collection) => longCollection(collection, request.user);
    return sendJson(reply, await longJson('results', shown, write, rest));
  });

  app.post('/api/collections', mayUpdate, async (request) => {
    const { libraryId, name, description, books: itemIds } = readBody(request, newCollection);
    if (ctx.store.libraries.byId(libraryId) && !canSeeLibrary(request.user, libraryId)) throw fail(403);
    const books = seenBooksOf(libraryId, itemIds, request.user);
    if (!books) throw fail(400, 'Invalid collection data. Invalid books');
    const id = collections.create({ libraryId, name, description: description ?? null }, books);
    const created = collections.byId(id);
    if (!created) throw fail(500);
    ctx.events.collection('collection_added', json(created, null));
    return json(created, request.user);
  });

  app.get('/api/collections/:id', async (request, reply) => {
    const collection = find(request);
    const hasFeed = queryText(request, 'include').toLowerCase().split(',').includes('rssfeed');
    const feed = hasFeed ? feeds.byEntity(collection.id) : undefined;
    const more = hasFeed ? { rssFeed: feed ? { ...fullFeed(feed), episodes: [] } : null } : {};
    return sendJson(reply, await longCollection(collection, request.user, more));
  });

  app.patch('/api/collections/:id', mayUpdate, async (request) => {
    const collection = find(request);
    const { name, description, books: order } = readBody(request, collectionChange);
    const changed = {
      name: name ?? collection.name,
      description: description === undefined ? collection.description : description,
    };
    if (changed.name !== collection.name || changed.description !== collection.description)
      collections.update(collection.id, changed);
    if (order) collections.reorder(collection.id, order.filter(isSeenBy(request.user)));
    return announce(collection.id, request.user);
  });

  app.delete('/api/collections/:id', { preHandler: requirePermission('delete') }, async (request, reply) => {
    const collection = find(request);
    const removed = json(collection, null);
    collections.remove(collection.id);
    ctx.events.collection('collection_removed', removed);
    return reply.send('OK');
  });

  app.post('/api/collections/:id/book', mayUpdate, async (request) => {
    const collection = find(request);
    const item = itemInSight(ctx, request.user, readBody(request, collectionBook).id);
    if (!item || item.mediaType !== 'book') throw fail(404, 'Book not found');
    if (item.libraryId !== collection.libraryId) throw fail(400, 'Book in different library');
    if (collections.bookIds(collection.id).includes(item.id)) throw fail(400, 'Book already in collection');
    collections.append(collection.id, [item.id]);
    return announce(collection.id, request.user);
  });

  app.delete('/api/collections/:id/book/:bookId', mayUpdate, async (request) => {
    const collection = find(request);
    collections.removeBooks(collection.id, [param(request, 'bookId')].filter(isSeenBy(request.user)));
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/add', mayUpdate, async (request) => {
    const collection = find(request);
    const books = seenBooksOf(collection.libraryId, readBody(request, collectionBooks).books, request.user);
    if (!books) throw fail(400, 'Invalid request body');
    const known = new Set(collections.bookIds(collection.id));
    collections.append(
      collection.id,
      books.filter((id) => !known.has(id)),
    );
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/remove', mayUpdate, async (request) => {
    const collection = find(request);
    const { books } = readBody(request, collectionBooks, (text) => fail(500, text));
    collections.removeBooks(collection.id, books.filter(isSeenBy(request.user)));
    return announce(collection.id, request.user);
  });
};
