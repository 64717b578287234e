import { isRecord } from '../../../schemas/keys.ts';
import type { UserPermissions, UserType } from '../../../schemas/api/user.ts';
import type { OpenIdRefusal } from '../../../schemas/openid-refusals.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The list of users says that an account is linked, not to whom. */
export interface TrialAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly type: UserType;
  readonly isActive: boolean;
  readonly isLinked: boolean;
}

export interface TrialRules {
  readonly matchBy: 'email' | 'username' | null;
  readonly autoRegister: boolean;
  readonly groupClaim: string;
  readonly permissionsClaim: string;
}

export interface TrialAccess {
  readonly permissions: UserPermissions;
  readonly librariesAccessible: readonly string[];
  readonly itemTagsSelected: readonly string[];
}

export type TrialRefusal = Extract<
  OpenIdRefusal,
  | 'inactive'
  | 'notRegistered'
  | 'linkedElsewhere'
  | 'emailUnverified'
  | 'ambiguous'
  | 'nameTaken'
  | 'noGroup'
  | 'rootNeedsAdmin'
  | 'badPermissions'
>;

interface Admitted {
  readonly type: UserType;
  readonly access: TrialAccess | null;
}

export type TrialOutcome =
  | { readonly kind: 'refused'; readonly reason: TrialRefusal }
  | ({ readonly kind: 'known' | 'linked'; readonly accountId: string } & Admitted)
  | ({ readonly kind: 'registered'; readonly username: string; readonly email: string | null } & Admitted);

type Step<Value> = { readonly refused: TrialRefusal } | { readonly value: Value };
interface Match {
  readonly kind: 'known' | 'linked';
  readonly account: TrialAccount;
}

const refuse = (refused: TrialRefusal): Step<never> => ({ refused });

/** Simulates a sign-in with these claims. `linkedTo`: the account already linked; null at a first sign-in. */
export function tryClaims(
  claims: Claims,
  rules: TrialRules,
  accounts: readonly TrialAccount[],
  linkedTo: string | null,
): TrialOutcome {
  const match = matchOf(claims, rules, accounts, linkedTo);
  if ('refused' in match) return { kind: 'refused', reason: match.refused };
  const found = match.value;
  const newName = text(claims, 'preferred_username', 'username', 'email', 'name', 'sub') ?? '';
  const isTaken = accounts.some(({ username }) => sameText(username, newName));
  if (found?.account.isActive === false) return { kind: 'refused', reason: 'inactive' };
  if (!found && !rules.autoRegister) return { kind: 'refused', reason: 'notRegistered' };
  if (!found && isTaken) return { kind: 'refused', reason: 'nameTaken' };
  const type = typeOf(claims, rules.groupClaim, found?.account.type ?? 'user');
  if ('refused' in type) return { kind: 'refused', reason: type.refused };
  const access = accessOf(claims, rules.permissionsClaim, type.value);
  if ('refused' in access) return { kind: 'refused', reason: access.refused };
  const admitted = { type: type.value, access: access.value };
  return found
    ? { kind: found.kind, accountId: found.account.id, ...admitted }
    : {
        kind: 'registered',
        username: newName,
        email: isUnverified(claims) ? null : text(claims, 'email'),
        ...admitted,
      };
}

function matchOf(
  claims: Claims,
  { matchBy }: TrialRules,
  accounts: readonly TrialAccount[],
  linkedTo: string | null,
): Step<Match | null> {
  const linked = accounts.find(({ id, isLinked }) => isLinked && id === linkedTo);
  if (linked) return { value: { kind: 'known', account: linked } };
  if (matchBy === null) return { value: null };
  const wanted = matchBy === 'email' ? text(claims, 'email') : text(claims, 'preferred_username', 'username');
  const matches = wanted === null ? [] : accounts.filter((account) => sameText(account[matchBy] ?? '', wanted));
  const [account] = matches;
  if (!account) return { value: null };
  if (matchBy === 'email' && isUnverified(claims)) return refuse('emailUnverified');
  if (matches.length > 1) return refuse('ambiguous');
  return account.isLinked ? refuse('linkedElsewhere') : { value: { kind: 'linked', account } };
}

function typeOf(claims: Claims, claim: string, before: UserType): Step<UserType> {
  if (claim === '') return { value: before };
  const report = claimOf(claims, claim);
  const groups = new Set(
    [report].flat().flatMap((group) => (typeof group === 'string' ? [group.trim().toLowerCase()] : [])),
  );
  if (before === 'root') return groups.has('admin') ? { value: 'root' } : refuse('rootNeedsAdmin');
  for (const type of ['admin', 'user', 'guest'] as const) if (groups.has(type)) return { value: type };
  return refuse('noGroup');
}

export const PERMISSION_MEMBERS = {
  canDownload: 'download',
  canUpdate: 'update',
  canDelete: 'delete',
  canUpload: 'upload',
  canCreateEReader: 'createEreader',
  canAccessExplicitContent: 'accessExplicitContent',
  canAccessAllLibraries: 'accessAllLibraries',
  canAccessAllTags: 'accessAllTags',
  tagsAreDenylist: 'selectedTagsNotAccessible',
} as const satisfies Readonly<Record<string, keyof UserPermissions>>;
const LISTS = ['allowedLibraries', 'allowedTags'];

function accessOf(claims: Claims, claim: string, type: UserType): Step<TrialAccess | null> {
  if (claim === '' || type === 'root' || type === 'admin') return { value: null };
  const report = asObject(claimOf(claims, claim));
  if (!report) return refuse('badPermissions');
  const isValid = ([key, value]: [string, unknown]): boolean =>
    Object.hasOwn(PERMISSION_MEMBERS, key) ? typeof value === 'boolean' : LISTS.includes(key) && isTextList(value);
  if (!Object.entries(report).every(isValid)) return refuse('badPermissions');
  const has = (member: keyof typeof PERMISSION_MEMBERS): boolean => claimOf(report, member) === true;
  const permissions: UserPermissions = {
    download: has('canDownload'),
    update: has('canUpdate'),
    delete: has('canDelete'),
    upload: has('canUpload'),
    createEreader: has('canCreateEReader'),
    accessExplicitContent: has('canAccessExplicitContent'),
    accessAllLibraries: has('canAccessAllLibraries'),
    accessAllTags: has('canAccessAllTags'),
    selectedTagsNotAccessible: has('tagsAreDenylist'),
  };
  const list = (key: string): readonly string[] => {
    const texts = claimOf(report, key);
    return isTextList(texts) ? texts : [];
  };
  return {
    value: {
      permissions,
      librariesAccessible: permissions.accessAllLibraries ? [] : list('allowedLibraries'),
      itemTagsSelected: permissions.accessAllTags ? [] : list('allowedTags'),
    },
  };
}

const claimOf = (claims: Claims, name: string): unknown => (Object.hasOwn(claims, name) ? claims[name] : undefined);

function text(claims: Claims, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = claimOf(claims, name);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

function isUnverified(claims: Claims): boolean {
  const report = claimOf(claims, 'email_verified');
  return report === false || report === 'false';
}

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function asObject(value: unknown): Claims | null {
  const read = typeof value === 'string' ? parsed(value) : value;
  return isRecord(read) ? read : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Parses a JSON object or an ID token, without checking its signature. Null for anything else. */
export function claimsIn(pasted: string): Claims | null {
  const payload = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(pasted.trim())?.[1];
  return asObject(payload === undefined ? pasted : decoded(payload));
}

function decoded(base64Url: string): string {
  try {
    const bytes = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.codePointAt(0) ?? 0));
  } catch {
    return '';
  }
}
