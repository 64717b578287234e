import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { libraryChange, libraryOrder, newLibrary, newLibraryKind } from '../../src/schemas/requests/libraries.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { queryText } from '../http/input.ts';
import { defaultLibrarySettings, type Library } from '../store/libraries.repo.ts';
import { libraryOf } from './access-hooks.ts';
import { absolute, changedFolders, makeFolders, providerExists, removeItems, settingsWith } from './library-changes.ts';
import { moveTo } from './order.ts';
import { startScheduledScans } from './scheduled-scans.ts';

const OK = 'text/plain; charset=utf-8';
const admin = { preHandler: requireAdmin };

/** Creating, changing, ordering and removing libraries (admins), and their scheduled scans. */
export function registerLibraryEdits(app: FastifyInstance, ctx: ServerContext): void {
  startScheduledScans(ctx);
  registerNewLibrary(app, ctx);
  registerLibraryChange(app, ctx);
  registerOrderAndRemoval(app, ctx);
  registerCleaning(app, ctx);
  registerPodcastTitles(app, ctx);
}

function registerNewLibrary(app: FastifyInstance, ctx: ServerContext): void {
  const { libraries } = ctx.store;
  app.post('/api/libraries', admin, async (request) => {
    const type = readBody(request, newLibraryKind).mediaType;
    const { name, folders, icon, provider, settings } = readBody(request, newLibrary[type]);
    const wanted = folders.map(absolute);
    const chosen = provider ?? (type === 'podcast' ? 'itunes' : 'google');
    if (!providerExists(ctx, chosen)) throw fail(400, 'Invalid request. Custom metadata provider does not exist');
    const newSettings = settingsWith(defaultLibrarySettings(type), settings);
    await makeFolders(ctx, wanted);
    const [id, now] = [randomUUID(), Date.now()];
    const library: Library = {
      id,
      name,
      folders: wanted.map(({ fullPath }) => ({ id: randomUUID(), fullPath, libraryId: id, addedAt: now })),
      displayOrder: Math.max(0, ...libraries.all().map((entry) => entry.displayOrder)) + 1,
      icon: icon ?? 'database',
      mediaType: type,
      provider: chosen,
      settings: newSettings,
      lastScan: null,
      lastScanVersion: null,
      createdAt: now,
      lastUpdate: now,
    };
    libraries.save(library);
    const { lastScanVersion: _never, ...created } = library;
    ctx.events.toLibrary(id, 'library_added', created);
    return created;
  });
}

function registerLibraryChange(app: FastifyInstance, ctx: ServerContext): void {
  const { libraries, database } = ctx.store;
  app.patch('/api/libraries/:id', admin, async (request) => {
    const library = libraryOf(ctx, request);
    const { folders, settings, ...change } = readBody(request, libraryChange[library.mediaType]);
    if (change.provider !== undefined && !providerExists(ctx, change.provider))
      throw fail(400, 'Custom metadata provider does not exist');
    const next: Library = { ...library, ...change, settings: settingsWith(library.settings, settings) };
    if (folders !== undefined) next.folders = await changedFolders(ctx, library, folders.map(absolute));
    if (JSON.stringify(next) === JSON.stringify(library)) return library;
    next.lastUpdate = Date.now();
    const keptIds = new Set(next.folders.map((folder) => folder.id));
    const gone = library.folders
      .filter((folder) => !keptIds.has(folder.id))
      .flatMap((folder) => database.all<{ id: string }>('SELECT id FROM libraryItems WHERE folderId = ?', folder.id));
    await removeItems(
      ctx,
      gone.map((row) => row.id),
      () => libraries.save(next),
    );
    await ctx.editor.removeEmptyNames();
    ctx.events.toLibrary(library.id, 'library_updated', next);
    return next;
  });
}

function registerOrderAndRemoval(app: FastifyInstance, ctx: ServerContext): void {
  const { libraries, database } = ctx.store;
  app.post('/api/libraries/order', admin, async (request) => {
    const order = readBody(request, libraryOrder);
    const unknown = order.find(({ id }) => !libraries.byId(id));
    if (unknown) throw fail(400, `Library not found with id ${unknown.id}`);
    const wishes = order.flatMap(({ id, newOrder }) => (newOrder === undefined ? [] : [[id, newOrder] as const]));
    for (const library of moveTo(libraries.all(), new Map(wishes))) libraries.save(library);
    return { libraries: libraries.all() };
  });

  app.delete('/api/libraries/:id', admin, async (request) => {
    const library = libraryOf(ctx, request);
    ctx.scans.cancel(library.id);
    await removeItems(
      ctx,
      database.all<{ id: string }>('SELECT id FROM libraryItems WHERE libraryId = ?', library.id).map((row) => row.id),
      () => {
        libraries.remove(library.id);
        for (const rest of moveTo(libraries.all(), new Map())) libraries.save(rest);
      },
    );
    ctx.events.toLibrary(library.id, 'library_removed', library);
    return library;
  });
}

/** Removing items with problems, and the metadata files beside the books. */
function registerCleaning(app: FastifyInstance, ctx: ServerContext): void {
  const { database } = ctx.store;
  app.delete('/api/libraries/:id/issues', admin, async (request, reply) => {
    const library = libraryOf(ctx, request);
    await removeItems(
      ctx,
      database
        .all<{ id: string }>(
          'SELECT id FROM libraryItems WHERE libraryId = ? AND (isMissing = 1 OR isInvalid = 1)',
          library.id,
        )
        .map((row) => row.id),
    );
    await ctx.editor.removeEmptyNames();
    return reply.type(OK).send('OK');
  });

  app.post('/api/libraries/:id/remove-metadata', admin, async (request) => {
    const library = libraryOf(ctx, request);
    const name = `metadata.${queryText(request, 'ext') === 'abs' ? 'abs' : 'json'}`;
    let [found, removed] = [0, 0];
    for (const item of database.all<{ path: string }>(
      'SELECT path FROM libraryItems WHERE libraryId = ? AND isFile = 0',
      library.id,
    )) {
      const file = path.join(item.path, name);
      if (!(await fs.stat(file).catch(() => null))?.isFile()) continue;
      found += 1;
      removed += await fs.rm(file).then(
        () => 1,
        () => 0,
      );
    }
    return found === 0 ? { found } : { found, removed };
  });
}

function registerPodcastTitles(app: FastifyInstance, ctx: ServerContext): void {
  app.get('/api/libraries/:id/podcast-titles', admin, async (request) => {
    const library = libraryOf(ctx, request);
    return {
      podcasts: ctx.store.database.all(
        `SELECT title, itunesId, id AS libraryItemId, libraryId FROM libraryItems
         WHERE libraryId = ? AND mediaType = 'podcast' ORDER BY title COLLATE NOCASE`,
        library.id,
      ),
    };
  });
}
