import type { FastifyRequest } from 'fastify';
import type { User } from '../store/users.repo.ts';
import { fail } from './errors.ts';

export function isAdmin(user: User): boolean {
  return user.type === 'root' || user.type === 'admin';
}

export function canSeeLibrary(user: User, libraryId: string): boolean {
  return user.permissions.accessAllLibraries || user.librariesAccessible.includes(libraryId);
}

/** Explicit content and tags: the rights that apply inside a library. */
export function canSeeContent(
  user: User,
  item: { readonly explicit: boolean; readonly tags: readonly string[] },
): boolean {
  if (item.explicit && !user.permissions.accessExplicitContent) return false;
  if (user.permissions.accessAllTags) return true;
  const isSelected = item.tags.some((tag) => user.itemTagsSelected.includes(tag));
  return user.permissions.selectedTagsNotAccessible ? !isSelected : isSelected;
}

/** Whether an account may see an item: its library and its content. */
export function canSeeItem(
  user: User,
  item: { readonly libraryId: string; readonly explicit: boolean; readonly tags: readonly string[] },
): boolean {
  return canSeeLibrary(user, item.libraryId) && canSeeContent(user, item);
}

/** Route hook: 403 for all but admins and root. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw fail(403);
}

/** Route hook for hidden calls: 404 for all but admins and root. */
export async function requireAdminOrHide(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.user)) throw fail(404);
}

/** Route hook: requires a permission of the account. */
export function requirePermission(permission: 'download' | 'update' | 'delete' | 'upload') {
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.user.permissions[permission]) throw fail(403);
  };
}
