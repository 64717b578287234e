import type { FastifyRequest } from 'fastify';
import type { User } from '../store/users.repo.ts';
import { fail } from './errors.ts';

/** The root account or an administrator. */
export function isAdmin(user: User): boolean {
  return user.type === 'root' || user.type === 'admin';
}

/** Whether a library is among those that an account may open. */
export function canSeeLibrary(user: User, libraryId: string): boolean {
  return user.permissions.accessAllLibraries || user.librariesAccessible.includes(libraryId);
}

/** Explicit content and tags: the rights that hold inside a library. */
export function canSeeContent(
  user: User,
  item: { readonly explicit: boolean; readonly tags: readonly string[] },
): boolean {
  if (item.explicit && !user.permissions.accessExplicitContent) return false;
  if (user.permissions.accessAllTags) return true;
  const isSelected = item.tags.some((tag) => user.itemTagsSelected.includes(tag));
  return user.permissions.selectedTagsNotAccessible ? !isSelected : isSelected;
}

/** Whether an account may see an item: its library, and what is in it. */
export function canSeeItem(
  user: User,
  item: { readonly libraryId: string; readonly explicit: boolean; readonly tags: readonly string[] },
): boolean {
  return canSeeLibrary(user, item.libraryId) && canSeeContent(user, item);
}

/** Route hook: only admins and root, others 403. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw fail(403);
}

/** Route hook for the calls which hide themselves: others 404. */
export async function requireAdminOrHide(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw fail(404);
}

/** Route hook: a permission of the account. */
export function requirePermission(permission: 'download' | 'update' | 'delete' | 'upload') {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.user.permissions[permission]) throw fail(403);
  };
}
