import type { FastifyRequest } from 'fastify';
import { itemsToEmbed } from '../../src/schemas/requests/items.ts';
import type { Area } from '../context.ts';
import { canSeeItem, requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { playableFiles, type BookItem, type Item } from '../items/model.ts';
import { embeddableTags } from './embeddable-tags.ts';
import { createEmbedder, type EmbedOptions } from './embed-metadata.ts';
import { createEncoder } from './encode-m4b.ts';

const BUSY = 'Library item is already in queue or processing';

/**
 * Encoding to m4b and writing metadata into audio files, for administrators; and the list of tasks, which shows their
 * queue.
 */
export const registerTools: Area = (app, ctx) => {
  const { items } = ctx.editor;
  const encoder = createEncoder(ctx);
  const embedder = createEmbedder(ctx);
  const admin = { preHandler: requireAdmin };

  const find = (request: FastifyRequest, id: string): Item => {
    const item = items.load(id);
    const access = item && ctx.items.access(id);
    if (!item || !access) throw fail(404);
    if (!canSeeItem(request.user, access)) throw fail(403);
    return item;
  };
  const hasTracks = (item: Item): item is BookItem => item.mediaType === 'book' && playableFiles(item).length > 0;
  const embedOptions = (request: FastifyRequest): EmbedOptions => ({
    forceEmbedChapters: queryText(request, 'forceEmbedChapters') === '1',
    backupFiles: queryText(request, 'backup') === '1',
  });

  app.get('/api/tasks', async (request) => {
    const withQueue = queryText(request, 'include').split(',').includes('queue');
    return {
      tasks: ctx.tasks.list(request.user),
      ...(withQueue ? { queuedTaskData: { embedMetadata: embedder.queued() } } : {}),
    };
  });

  app.get('/api/items/:id/metadata-object', admin, async (request) => {
    const item = find(request, param(request, 'id'));
    if (item.mediaType !== 'book' || item.audioFiles.length === 0) throw fail(400);
    return embeddableTags(item);
  });

  app.post('/api/tools/item/:id/encode-m4b', admin, async (request, reply) => {
    const item = find(request, param(request, 'id'));
    if (item.mediaType !== 'book') throw fail(400, 'Invalid library item: not a book');
    if (!hasTracks(item)) throw fail(400, 'Invalid audiobook: no audio tracks');
    if (encoder.isRunning(item.id)) throw fail(400, 'Audiobook is already processing');
    encoder.start(item, request.user.id, {
      bitrate: queryText(request, 'bitrate') || '128k',
      codec: queryText(request, 'codec') || 'aac',
      channels: queryText(request, 'channels') || '2',
    });
    return reply.send('OK');
  });

  app.delete('/api/tools/item/:id/encode-m4b', admin, async (request, reply) => {
    if (!encoder.cancel(param(request, 'id'))) throw fail(404);
    return reply.send('OK');
  });

  app.post('/api/tools/item/:id/embed-metadata', admin, async (request, reply) => {
    const item = find(request, param(request, 'id'));
    if (!hasTracks(item)) throw fail(400);
    if (embedder.isBusyWith(item.id)) throw fail(400, BUSY);
    embedder.add(item, request.user.id, embedOptions(request));
    return reply.send('OK');
  });

  app.post('/api/tools/batch/embed-metadata', admin, async (request, reply) => {
    const ids = readBody(request, itemsToEmbed).libraryItemIds;
    const found = [...new Set(ids)].map((id) => find(request, id));
    const books = found.filter(hasTracks);
    if (books.length < found.length) throw fail(400);
    if (books.some(({ id }) => embedder.isBusyWith(id))) throw fail(400, BUSY);
    for (const book of books) embedder.add(book, request.user.id, embedOptions(request));
    return reply.send('OK');
  });
};
