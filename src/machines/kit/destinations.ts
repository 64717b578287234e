import type { User } from '../../schemas/api/user.ts';
import { isConfigRoute, type AnyRoute, type Route } from './router/routes.ts';

export function isAdmin(user: Pick<User, 'type'>): boolean {
  return user.type === 'root' || user.type === 'admin';
}

export function mayAccessLibrary(user: Pick<User, 'permissions' | 'librariesAccessible'>, libraryId: string): boolean {
  return user.permissions.accessAllLibraries || user.librariesAccessible.includes(libraryId);
}

const ADMIN_ROUTES: readonly string[] = ['libraryStats', 'libraryPodcastSearch', 'libraryDownloadQueue', 'manage'];

export function mayOpen(user: User, route: AnyRoute): boolean {
  if (route.name === 'configStats') return true;
  if (isConfigRoute(route) || ADMIN_ROUTES.includes(route.name)) return isAdmin(user);
  if (route.name === 'upload') return user.permissions.upload;
  if (route.name === 'batch' || route.name === 'chapters' || route.name === 'tracks') return user.permissions.update;
  return true;
}

/** Home of the last used library, else the account's default, else the first accessible one. Null without any. */
export function startPage(
  user: User,
  libraryIds: readonly string[],
  preferred: readonly (string | null)[],
): Route | null {
  const accessible = libraryIds.filter((id) => mayAccessLibrary(user, id));
  const libraryId = [...preferred, ...accessible].find((id) => id !== null && accessible.includes(id));
  return libraryId ? { name: 'library', libraryId } : null;
}
