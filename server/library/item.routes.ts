import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wantedItems } from '../../src/schemas/requests/items.ts';
import type { ServerContext } from '../context.ts';
import { isAdmin, requireAdmin, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail, failPlain } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { itemAccessOf, itemInSight } from './access-hooks.ts';
import { expandedJson, plainJson } from '../items/item-json.ts';
import { audioFilesOf, type Item } from '../items/model.ts';
import { createPictures } from './pictures.ts';
import { feedsOf, shareOf } from './query/decorate.ts';

/** Most whole items of one call. */
const MOST_AT_ONCE = 1000;

export function registerItems(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  const prefixes = () => ctx.settings.get().sortingPrefixes;
  const { items } = ctx.editor;
  const covers = createPictures(ctx, 'items');

  const itemOf = (request: FastifyRequest): Item => {
    const item = items.load(itemAccessOf(ctx, request).id);
    if (!item) throw fail(404);
    return item;
  };

  const downloadsOf = (itemId: string) => {
    const current = ctx.downloads.current();
    return {
      episodeDownloadsQueued: ctx.downloads.queued(itemId),
      ...(current?.libraryItemId === itemId ? { episodesDownloading: [current] } : {}),
    };
  };

  app.get('/api/items/:id', async (request) => {
    const item = itemOf(request);
    const include = queryText(request, 'include').toLowerCase().split(',');
    if (queryText(request, 'expanded') !== '1') return plainJson(item);
    const { user } = request;
    const episodeId = queryText(request, 'episode') || null;
    const isPodcast = item.mediaType === 'podcast';
    return {
      ...expandedJson(item, prefixes()),
      ...(include.includes('progress')
        ? { userMediaProgress: ctx.store.progress.find(user.id, item.id, isPodcast ? episodeId : null) ?? null }
        : {}),
      ...(include.includes('rssfeed') ? { rssFeed: feedsOf(database, [item.id]).get(item.id) ?? null } : {}),
      ...(include.includes('share') && !isPodcast && isAdmin(user)
        ? { mediaItemShare: shareOf(database, item.id) }
        : {}),
      ...(include.includes('downloads') && isPodcast ? downloadsOf(item.id) : {}),
    };
  });

  app.post('/api/items/batch/get', async (request) => {
    const ids = readBody(request, wantedItems, (text) => fail(403, text)).libraryItemIds;
    if (ids.length > MOST_AT_ONCE) throw failPlain(400, `${MOST_AT_ONCE} items at most`);
    const seen = [...new Set(ids)].filter((id) => itemInSight(ctx, request.user, id));
    return { libraryItems: seen.flatMap((id) => items.load(id) ?? []).map((item) => expandedJson(item, prefixes())) };
  });

  app.get('/api/items/:id/cover', { config: { auth: 'public' } }, async (request, reply) => {
    const row = database.get<{ id: string; coverPath: string | null }>(
      'SELECT id, coverPath FROM libraryItems WHERE id = ?',
      param(request, 'id'),
    );
    if (!row?.coverPath) throw fail(404);
    return covers.send(request, reply, row.id, row.coverPath);
  });

  const fileOf = (request: FastifyRequest, item = itemOf(request)) => {
    const file = item.libraryFiles.find((entry) => entry.ino === param(request, 'fileid'));
    if (!file) throw fail(404);
    return file;
  };

  app.get('/api/items/:id/file/:fileid', async (request, reply) => {
    const item = itemOf(request);
    const { ino, metadata } = fileOf(request, item);
    // Content type of audio by the scanned bytes; the extension may be wrong.
    const sound = audioFilesOf(item).find((file) => file.ino === ino);
    return sendFile(request, reply, metadata.path, sound ? { mimeType: sound.mimeType } : {});
  });

  app.get(
    '/api/items/:id/file/:fileid/download',
    { preHandler: requirePermission('download') },
    async (request, reply) => {
      const { metadata } = fileOf(request);
      return sendFile(request, reply, metadata.path, { downloadAs: metadata.filename });
    },
  );

  app.get('/api/items/:id/ebook', async (request, reply) => {
    const item = itemOf(request);
    if (item.mediaType !== 'book' || !item.ebookFile) throw fail(404);
    return sendFile(request, reply, item.ebookFile.metadata.path);
  });

  app.get('/api/items/:id/ebook/:fileid', async (request, reply) => {
    const file = fileOf(request);
    if (file.fileType !== 'ebook') throw fail(404);
    return sendFile(request, reply, file.metadata.path);
  });

  app.post('/api/items/:id/scan', { preHandler: requireAdmin }, async (request) => {
    const access = itemAccessOf(ctx, request);
    return { result: await ctx.scans.scanItem(access.id) };
  });
}
