import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Folders from which files may be sent: libraries, metadata, backups. Without it only files that are where they
     * say.
     */
    servedFolders?: () => readonly string[];
  }
}

/**
 * Whether a file of the store may be sent: it lies where its path says, or what it links to lies in a folder that this
 * server serves. A file that somebody exchanged for a link to elsewhere is not sent.
 */
export async function isServed(app: FastifyInstance, file: string): Promise<boolean> {
  const real = await realPath(file);
  if (real === path.resolve(file)) return true;
  const roots = await Promise.all((app.servedFolders?.() ?? []).map(realPath));
  return roots.some((root) => root !== null && real?.startsWith(root + path.sep));
}

const realPath = (file: string): Promise<string | null> => fs.promises.realpath(file).catch(() => null);
