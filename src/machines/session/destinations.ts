import type { User } from '../../schemas/api/user.ts';
import { isConfigRoute, type AnyRoute, type Route } from '../router/routes.ts';

/** Whether the account is an administrator. */
export function isAdmin(user: Pick<User, 'type'>): boolean {
  return user.type === 'root' || user.type === 'admin';
}

/** Whether the account may see this library (LIB-004). */
export function mayAccessLibrary(user: Pick<User, 'permissions' | 'librariesAccessible'>, libraryId: string): boolean {
  return user.permissions.accessAllLibraries || user.librariesAccessible.includes(libraryId);
}

const ADMIN_ROUTES: readonly string[] = ['libraryStats', 'libraryPodcastSearch', 'libraryDownloadQueue', 'manage'];

/** Whether the account may open this page. */
export function mayOpen(user: User, route: AnyRoute): boolean {
  if (route.name === 'configStats') return true;
  if (isConfigRoute(route) || ADMIN_ROUTES.includes(route.name)) return isAdmin(user);
  if (route.name === 'upload') return user.permissions.upload;
  if (route.name === 'batch' || route.name === 'chapters' || route.name === 'tracks') return user.permissions.update;
  return true;
}

/**
 * The start page: the library used last on this device, else the default one of the account, else the
 * first that it may see (ROL-036). Null without any: the session says so, and to administrators how to add one.
 */
export function startPage(
  user: User,
  libraryIds: readonly string[],
  preferred: readonly (string | null)[],
): Route | null {
  const accessible = libraryIds.filter((id) => mayAccessLibrary(user, id));
  const libraryId = [...preferred, ...accessible].find((id) => id !== null && accessible.includes(id));
  return libraryId ? { name: 'library', libraryId } : null;
}
