import { randomBytes } from 'node:crypto';
import type { OpenIdRefusal } from './refusals.ts';
import type { ServerContext } from '../../context.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import { defaultPermissions, type User } from '../../store/users.repo.ts';
import { changeAccount, createAccount } from '../../users/accounts.ts';
import { userJson } from '../../users/user-json.ts';
import { decideOpenId, type Claims, type OpenIdDecision, type OpenIdRules } from './decide.ts';

const subOf = (claims: Claims): string => String(claims['sub']);

export function openIdRules(ctx: ServerContext): OpenIdRules {
  const { authOpenIDMatchExistingBy: matchBy, authOpenIDAutoRegister } = ctx.settings.get();
  const { authOpenIDGroupClaim, authOpenIDAdvancedPermsClaim } = readHiddenAuthSettings(ctx.store);
  return {
    matchBy: matchBy === 'email' || matchBy === 'username' ? matchBy : null,
    autoRegister: authOpenIDAutoRegister,
    groupClaim: authOpenIDGroupClaim,
    permissionsClaim: authOpenIDAdvancedPermsClaim,
  };
}

/**
 * Finds, links or creates the account of these claims and sets its type and permissions; otherwise gives the refusal.
 */
export async function accountOf(ctx: ServerContext, claims: Claims): Promise<User | OpenIdRefusal> {
  const accounts = ctx.store.users.all().map((user) => ({ ...user, sub: user.authOpenIDSub }));
  const decision = decideOpenId(claims, openIdRules(ctx), accounts);
  switch (decision.kind) {
    case 'refused':
      return decision.reason;
    case 'registered':
      return register(ctx, decision, subOf(claims));
    default:
      return update(ctx, decision, subOf(claims));
  }
}

type Decided<Kind> = Extract<OpenIdDecision, { kind: Kind }>;

async function register(
  ctx: ServerContext,
  { username, email, type, access }: Decided<'registered'>,
  sub: string,
): Promise<User | OpenIdRefusal> {
  const user = await createAccount(ctx, {
    username,
    email,
    type,
    isActive: true,
    // No one knows this password; an administrator may set another one.
    password: randomBytes(48).toString('base64url'),
    authOpenIDSub: sub,
    ...access,
  });
  ctx.log.info('OpenID', `Made the account "${user.username}" (${user.type})`);
  ctx.events.toAdmins('user_added', userJson(ctx, user));
  return user;
}

async function update(
  ctx: ServerContext,
  { kind, accountId, type, access }: Decided<'known' | 'linked'>,
  sub: string,
): Promise<User | OpenIdRefusal> {
  const before = ctx.store.users.byId(accountId);
  if (!before) return 'notRegistered';
  const ofType =
    type === before.type
      ? {}
      : { permissions: defaultPermissions(type), librariesAccessible: [], itemTagsSelected: [] };
  const changes = { authOpenIDSub: sub, type, ...ofType, ...access };
  const isSame = Object.entries(changes).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(before[key as keyof User]),
  );
  if (isSame) return before;
  const after = await changeAccount(ctx, accountId, changes);
  if (!after) return 'notRegistered';
  if (kind === 'linked') ctx.log.info('OpenID', `Linked the account "${after.username}"`);
  if (type !== before.type) ctx.log.info('OpenID', `The account "${after.username}" is ${type} by its groups now`);
  ctx.events.toUser(after.id, 'user_updated', userJson(ctx, after));
  return after;
}
