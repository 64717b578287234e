import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../errors.ts';
import { itemDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { fail } from '../http/errors.ts';
import type { Library, LibrarySettings } from '../store/libraries.repo.ts';
import { cronProblem } from '../settings/cron.ts';
import { customProvidersIn } from '../system/custom-providers.repo.ts';
import { refuseOutsideOfDemo } from './chosen-folder.ts';

/** A folder of a body; clients name its path in one of two ways. */
interface SentFolder {
  readonly id?: string;
  readonly fullPath?: string;
  readonly path?: string;
}

/** A folder of a body with its absolute path, and its id if the library has it. */
export interface WantedFolder {
  readonly id: string | null;
  readonly fullPath: string;
}

export const absolute = (folder: SentFolder): WantedFolder => ({
  id: folder.id ?? null,
  fullPath: path.resolve(folder.fullPath ?? folder.path ?? ''),
});

export function providerExists(ctx: ServerContext, provider: string): boolean {
  const custom = 'custom-';
  return (
    !provider.startsWith(custom) ||
    customProvidersIn(ctx.store.database).byId(provider.slice(custom.length)) !== undefined
  );
}

/** Settings with a change; an invalid cron expression is refused. */
export function settingsWith(
  current: LibrarySettings,
  change: Partial<LibrarySettings> | null | undefined,
): LibrarySettings {
  if (change?.autoScanCronExpression && cronProblem(change.autoScanCronExpression) !== null)
    throw fail(400, 'Invalid request. Setting "autoScanCronExpression" must be a cron expression');
  return { ...current, ...change };
}

export async function makeFolders(ctx: ServerContext, folders: readonly WantedFolder[]): Promise<void> {
  for (const { fullPath } of folders) {
    await refuseOutsideOfDemo(ctx, fullPath);
    await fs.mkdir(fullPath, { recursive: true }).catch((cause: unknown) => {
      ctx.log.error('Library', `The folder "${fullPath}" cannot be made: ${messageOf(cause)}`);
      throw fail(400, `Invalid folder directory "${fullPath}"`);
    });
  }
}

/** The folders of a library after a change: known ones stay as they are, new ones are made. */
export async function changedFolders(
  ctx: ServerContext,
  library: Library,
  wanted: readonly WantedFolder[],
): Promise<Library['folders']> {
  /** A folder is known by its id or, where a client leaves that out, by its path. */
  const knownOf = (folder: WantedFolder) =>
    library.folders.find((known) => known.id === folder.id) ??
    library.folders.find((known) => path.resolve(known.fullPath) === folder.fullPath);
  await makeFolders(
    ctx,
    wanted.filter((folder) => !knownOf(folder)),
  );
  const kept = wanted.map(
    (folder) =>
      knownOf(folder) ?? {
        id: randomUUID(),
        fullPath: folder.fullPath,
        libraryId: library.id,
        addedAt: Date.now(),
      },
  );
  return [...new Map(kept.map((folder) => [folder.id, folder])).values()];
}

/** Removes items from the store, all or nothing with `more`, then announces it and removes their generated files. */
export async function removeItems(
  ctx: ServerContext,
  ids: readonly string[],
  more: () => void = () => undefined,
): Promise<void> {
  ctx.store.database.transaction(() => {
    for (const id of ids) ctx.editor.items.remove(id);
    more();
  });
  for (const id of ids) {
    ctx.events.toEveryone('item_removed', { id });
    await fs.rm(itemDir(ctx.config, id), { recursive: true, force: true });
  }
}
