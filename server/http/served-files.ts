import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Folders from which files may be sent: libraries, metadata, backups. Without it, no links are followed. */
    servedFolders?: () => readonly string[];
  }
}

/**
 * Whether a file of the store may be sent: no symbolic link, or one whose target lies in a served folder. A file
 * replaced by a link to elsewhere is not sent.
 */
export async function isServed(app: FastifyInstance, file: string): Promise<boolean> {
  const real = await realPath(file);
  if (real === path.resolve(file)) return true;
  const roots = await Promise.all((app.servedFolders?.() ?? []).map(realPath));
  return roots.some((root) => root !== null && real?.startsWith(root + path.sep));
}

const realPath = (file: string): Promise<string | null> => fs.promises.realpath(file).catch(() => null);
