import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryText } from '../http/input.ts';
import { lastFirst } from '../scan/names.ts';
import { sanitiseHtml } from './html.ts';
import { createItemEditor } from './item-editor.ts';
import { minifiedFromRow, ROW_COLUMNS, withSeries, type ItemRow } from './item-json.ts';
import type { BookItem } from './model.ts';
import { downloadPicture, storePicture } from './picture-store.ts';
import { createPictures } from './pictures.ts';
import { contentRule } from './query/access.ts';
import { authorJson, type AuthorRow } from './query/authors.ts';
import { SEQUENCE_ORDER } from './query/series.ts';

/** Authors: one with his books, editing (a known name merges), picture, removal. */
export function registerAuthors(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const editor = createItemEditor(ctx);
  const images = createPictures(ctx, 'images');
  const imageDir = path.join(metadataDir(ctx.config), 'authors');
  const mayUpdate = { preHandler: requirePermission('update') };
  const mayDelete = { preHandler: requirePermission('delete') };

  const byId = (id: string): AuthorRow | undefined => database.get<AuthorRow>('SELECT * FROM authors WHERE id = ?', id);
  const authorOf = (request: FastifyRequest): AuthorRow => {
    const author = byId(param(request, 'id'));
    if (!author) throw fail(404);
    return author;
  };
  const booksOf = (authorId: string): BookItem[] =>
    database.all<{ itemId: string }>('SELECT itemId FROM bookAuthors WHERE authorId = ?', authorId).flatMap(({ itemId }) => {
      const item = editor.items.load(itemId);
      return item?.mediaType === 'book' ? [item] : [];
    });
  const announceUpdate = (author: AuthorRow): void => {
    const numBooks = database.get<{ n: number }>('SELECT count(*) AS n FROM bookAuthors WHERE authorId = ?', author.id)?.n ?? 0;
    ctx.events.toEveryone('author_updated', { ...authorJson(author), numBooks });
  };
  const update = (author: AuthorRow): AuthorRow => {
    const next = { ...author, lastFirst: lastFirst(author.name), updatedAt: Math.max(Date.now(), author.updatedAt + 1) };
    database.run(
      'UPDATE authors SET name = ?, lastFirst = ?, asin = ?, description = ?, imagePath = ?, updatedAt = ? WHERE id = ?', next.name, next.lastFirst,
      next.asin, next.description, next.imagePath, next.updatedAt, next.id,
    );
    return next;
  };
  const remove = async (author: AuthorRow): Promise<void> => {
    database.run('DELETE FROM authors WHERE id = ?', author.id);
    if (author.imagePath) await fs.rm(author.imagePath, { force: true });
    ctx.events.toEveryone('author_removed', authorJson(author));
  };
  /** The books of an author with his name exchanged for another (or dropped for null). */
  const renamed = (books: readonly BookItem[], authorId: string, name: string | null): BookItem[] =>
    books.map((book) => ({
      ...book,
      metadata: { ...book.metadata, authors: book.metadata.authors.flatMap((entry) => (entry.id !== authorId ? entry : name === null ? [] : { id: '', name })) },
    }));

  app.get('/api/authors/:id', async (request) => {
    const author = authorOf(request);
    const include = queryText(request, 'include').split(',');
    if (!include.includes('items')) return authorJson(author);
    const rule = contentRule(request.user);
    const rows = database.all<ItemRow>(
      `SELECT ${ROW_COLUMNS} FROM bookAuthors a JOIN libraryItems i ON i.id = a.itemId WHERE a.authorId = ?${rule.sql} ORDER BY i.title COLLATE NOCASE`,
      author.id, ...rule.values,
    );
    const libraryItems = rows.map(minifiedFromRow);
    if (!include.includes('series')) return { ...authorJson(author), libraryItems };
    const links = database.all<ItemRow & { seriesId: string; seriesName: string; nameIgnorePrefix: string; sequence: string | null }>(
      `SELECT ${ROW_COLUMNS}, s.id AS seriesId, s.name AS seriesName, s.nameIgnorePrefix, b.sequence FROM bookAuthors a JOIN libraryItems i ON i.id = a.itemId
       JOIN bookSeries b ON b.itemId = i.id JOIN series s ON s.id = b.seriesId WHERE a.authorId = ?${rule.sql}
       ORDER BY s.name COLLATE NOCASE, ${SEQUENCE_ORDER}`,
      author.id, ...rule.values,
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
    const body = bodyOf(request);
    const text = (key: string): string | null | undefined => {
      const value = body[key];
      return value === null ? null : typeof value === 'string' ? value.trim() || null : undefined;
    };
    const [name, description, asin] = [text('name') ?? undefined, text('description'), text('asin')];
    if (name === undefined && description === undefined && asin === undefined) throw fail(400, 'Invalid request payload. No valid keys found');
    const next: AuthorRow = {
      ...author, name: name ?? author.name, description: description === undefined ? author.description : description && sanitiseHtml(description),
      asin: asin === undefined ? author.asin : asin,
    };
    const twin = database.get<AuthorRow>(
      'SELECT * FROM authors WHERE libraryId = ? AND name = ? COLLATE NOCASE AND id <> ?', author.libraryId, next.name, author.id,
    );
    if (twin) {
      /* The books go to the author who has the name; a book by both keeps him once. */
      const books = renamed(booksOf(author.id), author.id, twin.name);
      await editor.saveAll(books);
      if (byId(author.id)) await remove(author);
      const merged = update(twin);
      announceUpdate(merged);
      return { author: authorJson(merged), merged: true };
    }
    const isChanged = next.name !== author.name || next.description !== author.description || next.asin !== author.asin;
    if (!isChanged) return { author: authorJson(author), updated: false };
    const books = next.name === author.name ? [] : booksOf(author.id);
    const stored = update(next);
    if (books.length) await editor.saveAll(renamed(books, author.id, stored.name));
    announceUpdate(stored);
    return { author: authorJson(stored), updated: true };
  });

  app.delete('/api/authors/:id', mayDelete, async (request, reply) => {
    const author = authorOf(request);
    const books = booksOf(author.id);
    await remove(author);
    await editor.saveAll(renamed(books, author.id, null));
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.get('/api/authors/:id/image', { config: { auth: 'public' } }, async (request, reply) => {
    const author = authorOf(request);
    if (!author.imagePath) throw fail(404);
    return images.send(request, reply, author.id, author.imagePath);
  });

  app.post('/api/authors/:id/image', { preHandler: [requirePermission('update'), requirePermission('upload')] }, async (request) => {
    const author = authorOf(request);
    const { url } = bodyOf(request);
    if (typeof url !== 'string' || url === '') throw fail(400, "Invalid request payload. 'url' not in request body");
    if (!/^https?:\/\//i.test(url)) throw fail(400, `Invalid request payload. Invalid url "${url}"`);
    const imagePath = await downloadPicture(ctx, url).then((bytes) => storePicture(bytes, imageDir, author.id)).catch((cause: unknown) => {
      throw fail(400, cause instanceof Error ? cause.message : 'Failed to download image');
    });
    const stored = update({ ...author, imagePath });
    announceUpdate(stored);
    return { author: authorJson(stored) };
  });

  app.delete('/api/authors/:id/image', mayDelete, async (request) => {
    const author = authorOf(request);
    if (!author.imagePath) throw fail(400, 'Author has no image path set');
    await fs.rm(author.imagePath, { force: true });
    await images.purge(author.id);
    const stored = update({ ...author, imagePath: null });
    announceUpdate(stored);
    return { author: authorJson(stored) };
  });
}
