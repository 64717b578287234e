import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { queryText } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { sendZip } from '../http/send-zip.ts';
import { itemAccessOf, itemInSight, libraryOf } from './access-hooks.ts';
import type { Item } from '../items/model.ts';

export function registerDownloads(app: FastifyInstance, ctx: ServerContext): void {
  const { items } = ctx.editor;
  const mayDownload = { preHandler: requirePermission('download') };

  const entriesOf = (item: Item, prefix: string) =>
    item.libraryFiles.map((file) => ({ path: file.metadata.path, name: `${prefix}${file.metadata.relPath}` }));

  app.get('/api/items/:id/download', mayDownload, async (request, reply) => {
    const item = items.load(itemAccessOf(ctx, request).id);
    if (!item) throw fail(404);
    if (item.isFile) return sendFile(request, reply, item.path, { downloadAs: path.posix.basename(item.path) });
    return sendZip(reply, `${item.metadata.title.slice(0, 200)}.zip`, entriesOf(item, ''));
  });

  app.get('/api/libraries/:id/download', mayDownload, async (request, reply) => {
    const library = libraryOf(ctx, request);
    const ids = queryText(request, 'ids');
    if (!ids) throw fail(400, 'Invalid request. ids must be a string');
    const found = ids
      .split(',')
      .flatMap((id) => (itemInSight(ctx, request.user, id)?.libraryId === library.id ? (items.load(id) ?? []) : []));
    if (found.length === 0) throw fail(404, 'Library items not found');
    const name = found.length === 1 ? found[0]?.metadata.title : `${library.name} (${found.length})`;
    return sendZip(
      reply,
      `${(name ?? '').slice(0, 200)}.zip`,
      found.flatMap((item) => entriesOf(item, item.isFile ? '' : `${path.posix.basename(item.path)}/`)),
    );
  });
}
