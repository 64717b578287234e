import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { coverAddress, coverPath } from '../../src/schemas/requests/items.ts';
import { messageOf } from '../errors.ts';
import { itemDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { extensionOf, fileTypeOf } from '../items/file-kinds.ts';
import type { Item } from '../items/model.ts';
import { MAX_PICTURE_BYTES, shownFile, storePicture } from '../items/pictures.ts';
import { itemAccessOf } from './access-hooks.ts';
import { downloadPicture } from './download-picture.ts';

/** Changing covers: by upload, from an address, by choosing a file of the item, removal. */
export function registerCoverEdits(app: FastifyInstance, ctx: ServerContext): void {
  const { editor } = ctx;
  const itemOf = (request: FastifyRequest): Item => {
    const item = editor.items.load(itemAccessOf(ctx, request).id);
    if (!item) throw fail(404);
    return item;
  };
  /** Folder of a cover: beside the book if the server settings say so, else the server's own folder of the item. */
  const coverDir = (item: Item): string =>
    ctx.settings.get().storeCoverWithItem && !item.isFile ? item.path : itemDir(ctx.config, item.id);
  const setCover = async ({ id }: Item, cover: string | null) => {
    if (!(await editor.change(id, (item) => ({ ...item, coverPath: cover }), { metadata: false }))) throw fail(404);
    return { success: true, cover };
  };

  const uploaded = async (request: FastifyRequest): Promise<{ filename: string; bytes: Buffer } | null> => {
    if (!request.isMultipart()) return null;
    const file = await request.file({ limits: { fileSize: MAX_PICTURE_BYTES, files: 1 } });
    return file && file.fieldname === 'cover' ? { filename: file.filename, bytes: await file.toBuffer() } : null;
  };

  app.post(
    '/api/items/:id/cover',
    { preHandler: [requirePermission('update'), requirePermission('upload')] },
    async (request) => {
      const item = itemOf(request);
      const upload = await uploaded(request);
      if (upload) {
        if (fileTypeOf(upload.filename) !== 'image')
          throw fail(400, `Invalid image type .${extensionOf(upload.filename)} (Supported: png,jpg,jpeg,webp)`);
        const cover = await storePicture(upload.bytes, coverDir(item), 'cover').catch(() => {
          throw fail(400, 'Invalid image');
        });
        return setCover(item, cover);
      }
      const { url } = readBody(request, coverAddress);
      const cover = await downloadPicture(ctx, url)
        .then((bytes) => storePicture(bytes, coverDir(item), 'cover'))
        .catch((cause: unknown) => {
          ctx.log.warn('Cover', `"${url}": ${messageOf(cause)}`);
          throw fail(400, 'Failed to download image from url');
        });
      return setCover(item, cover);
    },
  );

  app.patch('/api/items/:id/cover', { preHandler: requirePermission('update') }, async (request) => {
    const item = itemOf(request);
    const { cover } = readBody(request, coverPath);
    const wanted = path.resolve(cover);
    /* Only a picture of the item: the path comes from the request. */
    const pictures = item.libraryFiles.filter((entry) => fileTypeOf(entry.metadata.filename) === 'image');
    const file = pictures.find((entry) => path.resolve(entry.metadata.path) === wanted);
    const exists = file && (await fs.stat(file.metadata.path).catch(() => null))?.isFile();
    if (!file || !exists) throw fail(500, 'Cover path does not exist');
    const shown = await shownFile(wanted, itemDir(ctx.config, item.id)).catch(() => {
      throw fail(400, 'Invalid image');
    });
    return setCover(item, shown);
  });

  app.delete('/api/items/:id/cover', { preHandler: requirePermission('delete') }, async (request, reply) => {
    const item = itemOf(request);
    const own = itemDir(ctx.config, item.id);
    if (item.coverPath?.startsWith(own + path.sep)) await fs.rm(item.coverPath, { force: true });
    await setCover(item, null);
    return reply.type('text/plain; charset=utf-8').send('OK');
  });
}
