import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { uploadFields } from '../../src/schemas/requests/libraries.ts';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { canSeeLibrary, requirePermission } from '../http/access.ts';
import { readValue } from '../http/body.ts';
import { fail, failPlain } from '../http/errors.ts';
import { pathBelow, safeName } from '../http/safe-path.ts';
import { moveFile } from '../http/move-file.ts';
import { fileTypeOf } from '../items/file-kinds.ts';
import type { Library } from '../store/libraries.repo.ts';
import { receive, type ReceivedForm } from './receive.ts';

/** Largest request, in bytes: one item with all its files. */
export const MAX_UPLOAD_BYTES = 8 * 1024 ** 3;

interface Destination {
  readonly library: Library;
  readonly folderPath: string;
  /** Names of the folders below the library folder. */
  readonly parts: readonly string[];
}

/**
 * `POST /api/upload`: files of a new item. They are put into its folder; the watcher or the next scan makes the item.
 */
export function registerUpload(app: FastifyInstance, ctx: ServerContext): void {
  const incoming = path.join(metadataDir(ctx.config), 'uploads');
  rmSync(incoming, { recursive: true, force: true }); // Leftovers of a crash.

  const destinationOf = (request: FastifyRequest, { fields }: ReceivedForm): Destination => {
    const sent = readValue(Object.fromEntries(fields), uploadFields);
    const { title, author, series, library: libraryId, folder: folderId } = sent;
    const library = ctx.store.libraries.byId(libraryId);
    if (!library) throw fail(404, 'Library not found');
    if (!canSeeLibrary(request.user, library.id)) throw fail(403);
    const folder = library.folders.find((entry) => entry.id === folderId);
    if (!folder) throw fail(404, 'Folder not found');
    const wanted = library.mediaType === 'podcast' ? [title] : [author, series, title].filter(Boolean);
    const parts = wanted.map(safeName);
    if (parts.includes('')) throw fail(400, 'Invalid request body');
    return { library, folderPath: folder.fullPath, parts };
  };

  app.post('/api/upload', { preHandler: requirePermission('upload') }, async (request, reply) => {
    if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw fail(413);
    if (!request.isMultipart()) throw fail(400);
    const form = await receive(request, incoming, MAX_UPLOAD_BYTES);
    try {
      const { folderPath, parts } = destinationOf(request, form);
      if (form.files.length === 0) throw fail(400);
      const names = form.files.map((file) => safeName(file.name));
      const unknown = names.find((name) => fileTypeOf(name) === 'unknown');
      if (unknown !== undefined) throw fail(400, `Files like "${unknown}" are not supported`);
      if (new Set(names).size < names.length) throw fail(400, 'Two files have the same name');
      const target = await pathBelow(folderPath, path.join(folderPath, ...parts));
      if (target === null) throw fail(400, 'Invalid request body');
      const present = new Set((await fs.readdir(target).catch(() => [])).map((name) => name.toLowerCase()));
      const taken = (name: string) => failPlain(409, `There is a file "${name}" already`);
      const known = names.find((name) => present.has(name.toLowerCase()));
      if (known !== undefined) throw taken(known);
      await fs.mkdir(target, { recursive: true });
      for (const [index, file] of form.files.entries()) {
        const name = names[index] ?? '';
        if (!(await moveFile(file.path, path.join(target, name), { isNew: true }))) throw taken(name);
      }
    } finally {
      await form.discard();
    }
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
