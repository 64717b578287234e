import { randomUUID } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import type { ServerContext } from '../context.ts';
import { defaultPermissions, type User, type UserPermissions, type UserType } from '../store/users.repo.ts';

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly type: UserType;
  readonly email?: string | null;
  readonly isActive: boolean;
  readonly permissions?: Partial<UserPermissions>;
  readonly librariesAccessible?: readonly string[];
  readonly itemTagsSelected?: readonly string[];
}

/** Makes and stores an account; the name must be free. */
export async function createAccount(ctx: ServerContext, account: NewAccount): Promise<User> {
  const id = randomUUID();
  const now = Date.now();
  const user: User = {
    id,
    username: account.username,
    email: account.email ?? null,
    passwordHash: await hashPassword(account.password),
    type: account.type,
    token: await ctx.tokens.legacy({ id, username: account.username }),
    isActive: account.isActive,
    isLocked: false,
    lastSeen: null,
    permissions: { ...defaultPermissions(account.type), ...account.permissions },
    librariesAccessible: [...(account.librariesAccessible ?? [])],
    itemTagsSelected: [...(account.itemTagsSelected ?? [])],
    seriesHideFromContinueListening: [],
    authOpenIDSub: null,
    createdAt: now,
    updatedAt: now,
  };
  ctx.store.users.insert(user);
  return user;
}

export interface AccountChanges {
  readonly username?: string;
  readonly password?: string;
  readonly email?: string | null;
  readonly type?: UserType;
  readonly isActive?: boolean;
  readonly permissions?: Partial<UserPermissions>;
  readonly librariesAccessible?: readonly string[];
  readonly itemTagsSelected?: readonly string[];
}

/** Changes an account. A new name makes a new legacy token and ends every sign-in of the account. */
export async function changeAccount(ctx: ServerContext, before: User, changes: AccountChanges): Promise<User> {
  const { password, permissions, librariesAccessible, itemTagsSelected, ...plain } = changes;
  const isRenamed = changes.username !== undefined && changes.username !== before.username;
  const user: User = {
    ...before,
    ...plain,
    ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
    ...(isRenamed ? { token: await ctx.tokens.legacy({ id: before.id, username: changes.username ?? '' }) } : {}),
    permissions: { ...before.permissions, ...permissions },
    librariesAccessible: [...(librariesAccessible ?? before.librariesAccessible)],
    itemTagsSelected: [...(itemTagsSelected ?? before.itemTagsSelected)],
    updatedAt: Date.now(),
  };
  ctx.store.users.update(user);
  if (isRenamed) ctx.store.refreshSessions.removeOfUser(user.id);
  return user;
}
