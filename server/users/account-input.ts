import { fail } from '../http/errors.ts';
import { isRecord, stringList } from '../http/input.ts';
import { defaultPermissions, type User, type UserPermissions, type UserType } from '../store/users.repo.ts';
import type { AccountChanges, NewAccount } from './accounts.ts';

const givenTypes: readonly UserType[] = ['admin', 'user', 'guest'];

/** The body of `POST /api/users`; without `isActive` the account is made inactive. */
export function readNewAccount(body: Record<string, unknown>): NewAccount {
  const { username, password, email } = body;
  if (typeof username !== 'string' || typeof password !== 'string' || username === '' || password === '') throw fail(400, 'Username and password are required');
  const type = body['type'] === undefined ? 'user' : readType(body['type']);
  return {
    username,
    password,
    type,
    email: typeof email === 'string' && email !== '' ? email : null,
    isActive: body['isActive'] === true,
    ...readAccess(body),
  };
}

const changeableKeys = new Set([
  'id', 'username', 'password', 'email', 'type', 'isActive', 'permissions', 'librariesAccessible', 'itemTagsSelected',
  'lastSeen', 'hasOpenIDLink', 'seriesHideFromContinueListening',
]);

/** The body of `PATCH /api/users/:id`; values of a wrong type are ignored. The type and state of root cannot be changed. */
export function readAccountChanges(body: Record<string, unknown>, before: User): AccountChanges {
  const forbidden = Object.keys(body).find((key) => !changeableKeys.has(key));
  if (forbidden !== undefined) throw fail(400, `Key "${forbidden}" cannot be updated`);
  const { username, password, email, isActive } = body;
  const isRoot = before.type === 'root';
  return {
    ...(typeof username === 'string' && username !== '' ? { username } : {}),
    ...(typeof password === 'string' && password !== '' ? { password } : {}),
    ...(typeof email === 'string' || email === null ? { email: email === '' ? null : email } : {}),
    ...(body['type'] === undefined || isRoot ? {} : { type: readType(body['type']) }),
    ...(typeof isActive === 'boolean' && !isRoot ? { isActive } : {}),
    ...(isRoot ? {} : readAccess(body)),
  };
}

function readType(value: unknown): UserType {
  const type = givenTypes.find((known) => known === value);
  if (!type) throw fail(400, 'Invalid account type');
  return type;
}

function readAccess(body: Record<string, unknown>): Pick<AccountChanges, 'permissions' | 'librariesAccessible' | 'itemTagsSelected'> {
  const given = isRecord(body['permissions']) ? body['permissions'] : {};
  const known = Object.keys(defaultPermissions('user')) as (keyof UserPermissions)[];
  const permissions = Object.fromEntries(known.flatMap((key) => (typeof given[key] === 'boolean' ? [[key, given[key]]] : []))) as Partial<UserPermissions>;
  const [librariesAccessible, itemTagsSelected] = [stringList(body['librariesAccessible']), stringList(body['itemTagsSelected'])];
  return { permissions, ...(librariesAccessible ? { librariesAccessible } : {}), ...(itemTagsSelected ? { itemTagsSelected } : {}) };
}
