import fs from 'node:fs/promises';
import path from 'node:path';
import { folderToCheck } from '../../src/schemas/requests/libraries.ts';
import type { Area } from '../context.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail, failJson } from '../http/errors.ts';
import { refuseOutsideOfDemo } from '../library/chosen-folder.ts';
import { queryCount, queryText } from '../http/input.ts';

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

/** Folders of this machine for the folder chooser, and whether an upload would meet something. */
export const registerFilesystem: Area = (app, ctx) => {
  app.get('/api/filesystem', { preHandler: requireAdmin }, async (request) => {
    const asked = queryText(request, 'path');
    const level = queryCount(request, 'level', 0);
    const start = ctx.config.demo ? path.join(ctx.config.dataDir, 'library') : path.parse(process.cwd()).root;
    const folder = asked === '' ? start : asked;
    if (!path.isAbsolute(folder) || folder.includes('\0')) throw fail(400, 'Invalid "path" query string');
    await refuseOutsideOfDemo(ctx, folder);
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => null);
    if (!entries) throw fail(400, 'Invalid "path" query string');
    const names = entries
      .filter(
        (entry) =>
          entry.isDirectory() && !entry.name.startsWith('.') && !(asked === '' && HIDDEN_IN_ROOT.has(entry.name)),
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
    if (!folder) throw fail(404);
    const target = path.resolve(folder.fullPath, directory);
    if (directory.includes('\0') || !target.startsWith(folder.fullPath + path.sep)) throw fail(400);
    const exists = await fs.stat(target).then(
      () => true,
      () => false,
    );
    if (exists) return { exists };
    const title = titleOfItemAround(target, folder.fullPath);
    return title === undefined ? { exists: false } : { exists: true, libraryItemTitle: title };
  });

  /** The item whose folder a path would lie in. */
  function titleOfItemAround(target: string, root: string): string | undefined {
    for (let parent = path.dirname(target); parent.length > root.length; parent = path.dirname(parent)) {
      const item = ctx.store.database.get<{ title: string }>(
        'SELECT i.title FROM libraries l CROSS JOIN libraryItems i ON i.libraryId = l.id AND i.path = ?',
        parent,
      );
      if (item) return item.title;
    }
    return undefined;
  }
};
