import type { Account } from '../../../schemas/api/account.ts';

const DEEDS = ['download', 'upload', 'update', 'delete', 'createEreader'] as const;

export type PermissionPart =
  | { readonly kind: 'everything' }
  | { readonly kind: 'may'; readonly rights: readonly (typeof DEEDS)[number][] }
  | { readonly kind: 'libraries'; readonly count: number; readonly all: number }
  | { readonly kind: 'tags'; readonly count: number; readonly isExcluded: boolean }
  | { readonly kind: 'noExplicit' };

/** A summary: what a user may do, then each limit. `libraries`: those of the server. */
export function permissionParts(
  {
    permissions,
    librariesAccessible,
    itemTagsSelected: tags,
  }: Pick<Account, 'permissions'> & {
    readonly librariesAccessible: readonly string[];
    readonly itemTagsSelected: readonly string[];
  },
  libraries: readonly { readonly id: string }[],
): readonly PermissionPart[] {
  const rights = DEEDS.filter((right) => permissions[right]);
  const isExcluded = permissions.selectedTagsNotAccessible;
  const limits: PermissionPart[] = [];
  if (!permissions.accessAllLibraries) {
    const count = libraries.filter(({ id }) => librariesAccessible.includes(id)).length;
    limits.push({ kind: 'libraries', count, all: libraries.length });
  }
  if (!permissions.accessAllTags && (tags.length > 0 || !isExcluded))
    limits.push({ kind: 'tags', count: tags.length, isExcluded });
  if (!permissions.accessExplicitContent) limits.push({ kind: 'noExplicit' });
  if (limits.length === 0 && rights.length === DEEDS.length) return [{ kind: 'everything' }];
  return [{ kind: 'may', rights }, ...limits];
}
