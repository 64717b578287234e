import type { OpenIdRefusal } from './refusals.ts';
import { isRecord } from '../../http/input.ts';
import type { UserPermissions, UserType } from '../../store/users.repo.ts';

/** Claims of a provider: ID token and userinfo together. */
export type Claims = Readonly<Record<string, unknown>>;

/** The parts of an account that matter for a sign-in by OpenID; `sub` is its linked subject at the provider. */
export interface OpenIdAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly type: UserType;
  readonly isActive: boolean;
  readonly sub: string | null;
}

/** Settings that decide who may sign in, and as what. An empty claim name means none. */
export interface OpenIdRules {
  readonly matchBy: 'email' | 'username' | null;
  readonly autoRegister: boolean;
  readonly groupClaim: string;
  readonly permissionsClaim: string;
}

export interface OpenIdAccess {
  readonly permissions: UserPermissions;
  /** Library ids; empty when all are accessible. */
  readonly librariesAccessible: readonly string[];
  /** Tags; empty when all are accessible. */
  readonly itemTagsSelected: readonly string[];
}

/** `access` null: the account keeps its permissions, or gets those of its new type. */
export type OpenIdDecision =
  | { readonly kind: 'refused'; readonly reason: OpenIdRefusal }
  | {
      /** Linked before, or by this sign-in. */
      readonly kind: 'known' | 'linked';
      readonly accountId: string;
      readonly type: UserType;
      readonly access: OpenIdAccess | null;
    }
  | {
      readonly kind: 'registered';
      readonly username: string;
      readonly email: string | null;
      readonly type: UserType;
      readonly access: OpenIdAccess | null;
    };

type Found =
  { readonly kind: 'known' | 'linked'; readonly account: OpenIdAccount } | { readonly kind: 'nobody' } | OpenIdRefusal;

/**
 * Who signs in with these claims, and as what; changes nothing. Looks an account up by its link, then by email or name;
 * else it is created, where the settings allow that.
 */
export function decideOpenId(claims: Claims, rules: OpenIdRules, accounts: readonly OpenIdAccount[]): OpenIdDecision {
  const found = find(claims, rules, accounts);
  if (typeof found === 'string') return { kind: 'refused', reason: found };
  if (found.kind !== 'nobody' && !found.account.isActive) return { kind: 'refused', reason: 'inactive' };
  const name = nameOf(claims);
  if (found.kind === 'nobody') {
    if (!rules.autoRegister) return { kind: 'refused', reason: 'notRegistered' };
    if (accounts.some(({ username }) => isSame(username, name))) return { kind: 'refused', reason: 'nameTaken' };
  }
  const before = found.kind === 'nobody' ? 'user' : found.account.type;
  const type = typeBy(claims, rules.groupClaim, before);
  if (type === 'noGroup' || type === 'rootNeedsAdmin') return { kind: 'refused', reason: type };
  const access = accessBy(claims, rules.permissionsClaim, type);
  if (access === 'badPermissions') return { kind: 'refused', reason: access };
  return found.kind === 'nobody'
    ? { kind: 'registered', username: name, email: isUnverified(claims) ? null : textOf(claims, 'email'), type, access }
    : { kind: found.kind, accountId: found.account.id, type, access };
}

function find(claims: Claims, { matchBy }: OpenIdRules, accounts: readonly OpenIdAccount[]): Found {
  const sub = textOf(claims, 'sub');
  const known = accounts.find((account) => account.sub !== null && account.sub === sub);
  if (known) return { kind: 'known', account: known };
  const wanted = matchBy === 'email' ? textOf(claims, 'email') : matchBy === 'username' ? userNameOf(claims) : null;
  if (matchBy === null || wanted === null) return { kind: 'nobody' };
  const [account, ...others] = accounts.filter((one) => isSame(one[matchBy] ?? '', wanted));
  if (!account) return { kind: 'nobody' };
  if (matchBy === 'email' && isUnverified(claims)) return 'emailUnverified';
  if (others.length > 0) return 'ambiguous';
  return account.sub === null ? { kind: 'linked', account } : 'linkedElsewhere';
}

/**
 * The highest type that a group gives; `before` without a group claim. Root stays root, but only with the group admin.
 */
function typeBy(claims: Claims, claim: string, before: UserType): UserType | 'noGroup' | 'rootNeedsAdmin' {
  if (claim === '') return before;
  const value = own(claims, claim);
  const groups = (Array.isArray(value) ? value : [value]).map((group) =>
    typeof group === 'string' ? group.trim().toLowerCase() : '',
  );
  const type = (['admin', 'user', 'guest'] as const).find((one) => groups.includes(one));
  if (before === 'root') return type === 'admin' ? 'root' : 'rootNeedsAdmin';
  return type ?? 'noGroup';
}

const MEMBERS: ReadonlyMap<string, keyof UserPermissions> = new Map([
  ['canDownload', 'download'],
  ['canUpload', 'upload'],
  ['canDelete', 'delete'],
  ['canUpdate', 'update'],
  ['canAccessExplicitContent', 'accessExplicitContent'],
  ['canAccessAllLibraries', 'accessAllLibraries'],
  ['canAccessAllTags', 'accessAllTags'],
  ['canCreateEReader', 'createEreader'],
  ['tagsAreDenylist', 'selectedTagsNotAccessible'],
]);

/** Permissions by the claim, which may be JSON in a string; a permission it does not name is denied. */
function accessBy(claims: Claims, claim: string, type: UserType): OpenIdAccess | null | 'badPermissions' {
  if (claim === '' || type === 'root' || type === 'admin') return null;
  const value = parsed(own(claims, claim));
  if (!isRecord(value)) return 'badPermissions';
  const permissions = Object.fromEntries([...MEMBERS.values()].map((name) => [name, false])) as unknown as Record<
    keyof UserPermissions,
    boolean
  >;
  const lists = { allowedLibraries: [] as readonly string[], allowedTags: [] as readonly string[] };
  for (const [key, entry] of Object.entries(value)) {
    const name = MEMBERS.get(key);
    if (name !== undefined && typeof entry === 'boolean') permissions[name] = entry;
    else if ((key === 'allowedLibraries' || key === 'allowedTags') && isTexts(entry)) lists[key] = entry;
    else return 'badPermissions';
  }
  return {
    permissions,
    librariesAccessible: permissions.accessAllLibraries ? [] : lists.allowedLibraries,
    itemTagsSelected: permissions.accessAllTags ? [] : lists.allowedTags,
  };
}

const own = (claims: Claims, name: string): unknown => (Object.hasOwn(claims, name) ? claims[name] : undefined);

function textOf(claims: Claims, name: string): string | null {
  const value = own(claims, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

const userNameOf = (claims: Claims): string | null =>
  textOf(claims, 'preferred_username') ?? textOf(claims, 'username');

const nameOf = (claims: Claims): string =>
  userNameOf(claims) ?? textOf(claims, 'email') ?? textOf(claims, 'name') ?? textOf(claims, 'sub') ?? '';

const isUnverified = (claims: Claims): boolean => [false, 'false'].includes(own(claims, 'email_verified') as never);

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
