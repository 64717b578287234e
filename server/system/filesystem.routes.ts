import fs from 'node:fs/promises';
import path from 'node:path';
import { folderToCheck } from '../../src/schemas/requests/libraries.ts';
import type { Area } from '../context.ts';
import { canSeeItem, canSeeLibrary, requireAdmin, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail, failJson } from '../http/errors.ts';
import { refuseOutsideOfDemo } from '../library/chosen-folder.ts';
import { queryCount, queryText } from '../http/input.ts';
import type { ItemAccess } from '../items/items.types.ts';

/** System folders that hold no media and are not offered in the root. */
const HIDDEN_IN_ROOT = new Set([
  'bin',
  'boot',
  'dev',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'lost+found',
  'proc',
  'run',
  'sbin',
  'sys',
  'tmp',
  'usr',
  'var',
]);

/** Folders of this machine for the folder chooser, and whether an upload would collide with a file. */
export const registerFilesystem: Area = (app, ctx) => {
  app.get('/api/filesystem', { preHandler: requireAdmin }, async (request) => {
    const requested = queryText(request, 'path');
    const level = queryCount(request, 'level', 0);
    const start = ctx.config.demo ? path.join(ctx.config.dataDir, 'library') : path.parse(process.cwd()).root;
    const folder = requested === '' ? start : requested;
    if (!path.isAbsolute(folder) || folder.includes('\0')) throw fail(400, 'Invalid "path" query string');
    await refuseOutsideOfDemo(ctx, folder);
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => null);
    if (!entries) throw fail(400, 'Invalid "path" query string');
    const names = entries
      .filter(
        (entry) =>
          entry.isDirectory() && !entry.name.startsWith('.') && !(requested === '' && HIDDEN_IN_ROOT.has(entry.name)),
      )
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b));
    return {
      posix: path.sep === '/',
      directories: names.map((dirname) => ({ path: path.join(folder, dirname), dirname, level })),
    };
  });

  app.post('/api/filesystem/pathexists', { preHandler: requirePermission('upload') }, async (request) => {
    const { directory, folderPath } = readBody(request, folderToCheck, () =>
      failJson(400, { error: 'Invalid request body' }),
    );
    const folder = ctx.store.libraries
      .all()
      .flatMap(({ folders }) => folders)
      .find(({ fullPath }) => fullPath === folderPath);
    if (!folder || !canSeeLibrary(request.user, folder.libraryId)) throw fail(404);
    const target = path.resolve(folder.fullPath, directory);
    if (directory.includes('\0') || !target.startsWith(folder.fullPath + path.sep)) throw fail(400);
    const exists = await fs.stat(target).then(
      () => true,
      () => false,
    );
    if (exists) return { exists };
    const item = itemAround(target, folder.fullPath);
    if (!item) return { exists: false };
    return canSeeItem(request.user, item) ? { exists: true, libraryItemTitle: item.title } : { exists: true };
  });

  /** The item whose folder contains a path. */
  function itemAround(target: string, root: string): ItemAccess | undefined {
    for (let parent = path.dirname(target); parent.length > root.length; parent = path.dirname(parent)) {
      const item = ctx.store.database.get<{ id: string }>(
        'SELECT i.id FROM libraries l CROSS JOIN libraryItems i ON i.libraryId = l.id AND i.path = ?',
        parent,
      );
      if (item) return ctx.items.access(item.id);
    }
    return undefined;
  }
};
