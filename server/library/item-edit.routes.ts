import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  bookChapters,
  itemsToDelete,
  itemsToScan,
  mediaChange,
  mediaChangeOf,
  trackOrder,
} from '../../src/schemas/requests/items.ts';
import { messageOf } from '../errors.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail, failPlain } from '../http/errors.ts';
import { param, queryText } from '../http/input.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import type { LibraryFile } from '../items/files.types.ts';
import { extensionOf } from '../items/file-kinds.ts';
import { itemAccessOf, itemInSight } from './access-hooks.ts';
import { numberedChapter } from '../items/chapters.ts';
import { plainJson } from '../items/item-json.ts';
import { patchMedia } from './media-patch.ts';
import { numberTracks, type BookItem, type Item } from '../items/model.ts';

const OK = 'text/plain; charset=utf-8';
/** Most items of one call: all of them are stored at once. */
const MOST_CHANGED = 1000;

/** Changing items: metadata, chapters, tracks, files, deletion, and the batch forms. */
export function registerItemEdits(app: FastifyInstance, ctx: ServerContext): void {
  const { editor } = ctx;
  const mayUpdate = { preHandler: requirePermission('update') };
  const mayDelete = { preHandler: requirePermission('delete') };

  const itemOf = (request: FastifyRequest): Item => {
    const item = editor.items.load(itemAccessOf(ctx, request).id);
    if (!item) throw fail(404);
    return item;
  };
  const bookOf = (request: FastifyRequest, status: number): BookItem => {
    const item = itemOf(request);
    if (item.mediaType !== 'book') throw fail(status);
    return item;
  };
  /** The items of a batch that the user may see. */
  const visibleItems = (request: FastifyRequest, ids: readonly string[]): Item[] =>
    ids.flatMap((id) => (itemInSight(ctx, request.user, id) ? (editor.items.load(id) ?? []) : []));

  app.patch('/api/items/:id/media', mayUpdate, async (request) => {
    const { id } = itemAccessOf(ctx, request);
    const change = readBody(request, mediaChange);
    let updated = false;
    const item = await editor.change(id, (before) => {
      const patch = patchMedia(before, change);
      ({ updated } = patch);
      return updated ? patch.item : null;
    });
    if (!item) throw fail(404);
    return { ...(updated ? { updated } : {}), libraryItem: plainJson(item) };
  });

  app.post('/api/items/:id/chapters', mayUpdate, async (request) => {
    const item = bookOf(request, 500);
    if (item.audioFiles.length === 0) throw fail(500);
    const chapters = readBody(request, bookChapters).chapters.map(numberedChapter);
    let updated = false;
    await editor.change(item.id, (before) => {
      if (before.mediaType !== 'book') return null;
      updated =
        JSON.stringify(chapters) !==
        JSON.stringify(before.chapters.map(({ id, start, end, title }) => ({ id, start, end, title })));
      return updated ? { ...before, chapters } : null;
    });
    return { success: true, updated };
  });

  app.patch('/api/items/:id/tracks', mayUpdate, async (request) => {
    const { id } = bookOf(request, 400);
    const { orderedFileData: order } = readBody(request, trackOrder);
    const item = await editor.change(id, (before) => {
      if (before.mediaType !== 'book' || order.length !== before.audioFiles.length) throw fail(400);
      const ordered = order.flatMap(({ ino, exclude }) => {
        const file = before.audioFiles.find((candidate) => candidate.ino === ino);
        return file ? [{ ...file, exclude, manuallyVerified: true }] : [];
      });
      const audioFiles = numberTracks(ordered);
      if (new Set(audioFiles.map((file) => file.ino)).size !== before.audioFiles.length) throw fail(400);
      return { ...before, audioFiles };
    });
    if (!item) throw fail(404);
    return plainJson(item);
  });

  app.delete('/api/items/:id', mayDelete, async (request, reply) => {
    const item = itemOf(request);
    await editor.remove(item, { hard: queryText(request, 'hard') === '1' });
    await editor.removeEmptyNames();
    return reply.type(OK).send('OK');
  });

  app.delete('/api/items/:id/file/:fileid', mayDelete, async (request, reply) => {
    const item = itemOf(request);
    const file = item.libraryFiles.find((entry) => entry.ino === param(request, 'fileid'));
    if (!file) throw fail(404);
    await fs.rm(file.metadata.path, { force: true });
    await editor.change(item.id, (current) => withoutFile(current, file));
    return reply.type(OK).send('OK');
  });

  app.patch('/api/items/:id/ebook/:fileid/status', mayUpdate, async (request, reply) => {
    const item = bookOf(request, 400);
    const file = item.libraryFiles.find(
      (entry) => entry.ino === param(request, 'fileid') && entry.fileType === 'ebook',
    );
    if (!file) throw fail(400, 'Invalid ebook file id');
    await editor.change(
      item.id,
      (before) => {
        if (before.mediaType !== 'book') return null;
        const isPrimary = before.ebookFile?.ino === file.ino;
        const libraryFiles = before.libraryFiles.map((entry) =>
          entry.fileType === 'ebook' ? { ...entry, isSupplementary: isPrimary || entry.ino !== file.ino } : entry,
        );
        return {
          ...before,
          libraryFiles,
          ebookFile: isPrimary
            ? null
            : { ...file, isSupplementary: null, ebookFormat: extensionOf(file.metadata.filename) },
        };
      },
      { metadata: false },
    );
    return reply.type(OK).send('OK');
  });

  app.post('/api/items/batch/update', LONG_LISTS, async (request) => {
    const changes = await readEntries(request, mediaChangeOf);
    if (changes.length === 0) throw fail(400);
    if (changes.length > MOST_CHANGED) throw failPlain(400, `Changes of ${MOST_CHANGED} items at most`);
    const payloads = new Map(changes.map(({ id, mediaPayload }) => [id, mediaPayload]));
    const found = visibleItems(request, [...payloads.keys()]);
    if (found.length === 0) throw fail(404);
    const ids = request.user.permissions.update ? found.map(({ id }) => id) : [];
    const changed = editor.store(ids, (item) => {
      const patch = patchMedia(item, payloads.get(item.id) ?? {});
      return patch.updated ? patch.item : null;
    });
    await editor.notify(changed);
    return { success: true, updates: changed.length };
  });

  app.post('/api/items/batch/delete', mayDelete, async (request, reply) => {
    const found = visibleItems(request, readBody(request, itemsToDelete).libraryItemIds);
    if (found.length === 0) throw fail(404);
    for (const item of found) await editor.remove(item, { hard: queryText(request, 'hard') === '1' });
    await editor.removeEmptyNames();
    return reply.type(OK).send('OK');
  });

  app.post('/api/items/batch/scan', { preHandler: requireAdmin }, async (request, reply) => {
    const ids = readBody(request, itemsToScan).libraryItemIds;
    void (async () => {
      for (const id of ids) await ctx.scans.scanItem(id);
    })().catch((cause: unknown) => ctx.log.error('Scan', messageOf(cause)));
    return reply.type(OK).send('OK');
  });
}

function withoutFile(item: Item, file: LibraryFile): Item {
  const libraryFiles = item.libraryFiles.filter((entry) => entry.ino !== file.ino);
  const coverPath =
    item.coverPath !== null && path.normalize(item.coverPath) === path.normalize(file.metadata.path)
      ? null
      : item.coverPath;
  if (item.mediaType === 'podcast')
    return {
      ...item,
      libraryFiles,
      coverPath,
      episodes: item.episodes.filter((episode) => episode.audioFile?.ino !== file.ino),
    };
  return {
    ...item,
    libraryFiles,
    coverPath,
    audioFiles: item.audioFiles.filter((entry) => entry.ino !== file.ino),
    ebookFile: item.ebookFile?.ino === file.ino ? null : item.ebookFile,
  };
}
