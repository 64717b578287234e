import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, queryText } from '../http/input.ts';
import { itemDir } from '../scan/apply.ts';
import { defaultLibrarySettings, type Library, type LibrarySettings } from '../store/libraries.repo.ts';
import { libraryOf } from './access-hooks.ts';
import { createItemEditor } from './item-editor.ts';
import { patchSettings } from './library-settings.ts';
import { moveTo } from './order.ts';
import { startScheduledScans } from './scheduled-scans.ts';

const OK = 'text/plain; charset=utf-8';

/** Absolute paths of `folders` in a body; entries with an id keep it. Undefined when it is no list of folders. */
function foldersIn(value: unknown): { id: string | null; fullPath: string }[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const folders = value.map((entry) => {
    if (!isRecord(entry)) return null;
    const fullPath = entry['fullPath'] ?? entry['path'];
    return typeof fullPath === 'string' && fullPath.trim() ? {
      id: typeof entry['id'] === 'string' ? entry['id'] : null, fullPath: path.resolve(fullPath.trim()),
    } : null;
  });
  return folders.every((folder) => folder !== null) ? folders : undefined;
}

const NO_FOLDERS = 'Invalid request. Folders must be a non-empty array of objects with path string';

/** Making, changing, ordering and removing libraries (admins), and their scheduled scans. */
export function registerLibraryEdits(app: FastifyInstance, ctx: ServerContext): void {
  const { libraries, database } = ctx.store;
  const editor = createItemEditor(ctx);
  const admin = { preHandler: requireAdmin };
  startScheduledScans(ctx);

  const providerExists = (provider: string): boolean => !provider.startsWith('custom-') || database.get(
    'SELECT 1 AS one FROM customMetadataProviders WHERE id = ?', provider.slice('custom-'.length),
  ) !== undefined;
  const settingsOf = (current: LibrarySettings, value: unknown): LibrarySettings => {
    const patched = patchSettings(current, value);
    if (typeof patched === 'string') throw fail(400, patched);
    return patched;
  };
  const makeFolders = async (folders: readonly { fullPath: string }[]): Promise<void> => {
    for (const { fullPath } of folders) {
      await fs.mkdir(fullPath, { recursive: true }).catch((cause: unknown) => {
        ctx.log.error('Library', `The folder "${fullPath}" cannot be made: ${cause instanceof Error ? cause.message : String(cause)}`);
        throw fail(400, `Invalid folder directory "${fullPath}"`);
      });
    }
  };
  const removeItems = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      editor.items.remove(id);
      ctx.events.toEveryone('item_removed', { id });
      await fs.rm(itemDir(metadataDir(ctx.config), id), { recursive: true, force: true });
    }
  };

  app.post('/api/libraries', admin, async (request) => {
    const { name, folders, mediaType, icon, provider, settings } = bodyOf(request);
    const wanted = foldersIn(folders);
    if (typeof name !== 'string' || !name.trim()) throw fail(400, 'Invalid request. Name must be a string');
    if (!wanted) throw fail(400, NO_FOLDERS);
    const type = mediaType === 'podcast' ? 'podcast' : 'book';
    const chosen = typeof provider === 'string' && provider ? provider : type === 'podcast' ? 'itunes' : 'google';
    if (!providerExists(chosen)) throw fail(400, 'Invalid request. Custom metadata provider does not exist');
    const newSettings = settingsOf(defaultLibrarySettings(type), settings);
    await makeFolders(wanted);
    const [id, now] = [randomUUID(), Date.now()];
    const library: Library = {
      id, name: name.trim(), folders: wanted.map(({ fullPath }) => ({ id: randomUUID(), fullPath, libraryId: id, addedAt: now })),
      displayOrder: Math.max(0, ...libraries.all().map((entry) => entry.displayOrder)) + 1,
      icon: typeof icon === 'string' && icon ? icon : 'database', mediaType: type, provider: chosen, settings: newSettings, lastScan: null,
      lastScanVersion: null, createdAt: now, lastUpdate: now,
    };
    libraries.save(library);
    ctx.events.toLibrary(id, 'library_added', library);
    const { lastScanVersion: _never, ...created } = library;
    return created;
  });

  app.patch('/api/libraries/:id', admin, async (request) => {
    const library = libraryOf(ctx, request);
    const { name, icon, provider, folders, settings, displayOrder } = bodyOf(request);
    if (typeof provider === 'string' && !providerExists(provider)) throw fail(400, 'Custom metadata provider does not exist');
    const next: Library = { ...library, settings: settings === undefined ? library.settings : settingsOf(library.settings, settings) };
    if (typeof name === 'string' && name.trim()) next.name = name.trim();
    if (typeof icon === 'string' && icon) next.icon = icon;
    if (typeof provider === 'string' && provider) next.provider = provider;
    if (typeof displayOrder === 'number' && Number.isInteger(displayOrder) && displayOrder > 0) next.displayOrder = displayOrder;
    if (folders !== undefined) {
      const wanted = foldersIn(folders);
      if (!wanted) throw fail(400, NO_FOLDERS);
      const known = new Map(library.folders.map((folder) => [folder.id, folder]));
      await makeFolders(wanted.filter(({ id }) => id === null || !known.has(id)));
      next.folders = wanted.map(({ id, fullPath }) => {
        const before = id === null ? undefined : known.get(id);
        return before ?? { id: randomUUID(), fullPath, libraryId: library.id, addedAt: Date.now() };
      });
      const kept = new Set(next.folders.map((folder) => folder.id));
      const gone = library.folders.filter((folder) => !kept.has(folder.id)).flatMap((folder) => database.all<{ id: string }>(`SELECT id FROM libraryItems
        WHERE folderId = ?`, folder.id));
      await removeItems(gone.map((row) => row.id));
    }
    if (JSON.stringify(next) === JSON.stringify(library)) return library;
    next.lastUpdate = Date.now();
    libraries.save(next);
    editor.removeEmptyNames(library.id);
    ctx.events.toLibrary(library.id, 'library_updated', next);
    return next;
  });

  app.post('/api/libraries/order', admin, async (request) => {
    const entries: unknown = request.body;
    if (!Array.isArray(entries) || !entries.every(isRecord)) throw fail(400, 'Invalid request. Request body must be an array of objects');
    const unknown = entries.find((entry) => !libraries.byId(String(entry['id'])));
    if (unknown) throw fail(400, `Library not found with id ${String(unknown['id'])}`);
    for (const library of moveTo(libraries.all(), new Map(entries.map((entry) => [String(entry['id']), Number(entry['newOrder'])])))) libraries.save(library);
    return { libraries: libraries.all() };
  });

  app.delete('/api/libraries/:id', admin, async (request) => {
    const library = libraryOf(ctx, request);
    ctx.scans.cancel(library.id);
    await removeItems(database.all<{ id: string }>('SELECT id FROM libraryItems WHERE libraryId = ?', library.id).map((row) => row.id));
    libraries.remove(library.id);
    for (const rest of moveTo(libraries.all(), new Map())) libraries.save(rest);
    ctx.events.toEveryone('library_removed', library);
    return library;
  });

  app.delete('/api/libraries/:id/issues', admin, async (request, reply) => {
    const library = libraryOf(ctx, request);
    await removeItems(database.all<{ id: string }>(`SELECT id FROM libraryItems
      WHERE libraryId = ? AND (isMissing = 1 OR isInvalid = 1)`, library.id).map((row) => row.id));
    editor.removeEmptyNames(library.id);
    return reply.type(OK).send('OK');
  });

  app.get('/api/libraries/:id/podcast-titles', admin, async (request) => {
    const library = libraryOf(ctx, request);
    return {podcasts: database.all(
      "SELECT title, itunesId, id AS libraryItemId, libraryId FROM libraryItems WHERE libraryId = ? AND mediaType = 'podcast' ORDER BY title COLLATE NOCASE",
      library.id,
    )};
  });

  app.post('/api/libraries/:id/remove-metadata', admin, async (request) => {
    const library = libraryOf(ctx, request);
    const name = `metadata.${queryText(request, 'ext') === 'abs' ? 'abs' : 'json'}`;
    let [found, removed] = [0, 0];
    for (const item of database.all<{ path: string }>('SELECT path FROM libraryItems WHERE libraryId = ? AND isFile = 0', library.id)) {
      const file = path.join(item.path, name);
      if (!(await fs.stat(file).catch(() => null))?.isFile()) continue;
      found += 1;
      removed += await fs.rm(file).then(() => 1, () => 0);
    }
    return found === 0 ? { found } : { found, removed };
  });
}
