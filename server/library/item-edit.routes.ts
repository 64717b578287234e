import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeItem, requireAdmin, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, param, queryText, stringList } from '../http/input.ts';
import type { Chapter, LibraryFile } from '../scan/types.ts';
import { extensionOf } from '../scan/file-kinds.ts';
import { itemAccessOf } from './access-hooks.ts';
import { createItemEditor } from './item-editor.ts';
import { plainJson } from './item-json.ts';
import { embeddableTags } from '../tools/embeddable-tags.ts';
import { patchMedia } from './media-patch.ts';
import type { BookItem, Item } from './model.ts';

const OK = 'text/plain; charset=utf-8';

/** Chapters of a body, null when one of them is not a chapter. */
function chaptersIn(value: unknown): Chapter[] | null {
  if (!Array.isArray(value)) return null;
  const chapters = value.map((entry, id): Chapter | null => {
    if (!isRecord(entry)) return null;
    const { start, end, title } = entry;
    return typeof start === 'number' && typeof end === 'number' && typeof title === 'string' && start >= 0 ? { id, start, end, title } : null;
  });
  return chapters.every((chapter): chapter is Chapter => chapter !== null) ? chapters : null;
}

/** Changing items: metadata, chapters, tracks, files, deletion, and the batch forms. */
export function registerItemEdits(app: FastifyInstance, ctx: ServerContext): void {
  const editor = createItemEditor(ctx);
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
    ids.flatMap((id) => {
      const access = ctx.items.access(id);
      return access && canSeeItem(request.user, access) ? (editor.items.load(id) ?? []) : [];
    });

  app.patch('/api/items/:id/media', mayUpdate, async (request) => {
    const { item, updated } = patchMedia(itemOf(request), bodyOf(request));
    if (!updated) return { libraryItem: plainJson(item) };
    return { updated, libraryItem: plainJson(await editor.save(item)) };
  });

  app.post('/api/items/:id/chapters', mayUpdate, async (request) => {
    const item = bookOf(request, 500);
    if (item.audioFiles.length === 0) throw fail(500);
    const chapters = chaptersIn(bodyOf(request)['chapters']);
    if (!chapters) throw fail(400);
    const updated = JSON.stringify(chapters) !== JSON.stringify(item.chapters.map(({ id, start, end, title }) => ({ id, start, end, title })));
    if (updated) await editor.save({ ...item, chapters });
    return { success: true, updated };
  });

  app.patch('/api/items/:id/tracks', mayUpdate, async (request) => {
    const item = bookOf(request, 400);
    const order = bodyOf(request)['orderedFileData'];
    if (!Array.isArray(order) || order.length !== item.audioFiles.length) throw fail(400);
    const audioFiles = order.filter(isRecord).flatMap((entry, i) => {
      const file = item.audioFiles.find((candidate) => candidate.ino === entry['ino']);
      return file ? [{ ...file, index: i + 1, exclude: entry['exclude'] === true, manuallyVerified: true }] : [];
    });
    if (new Set(audioFiles.map((file) => file.ino)).size !== item.audioFiles.length) throw fail(400);
    return plainJson(await editor.save({ ...item, audioFiles }));
  });

  app.delete('/api/items/:id', mayDelete, async (request, reply) => {
    const item = itemOf(request);
    await editor.remove(item, { hard: queryText(request, 'hard') === '1' });
    editor.removeEmptyNames(item.libraryId);
    return reply.type(OK).send('OK');
  });

  app.delete('/api/items/:id/file/:fileid', mayDelete, async (request, reply) => {
    const item = itemOf(request);
    const file = item.libraryFiles.find((entry) => entry.ino === param(request, 'fileid'));
    if (!file) throw fail(404);
    await fs.rm(file.metadata.path, { force: true });
    await editor.save(withoutFile(item, file));
    return reply.type(OK).send('OK');
  });

  app.patch('/api/items/:id/ebook/:fileid/status', mayUpdate, async (request, reply) => {
    const item = bookOf(request, 400);
    const file = item.libraryFiles.find((entry) => entry.ino === param(request, 'fileid') && entry.fileType === 'ebook');
    if (!file) throw fail(400, 'Invalid ebook file id');
    const isPrimary = item.ebookFile?.ino === file.ino;
    const libraryFiles = item.libraryFiles.map((entry) => (entry.fileType === 'ebook' ? { ...entry, isSupplementary: isPrimary || entry.ino !== file.ino } : entry));
    await editor.save(
      { ...item, libraryFiles, ebookFile: isPrimary ? null : { ...file, isSupplementary: null, ebookFormat: extensionOf(file.metadata.filename) } },
      { metadata: false },
    );
    return reply.type(OK).send('OK');
  });

  app.get('/api/items/:id/metadata-object', { preHandler: requireAdmin }, async (request) => {
    const item = bookOf(request, 400);
    if (item.audioFiles.length === 0) throw fail(400);
    return embeddableTags(item);
  });

  app.post('/api/items/batch/update', async (request) => {
    const entries: unknown = request.body;
    if (!Array.isArray(entries) || entries.length === 0) throw fail(400);
    const payloads = new Map(entries.filter(isRecord).map((entry) => [String(entry['id']), isRecord(entry['mediaPayload']) ? entry['mediaPayload'] : {}]));
    const found = visibleItems(request, [...payloads.keys()]);
    if (found.length === 0) throw fail(404);
    const changed = request.user.permissions.update ? found.map((item) => patchMedia(item, payloads.get(item.id) ?? {})).filter((patch) => patch.updated) : [];
    for (const { item } of changed) await editor.save(item);
    return { success: true, updates: changed.length };
  });

  app.post('/api/items/batch/delete', mayDelete, async (request, reply) => {
    const ids = stringList(bodyOf(request)['libraryItemIds']);
    if (!ids?.length) throw fail(400, 'Invalid request body');
    const found = visibleItems(request, ids);
    if (found.length === 0) throw fail(404);
    for (const item of found) await editor.remove(item, { hard: queryText(request, 'hard') === '1' });
    for (const libraryId of new Set(found.map((item) => item.libraryId))) editor.removeEmptyNames(libraryId);
    return reply.type(OK).send('OK');
  });

  app.post('/api/items/batch/scan', { preHandler: requireAdmin }, async (request, reply) => {
    const ids = stringList(bodyOf(request)['libraryItemIds']);
    if (!ids?.length) throw fail(400);
    void (async () => {
      for (const id of ids) await ctx.scans.scanItem(id);
    })().catch((cause: unknown) => ctx.log.error('Scan', cause instanceof Error ? cause.message : String(cause)));
    return reply.type(OK).send('OK');
  });
}

function withoutFile(item: Item, file: LibraryFile): Item {
  const libraryFiles = item.libraryFiles.filter((entry) => entry !== file);
  const coverPath = item.coverPath !== null && path.normalize(item.coverPath) === path.normalize(file.metadata.path) ? null : item.coverPath;
  if (item.mediaType === 'podcast') return { ...item, libraryFiles, coverPath, episodes: item.episodes.filter((episode) => episode.audioFile?.ino !== file.ino) };
  return {
    ...item, libraryFiles, coverPath, audioFiles: item.audioFiles.filter((entry) => entry.ino !== file.ino),
    ebookFile: item.ebookFile?.ino === file.ino ? null : item.ebookFile,
  };
}
