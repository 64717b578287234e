import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { verifyPassword } from './auth/passwords.ts';
import { isLoopback } from './config.ts';
import type { ServerContext } from './context.ts';
import { StartError, messageOf } from './errors.ts';
import { demoLibrary } from './paths.ts';
import { defaultLibrarySettings, type LibraryMediaType } from './store/libraries.repo.ts';
import { createAccount } from './users/accounts.ts';

/** The accounts of the demo; the server only accepts them on a loopback address. */
export const demoAccounts = [
  { username: 'root', password: 'earmark', type: 'root' },
  { username: 'listener', password: 'earmark', type: 'user' },
] as const;

/** A server with a publicly known password must not be reachable by others. */
export async function refuseKnownPasswords(ctx: ServerContext): Promise<void> {
  if (isLoopback(ctx.config.host)) return;
  for (const { username, password } of demoAccounts) {
    const user = ctx.store.users.byName(username);
    if (user && (await verifyPassword(ctx.readers, password, user.passwordHash))) {
      throw new StartError(
        `The account "${username}" still has the password of the demo: ` +
          `change it before listening on ${ctx.config.host}, or choose another data folder with --data.`,
      );
    }
  }
}

/** Creates the accounts and libraries of the options that do not exist yet. Returns the ids of new libraries. */
export async function seed(ctx: ServerContext): Promise<string[]> {
  const { demo, bookFolders, podcastFolders } = ctx.config;
  if (demo && ctx.store.users.all().length === 0) {
    for (const account of demoAccounts) await createAccount(ctx, { ...account, isActive: true });
  }
  const books = demo ? [demoFolder(ctx, 'books')] : bookFolders;
  const podcasts = demo ? [demoFolder(ctx, 'podcasts')] : podcastFolders;
  return [...seedLibrary(ctx, 'book', books), ...seedLibrary(ctx, 'podcast', podcasts)];
}

/**
 * Copies the demo's files to the data folder, so that uploads, downloads and deletions never touch Earmark's own files.
 */
function demoFolder(ctx: ServerContext, name: 'books' | 'podcasts'): string {
  const folder = path.join(ctx.config.dataDir, 'library', name);
  if (!fs.existsSync(folder)) {
    fs.cpSync(path.join(demoLibrary, name), `${folder}.new`, { recursive: true });
    fs.renameSync(`${folder}.new`, folder);
  }
  return folder;
}

/** One library of a media type for all folders that no library has yet. */
function seedLibrary(ctx: ServerContext, mediaType: LibraryMediaType, folders: readonly string[]): string[] {
  const libraries = ctx.store.libraries.all();
  const known = new Set(libraries.flatMap((library) => library.folders.map((folder) => folder.fullPath)));
  const added = folders.map(readableFolder).filter((folder) => !known.has(folder));
  if (added.length === 0) return [];
  const [id, now] = [randomUUID(), Date.now()];
  ctx.store.libraries.save({
    id,
    name: mediaType === 'book' ? 'Books' : 'Podcasts',
    folders: added.map((fullPath) => ({ id: randomUUID(), fullPath, libraryId: id, addedAt: now })),
    displayOrder: libraries.length + 1,
    icon: mediaType === 'book' ? 'audiobookshelf' : 'podcast',
    mediaType,
    provider: mediaType === 'book' ? 'google' : 'itunes',
    settings: defaultLibrarySettings(mediaType),
    lastScan: null,
    lastScanVersion: null,
    createdAt: now,
    lastUpdate: now,
  });
  return [id];
}

function readableFolder(folder: string): string {
  const fullPath = path.resolve(folder);
  try {
    fs.readdirSync(fullPath);
  } catch (cause) {
    throw new StartError(`The folder ${fullPath} cannot be read: ${messageOf(cause)}`);
  }
  return fullPath;
}
