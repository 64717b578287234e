import { randomUUID } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import { fail } from '../http/errors.ts';
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
  /** Subject of the account at the OpenID provider. */
  readonly authOpenIDSub?: string | null;
}

/** Creates and stores an account; the name must be free. */
export async function createAccount(ctx: ServerContext, account: NewAccount): Promise<User> {
  const id = randomUUID();
  const now = Date.now();
  const passwordHash = await hashPassword(ctx.readers, account.password);
  const token = await ctx.tokens.legacy({ id, username: account.username });
  // Another call may have taken it while the password was hashed.
  if (ctx.store.users.byName(account.username)) throw fail(400, 'Username already taken');
  const user: User = {
    id,
    username: account.username,
    email: account.email ?? null,
    passwordHash,
    type: account.type,
    token,
    tokenVersion: 0,
    isActive: account.isActive,
    isLocked: false,
    lastSeen: null,
    permissions: { ...defaultPermissions(account.type), ...account.permissions },
    librariesAccessible: [...(account.librariesAccessible ?? [])],
    itemTagsSelected: [...(account.itemTagsSelected ?? [])],
    seriesHideFromContinueListening: [],
    authOpenIDSub: account.authOpenIDSub ?? null,
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
  /** Subject of the account at the OpenID provider. */
  readonly authOpenIDSub?: string | null;
}

/**
 * Changes an account. A new name or password ends all its sign-ins and tokens but the sign-in `except`, and its open
 * connections are checked again. Undefined when the account is missing.
 */
export async function changeAccount(
  ctx: ServerContext,
  id: string,
  changes: AccountChanges,
  except?: string,
): Promise<User | undefined> {
  const { password, permissions, librariesAccessible, itemTagsSelected, ...plain } = changes;
  const passwordHash = password === undefined ? undefined : await hashPassword(ctx.readers, password);
  const before = ctx.store.users.byId(id);
  if (!before) return undefined;
  const endsTokens =
    passwordHash !== undefined || (changes.username !== undefined && changes.username !== before.username);
  const tokenVersion = before.tokenVersion + (endsTokens ? 1 : 0);
  const token = endsTokens
    ? await ctx.tokens.legacy({ id, username: changes.username ?? before.username, tokenVersion })
    : undefined;
  const after = ctx.store.database.transaction(() => {
    if (endsTokens) ctx.store.refreshSessions.removeOfUser(id, except);
    return ctx.store.users.change(id, (user) => ({
      ...user,
      ...plain,
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(token === undefined ? {} : { token, tokenVersion }),
      permissions: { ...user.permissions, ...permissions },
      librariesAccessible: [...(librariesAccessible ?? user.librariesAccessible)],
      itemTagsSelected: [...(itemTagsSelected ?? user.itemTagsSelected)],
    }));
  });
  ctx.auth.changed(id);
  return after;
}
