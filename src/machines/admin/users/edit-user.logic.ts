import type { Account } from '../../../schemas/api/account.ts';
import type { UserPermissions, UserType } from '../../../schemas/api/user.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import type { Api } from '../../../services/api.ts';
import { listLibraries } from '../../../services/endpoints/libraries.ts';
import { listTags } from '../../../services/endpoints/metadata-utils.ts';
import { createUser, updateUser } from '../../../services/endpoints/users.ts';
import { isEmailAddress } from '../../kit/text.logic.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';

/** Offered types: root exists once. */
export const TYPES = ['guest', 'user', 'admin'] as const satisfies readonly UserType[];

export const RIGHTS = [
  'download',
  'update',
  'delete',
  'upload',
  'createEreader',
  'accessExplicitContent',
  'accessAllLibraries',
  'accessAllTags',
] as const satisfies readonly (keyof UserPermissions)[];
export type Right = (typeof RIGHTS)[number];

export interface Limits {
  readonly libraries: readonly { readonly id: string; readonly name: string }[];
  readonly tags: readonly string[];
}

export async function readLimits(api: Api, _request: undefined, signal: AbortSignal): Promise<Limits> {
  const [{ libraries }, { tags }] = await Promise.all([
    api.call(listLibraries, undefined, signal),
    api.call(listTags, undefined, signal),
  ]);
  return { libraries: libraries.items.map(({ id, name }) => ({ id, name })), tags };
}

/** Default permissions of a type. */
export function rightsOf(type: UserType): UserPermissions {
  const isAdmin = type === 'admin' || type === 'root';
  return {
    download: type !== 'guest',
    update: isAdmin,
    delete: isAdmin,
    upload: isAdmin,
    createEreader: isAdmin,
    accessExplicitContent: isAdmin,
    accessAllLibraries: true,
    accessAllTags: true,
    selectedTagsNotAccessible: false,
  };
}

export interface UserValues {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly type: UserType;
  readonly isActive: boolean;
  readonly permissions: UserPermissions;
  readonly librariesAccessible: readonly string[];
  readonly itemTagsSelected: readonly string[];
  readonly tagText: string;
  readonly account: Account | null;
}

export type UserProblem =
  'nameMissing' | 'nameTaken' | 'passwordMissing' | 'emailInvalid' | 'librariesMissing' | 'tagsMissing';
export type UserForm = FormRef<UserValues, UserProblem>;

/** A new account is an active user. */
export function valuesOf(account: Account | null): UserValues {
  return {
    username: account?.username ?? '',
    password: '',
    email: account?.email ?? '',
    type: account?.type ?? 'user',
    isActive: account?.isActive ?? true,
    permissions: account?.permissions ?? rightsOf('user'),
    librariesAccessible: account?.librariesAccessible ?? [],
    itemTagsSelected: account?.itemTagsSelected ?? [],
    tagText: '',
    account,
  };
}

/** A type resets permissions and limits. */
export const withType = (values: UserValues, type: UserType): UserValues => ({
  ...values,
  type,
  permissions: rightsOf(type),
  librariesAccessible: [],
  itemTagsSelected: [],
});

/** Limits begin with all libraries; they go when the right is given again. */
export function withRight(
  values: UserValues,
  { right, isGiven, limits }: { readonly right: Right; readonly isGiven: boolean; readonly limits: Limits },
): UserValues {
  const permissions = { ...values.permissions, [right]: isGiven };
  if (right === 'accessAllLibraries')
    return { ...values, permissions, librariesAccessible: isGiven ? [] : limits.libraries.map(({ id }) => id) };
  if (right === 'accessAllTags')
    return {
      ...values,
      permissions: { ...permissions, selectedTagsNotAccessible: false },
      itemTagsSelected: [],
      tagText: '',
    };
  return { ...values, permissions };
}

/** Root keeps type, state and permissions. */
function accountOf({
  username,
  email,
  type,
  isActive,
  permissions,
  librariesAccessible,
  itemTagsSelected,
}: UserValues) {
  const names = { username: username.trim(), email: email.trim() };
  if (type === 'root') return names;
  return { ...names, type, isActive, permissions, librariesAccessible, itemTagsSelected };
}

/** Changed fields only; no password unless typed. */
export function changesOf(values: UserValues): Body<'users.update'> {
  const before: Readonly<Record<string, unknown>> = accountOf(valuesOf(values.account));
  const changes = Object.entries(accountOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { ...Object.fromEntries(changes), ...(values.password === '' ? {} : { password: values.password }) };
}

export function newAccountOf(values: UserValues): Body<'users.create'> {
  const { email, ...account } = accountOf({ ...values, type: values.type === 'root' ? 'user' : values.type });
  return {
    isActive: values.isActive,
    ...account,
    password: values.password,
    ...(email === '' ? {} : { email }),
  } as Body<'users.create'>;
}

const isEmailRight = ({ email, account }: UserValues): boolean =>
  ['', account?.email ?? ''].includes(email.trim()) || isEmailAddress(email.trim());

/** The account, and a new token if it renamed itself; null without changes. */
export type UserSaved = { readonly account: Account; readonly accessToken: string | null } | null;

/** Sends nothing without changes. */
export const userForm = form<UserValues, UserProblem, UserSaved>('form', {
  check: (values) => {
    const { username, password, account, permissions, librariesAccessible, itemTagsSelected, type } = values;
    return {
      ...(username.trim() === '' ? { username: 'nameMissing' } : {}),
      ...(isEmailRight(values) ? {} : { email: 'emailInvalid' }),
      ...(account === null && password === '' ? { password: 'passwordMissing' } : {}),
      ...(type !== 'root' && !permissions.accessAllLibraries && librariesAccessible.length === 0
        ? { librariesAccessible: 'librariesMissing' }
        : {}),
      ...(type !== 'root' && !permissions.accessAllTags && itemTagsSelected.length === 0
        ? { itemTagsSelected: 'tagsMissing' }
        : {}),
    };
  },
  save: async (api, values, signal) => {
    if (values.account === null) {
      const { user } = await api.call(createUser, newAccountOf(values), signal);
      return { account: user, accessToken: null };
    }
    const change = changesOf(values);
    if (Object.keys(change).length === 0) return null;
    const { user } = await api.call(updateUser, { id: values.account.id, change }, signal);
    const { accessToken = null, ...account } = user;
    return { account, accessToken };
  },
  problemsAfter: (error) =>
    error.kind === 'rejected' && /taken/i.test(error.message) ? { username: 'nameTaken' } : {},
});
