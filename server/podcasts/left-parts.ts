import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerContext } from '../context.ts';

const PART = /^\.[0-9a-f-]{36}\.part$/;

/**
 * Removes the parts of unfinished episode downloads that a crash left in the folders of podcasts: those older than this
 * run.
 */
export async function sweepParts({ store }: Pick<ServerContext, 'store'>): Promise<void> {
  const startedAt = Date.now();
  const folders = store.database.all<{ path: string }>(
    "SELECT i.path FROM libraryItems i JOIN libraries l ON l.id = i.libraryId WHERE l.mediaType = 'podcast'",
  );
  for (const folder of folders) {
    const names = await fs.readdir(folder.path).catch(() => []);
    for (const part of names.filter((name) => PART.test(name)).map((name) => path.join(folder.path, name))) {
      const found = await fs.stat(part).catch(() => null);
      if (found && found.mtimeMs < startedAt) await fs.rm(part, { force: true });
    }
  }
}
