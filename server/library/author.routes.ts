import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorChange, authorImage } from '../../src/schemas/requests/items.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { canSeeLibrary, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { authorsIn, type AuthorChange, type AuthorRow } from '../items/authors.repo.ts';
import { sanitiseHtml } from '../items/html.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from '../items/item-json.ts';
import type { Item } from '../items/model.ts';
import { storePicture } from '../items/pictures.ts';
import { downloadPicture } from './download-picture.ts';
import { createPictures } from './pictures.ts';
import { contentRule } from '../items/content-rule.ts';
import { announceAuthor } from './name-events.ts';
import { authorJson, seenAuthor } from './query/authors.ts';
import { SEQUENCE_ORDER } from './query/order.ts';

/** Authors: one with his books, editing (a known name merges), picture, removal. */
export function registerAuthors(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const authors = authorsIn(database);
  const { editor } = ctx;
  const images = createPictures(ctx, 'images');
  const imageDir = path.join(metadataDir(ctx.config), 'authors');
  const mayUpdate = { preHandler: requirePermission('update') };
  const mayDelete = { preHandler: requirePermission('delete') };

  const authorOf = (request: FastifyRequest): AuthorRow => {
    const author = authors.byId(param(request, 'id'));
    if (!author) throw fail(404);
    if (!canSeeLibrary(request.user, author.libraryId)) throw fail(403);
    if (!seenAuthor(database, request.user, author.id)) throw fail(404);
    return author;
  };
  const announceUpdate = (author: AuthorRow): void => announceAuthor(ctx, 'author_updated', author);
  /** Writes columns of an author; 404 when he is missing. */
  const update = (id: string, changes: AuthorChange): AuthorRow => {
    const author = authors.change(id, changes);
    if (!author) throw fail(404);
    return author;
  };
  /** Removes an author from his books and the library at once; returns the changed books. */
  const takeOff = (author: AuthorRow, name: string | null): Item[] =>
    database.transaction(() => {
      const books = editor.store(authors.bookIds(author.id), renamed(author.id, name));
      authors.remove(author.id);
      return books;
    });
  /** Who may see a book of an author: read it before he is removed. */
  const viewersOf = ({ id, libraryId }: AuthorRow): ReadonlySet<string> =>
    new Set(
      ctx.store.users
        .all()
        .filter((user) => canSeeLibrary(user, libraryId) && seenAuthor(database, user, id) !== undefined)
        .map((user) => user.id),
    );
  const notifyGone = async (author: AuthorRow, viewers: ReadonlySet<string>): Promise<void> => {
    if (author.imagePath) await fs.rm(author.imagePath, { force: true });
    const gone = authorJson(author);
    ctx.events.toEach('author_removed', gone, ({ id }) => (viewers.has(id) ? gone : undefined));
  };
  /** A book of an author with his name replaced by another (or dropped for null). */
  const renamed =
    (authorId: string, name: string | null) =>
    (book: Item): Item | null =>
      book.mediaType === 'book'
        ? {
            ...book,
            metadata: {
              ...book.metadata,
              authors: book.metadata.authors.flatMap((entry) =>
                entry.id !== authorId ? entry : name === null ? [] : { id: '', name },
              ),
            },
          }
        : null;

  app.get('/api/authors/:id', async (request) => {
    const author = authorOf(request);
    const include = queryText(request, 'include').split(',');
    if (!include.includes('items')) return authorJson(author);
    const rule = contentRule(request.user);
    const rows = database.all<ItemRow>(
      `SELECT ${ROW_COLUMNS} FROM bookAuthors a JOIN libraryItems i ON i.id = a.itemId WHERE a.authorId = ?${rule.sql} ORDER BY i.title COLLATE NOCASE`,
      author.id,
      ...rule.values,
    );
    const libraryItems = rows.map(minifiedFromRow);
    if (!include.includes('series')) return { ...authorJson(author), libraryItems };
    const links = database.all<
      ItemRow & { seriesId: string; seriesName: string; nameIgnorePrefix: string; sequence: string | null }
    >(
      `SELECT ${ROW_COLUMNS}, s.id AS seriesId, s.name AS seriesName, s.nameIgnorePrefix, b.sequence FROM bookAuthors a JOIN libraryItems i ON i.id = a.itemId
       JOIN bookSeries b ON b.itemId = i.id JOIN series s ON s.id = b.seriesId WHERE a.authorId = ?${rule.sql}
       ORDER BY s.name COLLATE NOCASE, ${SEQUENCE_ORDER}`,
      author.id,
      ...rule.values,
    );
    const series = new Map<string, { id: string; name: string; items: unknown[] }>();
    for (const row of links) {
      const entry = series.get(row.seriesId) ?? { id: row.seriesId, name: row.seriesName, items: [] };
      const { seriesId: id, seriesName: name, nameIgnorePrefix, sequence } = row;
      entry.items.push(withSeries(minifiedFromRow(row), { id, name, nameIgnorePrefix, sequence }));
      series.set(row.seriesId, entry);
    }
    return { ...authorJson(author), series: [...series.values()], libraryItems };
  });

  app.patch('/api/authors/:id', mayUpdate, async (request) => {
    const author = authorOf(request);
    const { name, description, asin } = readBody(request, authorChange);
    const next: AuthorRow = {
      ...author,
      name: name ?? author.name,
      description: description === undefined ? author.description : description ? sanitiseHtml(description) : null,
      asin: asin === undefined ? author.asin : asin || null,
    };
    const twin = authors.otherNamed(next.name, author);
    if (twin) {
      const viewers = viewersOf(author);
      /* The books go to the author with that name; a book by both keeps him once. */
      const { books, merged } = database.transaction(() => ({
        books: takeOff(author, twin.name),
        merged: update(twin.id, {}),
      }));
      await editor.notify(books, { together: true });
      await notifyGone(author, viewers);
      announceUpdate(merged);
      return { author: authorJson(merged), merged: true };
    }
    const isChanged = next.name !== author.name || next.description !== author.description || next.asin !== author.asin;
    if (!isChanged) return { author: authorJson(author), updated: false };
    const { name: newName, description: newDescription, asin: newAsin } = next;
    const { stored, books } = database.transaction(() => {
      const written = update(author.id, { name: newName, description: newDescription, asin: newAsin });
      return {
        stored: written,
        books: newName === author.name ? [] : editor.store(authors.bookIds(author.id), renamed(author.id, newName)),
      };
    });
    await editor.notify(books, { together: true });
    announceUpdate(stored);
    return { author: authorJson(stored), updated: true };
  });

  app.delete('/api/authors/:id', mayDelete, async (request, reply) => {
    const author = authorOf(request);
    const viewers = viewersOf(author);
    const books = takeOff(author, null);
    await notifyGone(author, viewers);
    await editor.notify(books, { together: true });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.get('/api/authors/:id/image', { config: { auth: 'public' } }, async (request, reply) => {
    const author = authors.byId(param(request, 'id'));
    if (!author?.imagePath) throw fail(404);
    return images.send(request, reply, author.id, author.imagePath);
  });

  app.post(
    '/api/authors/:id/image',
    { preHandler: [requirePermission('update'), requirePermission('upload')] },
    async (request) => {
      const author = authorOf(request);
      const { url } = readBody(request, authorImage);
      if (!/^https?:\/\//i.test(url)) throw fail(400, `Invalid request payload. Invalid url "${url}"`);
      const imagePath = await downloadPicture(ctx, url)
        .then((bytes) => storePicture(bytes, imageDir, author.id))
        .catch((cause: unknown) => {
          throw fail(400, cause instanceof Error ? cause.message : 'Failed to download image');
        });
      const stored = update(author.id, { imagePath });
      announceUpdate(stored);
      return { author: authorJson(stored) };
    },
  );

  app.delete('/api/authors/:id/image', mayDelete, async (request) => {
    const author = authorOf(request);
    if (!author.imagePath) throw fail(400, 'Author has no image path set');
    await fs.rm(author.imagePath, { force: true });
    await images.purge(author.id);
    const stored = update(author.id, { imagePath: null });
    announceUpdate(stored);
    return { author: authorJson(stored) };
  });
}
