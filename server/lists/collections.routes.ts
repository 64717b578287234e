import type { FastifyRequest } from 'fastify';
import type { Area, ServerContext } from '../context.ts';
import { canSeeContent, canSeeLibrary, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryCount, queryText, stringList } from '../http/input.ts';
import type { User } from '../store/users.repo.ts';
import { createCollectionRepository, type Collection, type CollectionRepository } from './collections.repo.ts';

/** A collection as the API sends it; without a user all of its books (events are not filtered). */
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
  const json = (collection: Collection, user: User | null) => toJson(ctx, collections, collection, user);
  const find = (request: FastifyRequest): Collection => {
    const found = collections.byId(param(request, 'id'));
    if (!found) throw fail(404, 'Collection not found');
    return found;
  };
  const announce = (id: string, user: User) => {
    const changed = collections.byId(id);
    if (!changed) throw fail(404, 'Collection not found');
    ctx.events.toEveryone('collection_updated', json(changed, null));
    return json(changed, user);
  };
  const booksOf = (request: FastifyRequest): string[] => stringList(bodyOf(request)['books']) ?? [];
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
    const all = collections.ofLibrary(libraryId).map((collection) => json(collection, request.user)).filter(({ books }) => books.length > 0);
    const [limit, page] = [queryCount(request, 'limit', 0), queryCount(request, 'page', 0)];
    return {
      results: limit > 0 ? all.slice(page * limit, (page + 1) * limit) : all,
      total: all.length,
      limit,
      page,
      sortDesc: queryText(request, 'desc') === '1',
      minified: queryText(request, 'minified') === '1',
      include: queryText(request, 'include').toLowerCase(),
    };
  });

  app.post('/api/collections', mayUpdate, async (request) => {
    const { libraryId, name, description, books } = bodyOf(request);
    if (typeof libraryId !== 'string' || typeof name !== 'string' || name === '') throw fail(400, 'Invalid collection data');
    const itemIds = stringList(books) ?? [];
    if (itemIds.length === 0) throw fail(400, 'Invalid collection data. No books');
    if (!areBooksOf(libraryId, itemIds)) throw fail(400, 'Invalid collection data. Invalid books');
    const id = collections.create({ libraryId, name, description: typeof description === 'string' ? description : null }, [...new Set(itemIds)]);
    const created = collections.byId(id);
    if (!created) throw fail(500);
    ctx.events.toEveryone('collection_added', json(created, null));
    return json(created, request.user);
  });

  app.get('/api/collections/:id', async (request) => json(find(request), request.user));

  app.patch('/api/collections/:id', mayUpdate, async (request) => {
    const collection = find(request);
    const { name, description, books } = bodyOf(request);
    const changed = {
      name: typeof name === 'string' && name !== '' ? name : collection.name,
      description: typeof description === 'string' || description === null ? description : collection.description,
    };
    if (changed.name !== collection.name || changed.description !== collection.description) collections.update(collection.id, changed);
    const order = stringList(books);
    if (order) collections.reorder(collection.id, order);
    return announce(collection.id, request.user);
  });

  app.delete('/api/collections/:id', { preHandler: requirePermission('delete') }, async (request, reply) => {
    const collection = find(request);
    const removed = json(collection, null);
    collections.remove(collection.id);
    ctx.events.toEveryone('collection_removed', removed);
    return reply.send('OK');
  });

  app.post('/api/collections/:id/book', mayUpdate, async (request) => {
    const collection = find(request);
    const { id } = bodyOf(request);
    const item = typeof id === 'string' ? ctx.items.access(id) : undefined;
    if (!item || item.mediaType !== 'book') throw fail(404, 'Book not found');
    if (item.libraryId !== collection.libraryId) throw fail(400, 'Book in different library');
    if (collections.bookIds(collection.id).includes(item.id)) throw fail(400, 'Book already in collection');
    collections.append(collection.id, [item.id]);
    return announce(collection.id, request.user);
  });

  app.delete('/api/collections/:id/book/:bookId', async (request) => {
    const collection = find(request);
    collections.removeBooks(collection.id, [param(request, 'bookId')]);
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/add', mayUpdate, async (request) => {
    const collection = find(request);
    const itemIds = booksOf(request);
    if (itemIds.length === 0) throw fail(400, 'Invalid request body');
    if (!areBooksOf(collection.libraryId, itemIds)) throw fail(400, 'Invalid request body');
    const known = new Set(collections.bookIds(collection.id));
    collections.append(collection.id, [...new Set(itemIds)].filter((id) => !known.has(id)));
    return announce(collection.id, request.user);
  });

  app.post('/api/collections/:id/batch/remove', mayUpdate, async (request) => {
    const collection = find(request);
    const itemIds = booksOf(request);
    if (itemIds.length === 0) throw fail(500, 'Invalid request body');
    collections.removeBooks(collection.id, itemIds);
    return announce(collection.id, request.user);
  });
};
