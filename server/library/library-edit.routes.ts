import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { libraryChange, libraryOrder, newLibrary, newLibraryKind } from '../../src/schemas/requests/libraries.ts';
import { messageOf } from '../errors.ts';
import { itemDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { queryText } from '../http/input.ts';
import { defaultLibrarySettings, type Library, type LibrarySettings } from '../store/libraries.repo.ts';
import { libraryOf } from './access-hooks.ts';
import { refuseOutsideOfDemo } from './chosen-folder.ts';
import { cronProblem } from '../settings/cron.ts';
import { customProvidersIn } from '../system/custom-providers.repo.ts';
import { moveTo } from './order.ts';
import { startScheduledScans } from './scheduled-scans.ts';

const OK = 'text/plain; charset=utf-8';

/** A folder of a body with its absolute path, and its id if the library has it. */
const absolute = (folder: { id?: string; fullPath?: string; path?: string }) => ({
  id: folder.id ?? null,
  fullPath: path.resolve(folder.fullPath ?? folder.path ?? ''),
});

/** Creating, changing, ordering and removing libraries (admins), and their scheduled scans. */
export function registerLibraryEdits(app: FastifyInstance, ctx: ServerContext): void {
  const { libraries, database } = ctx.store;
  const { editor } = ctx;
  const admin = { preHandler: requireAdmin };
  startScheduledScans(ctx);

  const providerExists = (provider: string): boolean =>
    !provider.startsWith('custom-') || customProvidersIn(database).byId(provider.slice('custom-'.length)) !== undefined;
  const settingsOf = (current: LibrarySettings, change: Partial<LibrarySettings> | null | undefined) => {
    if (change?.autoScanCronExpression && cronProblem(change.autoScanCronExpression) !== null)
      throw fail(400, 'Invalid request. Setting "autoScanCronExpression" must be a cron expression');
    return { ...current, ...change };
  };
  const makeFolders = async (folders: readonly { fullPath: string }[]): Promise<void> => {
    for (const { fullPath } of folders) {
      await refuseOutsideOfDemo(ctx, fullPath);
      await fs.mkdir(fullPath, { recursive: true }).catch((cause: unknown) => {
        ctx.log.error('Library', `The folder "${fullPath}" cannot be made: ${messageOf(cause)}`);
        throw fail(400, `Invalid folder directory "${fullPath}"`);
      });
    }
  };
  /** Removes items from the store, all or nothing with `more`, then announces it and removes their generated files. */
  const removeItems = async (ids: readonly string[], more: () => void = () => undefined): Promise<void> => {
    database.transaction(() => {
      for (const id of ids) editor.items.remove(id);
      more();
    });
    for (const id of ids) {
      ctx.events.toEveryone('item_removed', { id });
      await fs.rm(itemDir(ctx.config, id), { recursive: true, force: true });
    }
  };

  app.post('/api/libraries', admin, async (request) => {
    const type = readBody(request, newLibraryKind).mediaType;
    const { name, folders, icon, provider, settings } = readBody(request, newLibrary[type]);
    const wanted = folders.map(absolute);
    const chosen = provider ?? (type === 'podcast' ? 'itunes' : 'google');
    if (!providerExists(chosen)) throw fail(400, 'Invalid request. Custom metadata provider does not exist');
    const newSettings = settingsOf(defaultLibrarySettings(type), settings);
    await makeFolders(wanted);
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

  app.patch('/api/libraries/:id', admin, async (request) => {
    const library = libraryOf(ctx, request);
    const { folders, settings, ...change } = readBody(request, libraryChange[library.mediaType]);
    if (change.provider !== undefined && !providerExists(change.provider))
      throw fail(400, 'Custom metadata provider does not exist');
    const next: Library = { ...library, ...change, settings: settingsOf(library.settings, settings) };
    if (folders !== undefined) {
      const wanted = folders.map(absolute);
      /* A folder is known by its id or, where a client leaves that out, by its path. */
      const knownOf = (folder: { id: string | null; fullPath: string }) =>
        library.folders.find((known) => known.id === folder.id) ??
        library.folders.find((known) => path.resolve(known.fullPath) === folder.fullPath);
      await makeFolders(wanted.filter((folder) => !knownOf(folder)));
      const kept = wanted.map(
        (folder) =>
          knownOf(folder) ?? {
            id: randomUUID(),
            fullPath: folder.fullPath,
            libraryId: library.id,
            addedAt: Date.now(),
          },
      );
      next.folders = [...new Map(kept.map((folder) => [folder.id, folder])).values()];
    }
    if (JSON.stringify(next) === JSON.stringify(library)) return library;
    next.lastUpdate = Date.now();
    const keptIds = new Set(next.folders.map((folder) => folder.id));
    const gone = library.folders
      .filter((folder) => !keptIds.has(folder.id))
      .flatMap((folder) =>
        database.all<{ id: string }>(
          `SELECT id FROM libraryItems
      WHERE folderId = ?`,
          folder.id,
        ),
      );
    await removeItems(
      gone.map((row) => row.id),
      () => libraries.save(next),
    );
    await editor.removeEmptyNames();
    ctx.events.toLibrary(library.id, 'library_updated', next);
    return next;
  });

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
      database.all<{ id: string }>('SELECT id FROM libraryItems WHERE libraryId = ?', library.id).map((row) => row.id),
      () => {
        libraries.remove(library.id);
        for (const rest of moveTo(libraries.all(), new Map())) libraries.save(rest);
      },
    );
    ctx.events.toLibrary(library.id, 'library_removed', library);
    return library;
  });

  app.delete('/api/libraries/:id/issues', admin, async (request, reply) => {
    const library = libraryOf(ctx, request);
    await removeItems(
      database
        .all<{ id: string }>(
          `SELECT id FROM libraryItems
      WHERE libraryId = ? AND (isMissing = 1 OR isInvalid = 1)`,
          library.id,
        )
        .map((row) => row.id),
    );
    await editor.removeEmptyNames();
    return reply.type(OK).send('OK');
  });

  app.get('/api/libraries/:id/podcast-titles', admin, async (request) => {
    const library = libraryOf(ctx, request);
    return {
      podcasts: database.all(
        "SELECT title, itunesId, id AS libraryItemId, libraryId FROM libraryItems WHERE libraryId = ? AND mediaType = 'podcast' ORDER BY title COLLATE NOCASE",
        library.id,
      ),
    };
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
