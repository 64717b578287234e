import { recording } from './recordings.ts';

/** An account's rights for a control. `manage`: type admin or root. */
export type Right = 'manage' | 'update' | 'delete' | 'download' | 'upload';

/** The accounts of the role table: those of the issue, and users with one right alone. */
export const ROLES = {
  root: ['manage', 'update', 'delete', 'download', 'upload'],
  admin: ['manage', 'update', 'delete', 'download', 'upload'],
  user: ['download'],
  restricted: [],
  guest: ['download'],
  updater: ['update'],
  deleter: ['delete'],
  uploader: ['upload'],
} as const satisfies Record<string, readonly Right[]>;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The right of users without any other one. */
export const ONE_RIGHT: { readonly [Name in Role]?: Right } = {
  updater: 'update',
  deleter: 'delete',
  uploader: 'upload',
};

/** Rights that an account needs: one, several at once, or one of several; null for every account. */
export type Needs = Right | readonly Right[] | { readonly oneOf: readonly Right[] } | null;

/** Whether an account of this role is offered what needs these rights. */
export function isOffered(role: Role, needs: Needs): boolean {
  if (needs === null) return true;
  const has = (right: Right) => (ROLES[role] as readonly Right[]).includes(right);
  if (typeof needs === 'string') return has(needs);
  return 'oneOf' in needs ? needs.oneOf.some(has) : needs.every(has);
}

interface SignedInBody {
  readonly ereaderDevices: readonly object[];
  readonly user: { readonly permissions: object };
}

/** A sign-in of this role as the recorded server answers it; `libraries`: those that a restricted account may see. */
export function signInOf(role: Role, libraries: readonly string[]): SignedInBody {
  const recorded = ONE_RIGHT[role] ? 'restricted' : role;
  const body = recording(`auth/login-${recorded}`).response.body as SignedInBody;
  const rights = Object.fromEntries(
    (['update', 'delete', 'download', 'upload'] as const).map((right) => [right, isOffered(role, right)]),
  );
  return {
    ...body,
    ereaderDevices: [{ name: 'Kindle', email: 'k@example.org', availabilityOption: 'guestOrUp', users: [] }],
    user: {
      ...body.user,
      librariesAccessible: libraries,
      permissions: { ...body.user.permissions, ...rights },
    } as SignedInBody['user'],
  };
}
