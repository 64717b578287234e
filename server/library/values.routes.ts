import type { FastifyInstance, FastifyRequest } from 'fastify';
import { genreRename, narratorRename, tagRename } from '../../src/schemas/requests/items.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { param } from '../http/input.ts';
import { sendJson } from '../http/send-json.ts';
import { libraryOf } from './access-hooks.ts';
import type { Item } from '../items/model.ts';
import type { ValueKind } from '../items/names.repo.ts';

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
  const { editor } = ctx;

  const idsWith = (kind: ValueKind, value: string, libraryId?: string): string[] =>
    database
      .all<{ itemId: string }>(
        `SELECT v.itemId FROM itemValues v JOIN libraryItems i ON i.id = v.itemId
         WHERE v.kind = ? AND v.value = ?${libraryId === undefined ? '' : ' AND i.libraryId = ?'}`,
        kind,
        value,
        ...(libraryId === undefined ? [] : [libraryId]),
      )
      .map(({ itemId }) => itemId);

  const exchange = (list: readonly string[], value: string, next: string | null): string[] => [
    ...new Set(list.flatMap((entry) => (entry === value ? (next === null ? [] : next) : entry))),
  ];

  const changed = (item: Item, kind: ValueKind, value: string, next: string | null): Item => {
    if (kind === 'tag') return { ...item, tags: exchange(item.tags, value, next) };
    if (item.mediaType === 'podcast')
      return { ...item, metadata: { ...item.metadata, genres: exchange(item.metadata.genres, value, next) } };
    if (kind === 'genre')
      return { ...item, metadata: { ...item.metadata, genres: exchange(item.metadata.genres, value, next) } };
    return { ...item, metadata: { ...item.metadata, narrators: exchange(item.metadata.narrators, value, next) } };
  };

  const exists = (kind: ValueKind, value: string): boolean =>
    database.get('SELECT 1 AS one FROM itemValues WHERE kind = ? AND value = ? LIMIT 1', kind, value) !== undefined;

  const renameOf = {
    tag: (request: FastifyRequest) => {
      const { tag, newTag } = readBody(request, tagRename);
      return [tag, newTag] as const;
    },
    genre: (request: FastifyRequest) => {
      const { genre, newGenre } = readBody(request, genreRename);
      return [genre, newGenre] as const;
    },
  };
  for (const { kind, path, list, merged } of [
    { kind: 'tag', path: '/api/tags', list: 'tags', merged: 'tagMerged' },
    { kind: 'genre', path: '/api/genres', list: 'genres', merged: 'genreMerged' },
  ] as const) {
    app.get(path, { preHandler: requireAdmin }, async () => ({
      [list]: database
        .all<{ value: string }>(
          'SELECT DISTINCT value FROM valueCounts WHERE kind = ? ORDER BY value COLLATE NOCASE',
          kind,
        )
        .map((row) => row.value),
    }));

    app.post(`${path}/rename`, { preHandler: requireAdmin }, async (request) => {
      const [value, next] = renameOf[kind](request);
      const isMerged = value !== next && exists(kind, next);
      const found = editor.store(idsWith(kind, value), (item) => changed(item, kind, value, next));
      await editor.notify(found);
      return { [merged]: isMerged, numItemsUpdated: found.length };
    });

    app.delete(`${path}/:value`, { preHandler: requireAdmin }, async (request) => {
      const value = decoded(param(request, 'value'));
      const found = editor.store(idsWith(kind, value), (item) => changed(item, kind, value, null));
      await editor.notify(found);
      return { numItemsUpdated: found.length };
    });
  }

  app.get('/api/libraries/:id/narrators', async (request, reply) =>
    sendJson(reply, await ctx.readers.answer('narrators', { library: libraryOf(ctx, request), user: request.user })),
  );

  const changeNarrator = async (request: FastifyRequest, next: string | null): Promise<{ updated: number }> => {
    const library = libraryOf(ctx, request);
    const value = decoded(param(request, 'narratorId'));
    const found = editor.store(idsWith('narrator', value, library.id), (item) =>
      changed(item, 'narrator', value, next),
    );
    await editor.notify(found, { together: true });
    return { updated: found.length };
  };

  app.patch(
    '/api/libraries/:id/narrators/:narratorId',
    { preHandler: requirePermission('update') },
    async (request) => {
      const { name } = readBody(request, narratorRename);
      return changeNarrator(request, name);
    },
  );

  app.delete('/api/libraries/:id/narrators/:narratorId', { preHandler: requirePermission('update') }, async (request) =>
    changeNarrator(request, null),
  );
}
