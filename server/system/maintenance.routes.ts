import fs from 'node:fs/promises';
import path from 'node:path';
import { metadataDir } from '../config.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param } from '../http/input.ts';
import { serverTotals, serverYear } from './server-stats.ts';

/** What an administrator does to keep the server tidy, and its figures. */
export const registerMaintenance: Area = (app, ctx) => {
  const admin = { preHandler: requireAdmin };
  const cache = path.join(metadataDir(ctx.config), 'cache');
  /** Empties a folder and leaves it there: running requests write into it. */
  const empty = async (folder: string): Promise<void> => {
    const names = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
    await Promise.all(names.map((entry) => {
      const full = path.join(folder, entry.name);
      return entry.isDirectory() ? empty(full) : fs.rm(full, { force: true });
    }));
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
    const { libraryId, path: changed, type } = bodyOf(request);
    const library = typeof libraryId === 'string' ? ctx.store.libraries.byId(libraryId) : undefined;
    if (!library || typeof changed !== 'string' || changed === '' || !['add', 'unlink', 'rename'].includes(String(type))) throw fail(400);
    void ctx.scans.scanLibrary(library.id);
    return reply.send('OK');
  });

  app.get('/api/stats/server', admin, async () => serverTotals(ctx));
  app.get('/api/stats/year/:year', admin, async (request) => {
    const year = Number(param(request, 'year'));
    if (!Number.isInteger(year) || year < 1 || year > 9999) throw fail(400, 'Invalid year');
    return serverYear(ctx, year);
  });
};
