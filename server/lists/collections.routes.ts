import type { FastifyRequest } from 'fastify';
import { collectionBook, collectionBooks, collectionChange, newCollection } from '../../src/schemas/requests/lists.ts';
import type { Area, ServerContext } from '../context.ts';
import { canSeeContent, canSeeLibrary, requirePermission } from '../http/access.ts';
import { createFeedRepository, fullFeed } from '../feeds/feeds.repo.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryCount, queryText } from '../http/input.ts';
import type { User } from '../store/users.repo.ts';
import { createCollectionRepository, type Collection, type CollectionRepository } from './collections.repo.ts';

/** A collection as the API sends it; without a user all of its books (an event is cut down for each receiver). */
function toJson(ctx: ServerContext, collections: CollectionRepository, collection: Collection, user: User | null) {
  const books = collections.bookIds(collection.id).flatMap((id) => {
    const access = ctx.items.access(id);
    if (!access || (user && !canSeeContent(user, access))) return [];
    return ctx.items.expanded(id) ?? [];
  });
  const { id, libraryId, name, description, lastUpdate, createdAt } = collection;
  return { id, libraryId, name, description, books, lastUpdate, createdAt };
}

/** Collections of books: for everybody with the library to see, for the permission `update` to change. */
export const registerCollections: Area = (app, ctx) => {
  const collections = createCollectionRepository(ctx.store.database);
  const feeds = createFeedRepository(ctx.store.database);
  const json = (collection: Collection, user: User | null) => toJson(ctx, collections, collection, user);
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
  const areBooksOf = (libraryId: string, itemIds: readonly string[]) =>
    itemIds.every((id) => {
      const item = ctx.items.access(id);
      return item?.libraryId === libraryId && item.mediaType === 'book';
    });
  const mayUpdate = { preHandler: requirePermission('update') };

  app.get('/api/collections', async (request) => ({
    collections: collections
      .all()
      .filter(({ libraryId }) => canSeeLibrary(request.user, libraryId))
      .map((collection) => json(collection, request.user)),
  }));

  app.get('/api/libraries/:id/collections', async (request) => {
    const libraryId = param(request, 'id');
    if (!ctx.store.libraries.byId(libraryId)) throw fail(404, 'Library not found');
    if (!canSeeLibrary(request.user, libraryId)) throw fail(403);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    const { collections: shown, total } = collections.pageOf(libraryId, request.user, { limit, page });
    return {
      results: shown.map((collection) => json(collection, request.user)),
      total,
      limit,
      page,
      sortDesc: queryText(request, 'desc') === '1',
      minified: queryText(request, 'minified') === '1',
      include: queryText(request, 'include').toLowerCase(),
    };
  });

  app.post('/api/collections', mayUpdate, async (request) => {
    const { libraryId, name, description, books: itemIds } = readBody(request, newCollection);
    if (ctx.store.libraries.byId(libraryId) && !canSeeLibrary(request.user, libraryId)) throw fail(403);
    if (!areBooksOf(libraryId, itemIds)) throw fail(400, 'Invalid collection data. Invalid books');
    const id = collections.create({ libraryId, name, description: description ?? null }, [...new Set(itemIds)]);
    const created = collections.byId(id);
    if (!created) throw fail(500);
    ctx.events.collection('collection_added', json(created, null));
    return json(created, request.user);
  });

  app.get('/api/collections/:id', async (request) => {
    const collection = find(request);
    const answer = json(collection, request.user);
    if (!queryText(request, 'include').toLowerCase().split(',').includes('rssfeed')) return answer;
    const feed = feeds.byEntity(collection.id);
    return { ...answer, rssFeed: feed ? { ...fullFeed(feed), episodes: [] } : null };
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
    if (order) collections.reorder(collection.id, order);
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
    const item = ctx.items.access(readBody(request, collectionBook).id);
    if (!item || item.mediaType !== 'book') throw fail(404, 'Book not found');
    if (item.libraryId !== collection.libraryId) throw fail(400, 'Book in different library');
    if (collections.bookIds(collection.id).includes(item.id)) throw fail(400, 'Book already in collection');
    collections.append(collection.id, [item.id]);
    return announce(collection.id, request.user);
  });

  app.delete('/api/collections/:id/book/:bookId', mayUpdate, async (request) => {
    const collection = find(request);
    collections.removeBooks(collection.id, [param(request, 'bookId')]);
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/add', mayUpdate, async (request) => {
    const collection = find(request);
    const { books: itemIds } = readBody(request, collectionBooks);
    if (!areBooksOf(collection.libraryId, itemIds)) throw fail(400, 'Invalid request body');
    const known = new Set(collections.bookIds(collection.id));
    collections.append(
      collection.id,
      [...new Set(itemIds)].filter((id) => !known.has(id)),
    );
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/remove', mayUpdate, async (request) => {
    const collection = find(request);
    const { books } = readBody(request, collectionBooks, (text) => fail(500, text));
    collections.removeBooks(collection.id, books);
    return announce(collection.id, request.user);
  });
};
