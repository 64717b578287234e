import fs from 'node:fs/promises';
import path from 'node:path';
import { watcherUpdate } from '../../src/schemas/requests/libraries.ts';
import { metadataDir } from '../config.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { sendJson } from '../http/send-json.ts';

/** Maintenance and statistics for administrators. */
export const registerMaintenance: Area = (app, ctx) => {
  const admin = { preHandler: requireAdmin };
  const cache = path.join(metadataDir(ctx.config), 'cache');
  /** Folders named by an item's id hold the files from before encode and embed: they are no cache. */
  const holdsOriginals = (folder: string): boolean =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(path.basename(folder));
  /** Empties a folder but keeps it: running requests write into it. */
  const empty = async (folder: string): Promise<void> => {
    const names = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
    await Promise.all(
      names.map((entry) => {
        const full = path.join(folder, entry.name);
        if (entry.isDirectory()) return holdsOriginals(full) ? undefined : empty(full);
        return fs.rm(full, { force: true });
      }),
    );
  };

  app.post('/api/cache/purge', admin, async (_request, reply) => {
    await empty(cache);
    return reply.send('OK');
  });
  app.post('/api/cache/items/purge', admin, async (_request, reply) => {
    await empty(path.join(cache, 'items'));
    return reply.send('OK');
  });

  app.post('/api/watcher/update', admin, async (request, reply) => {
    const library = ctx.store.libraries.byId(readBody(request, watcherUpdate).libraryId);
    if (!library) throw fail(400);
    void ctx.scans.scanLibrary(library.id);
    return reply.send('OK');
  });

  app.get('/api/stats/server', admin, async (_request, reply) =>
    sendJson(reply, await ctx.readers.answer('serverTotals', {})),
  );
  app.get('/api/stats/year/:year', admin, async (request, reply) => {
    const year = Number(param(request, 'year'));
    if (!Number.isInteger(year) || year < 1 || year > 9999) throw fail(400, 'Invalid year');
    return sendJson(reply, await ctx.readers.answer('serverYear', { year }));
  });
};
