import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param } from '../http/input.ts';
import { libraryOf } from './access-hooks.ts';
import { createItemEditor } from './item-editor.ts';
import type { Item } from './model.ts';
import type { ValueKind } from './names.repo.ts';

const decoded = (text: string): string => {
  try {
    return Buffer.from(decodeURIComponent(text), 'base64').toString('utf8');
  } catch {
    return Buffer.from(text, 'base64').toString('utf8');
  }
};

/** Tags and genres of the whole server, narrators of a library: listing, renaming (a known name merges), removal. */
export function registerValues(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const editor = createItemEditor(ctx);

  const itemsWith = (kind: ValueKind, value: string, libraryId?: string): Item[] =>
    database
      .all<{ itemId: string }>(
        `SELECT v.itemId FROM itemValues v JOIN libraryItems i ON i.id = v.itemId
         WHERE v.kind = ? AND v.value = ?${libraryId === undefined ? '' : ' AND i.libraryId = ?'}`,
        kind, value, ...(libraryId === undefined ? [] : [libraryId])
      )
      .flatMap(({ itemId }) => editor.items.load(itemId) ?? []);

  const exchange = (
    list: readonly string[], value: string, next: string | null,
  ): string[] => [...new Set(list.flatMap((entry) => (entry === value ? (next === null ? [] : next) : entry)))];

  const changed = (item: Item, kind: ValueKind, value: string, next: string | null): Item => {
    if (kind === 'tag') return { ...item, tags: exchange(item.tags, value, next) };
    if (item.mediaType === 'podcast') return { ...item, metadata: { ...item.metadata, genres: exchange(item.metadata.genres, value, next) } };
    if (kind === 'genre') return { ...item, metadata: { ...item.metadata, genres: exchange(item.metadata.genres, value, next) } };
    return { ...item, metadata: { ...item.metadata, narrators: exchange(item.metadata.narrators, value, next) } };
  };

  const exists = (kind: ValueKind, value: string): boolean => database.get(
    'SELECT 1 AS one FROM itemValues WHERE kind = ? AND value = ? LIMIT 1', kind, value,
  ) !== undefined;

  for (const { kind, path, list, member, newMember, merged } of [
    { kind: 'tag', path: '/api/tags', list: 'tags', member: 'tag', newMember: 'newTag', merged: 'tagMerged' },
    { kind: 'genre', path: '/api/genres', list: 'genres', member: 'genre', newMember: 'newGenre', merged: 'genreMerged' },
  ] as const) {
    app.get(
      path, { preHandler: requireAdmin },
      async () => ({ [list]: database.all<{ value: string }>(`SELECT DISTINCT value FROM itemValues WHERE kind = ?
        ORDER BY value COLLATE NOCASE`, kind).map((row) => row.value) }),
    );

    app.post(`${path}/rename`, { preHandler: requireAdmin }, async (request) => {
      const { [member]: value, [newMember]: next } = bodyOf(request);
      if (typeof value !== 'string' || typeof next !== 'string' || !value || !next.trim()) throw fail(400);
      const isMerged = value !== next.trim() && exists(kind, next.trim());
      const found = itemsWith(kind, value);
      for (const item of found) await editor.save(changed(item, kind, value, next.trim()));
      return { [merged]: isMerged, numItemsUpdated: found.length };
    });

    app.delete(`${path}/:value`, { preHandler: requireAdmin }, async (request) => {
      const value = decoded(param(request, 'value'));
      const found = itemsWith(kind, value);
      for (const item of found) await editor.save(changed(item, kind, value, null));
      return { numItemsUpdated: found.length };
    });
  }

  app.get('/api/libraries/:id/narrators', async (request) => {
    const library = libraryOf(ctx, request);
    const rows = database.all<{ name: string; numBooks: number }>(
      `SELECT value AS name, count(*) AS numBooks FROM itemValues WHERE kind = 'narrator' AND itemId IN (SELECT id FROM libraryItems WHERE libraryId = ?)
       GROUP BY value ORDER BY value COLLATE NOCASE`,
      library.id,
    );
    return { narrators: rows.map(({ name, numBooks }) => ({ id: encodeURIComponent(Buffer.from(name).toString('base64')), name, numBooks })) };
  });

  const changeNarrator = async (request: FastifyRequest, next: string | null): Promise<{ updated: number }> => {
    const library = libraryOf(ctx, request);
    const value = decoded(param(request, 'narratorId'));
    const found = itemsWith('narrator', value, library.id).map((item) => changed(item, 'narrator', value, next));
    await editor.saveAll(found);
    return { updated: found.length };
  };

  app.patch('/api/libraries/:id/narrators/:narratorId', { preHandler: requirePermission('update') }, async (request) => {
    const { name } = bodyOf(request);
    if (typeof name !== 'string' || !name.trim()) throw fail(400, 'Invalid request payload. Name not specified.');
    return changeNarrator(request, name.trim());
  });

  app.delete('/api/libraries/:id/narrators/:narratorId', { preHandler: requirePermission('update') }, async (request) => changeNarrator(request, null));
}
