import { keysOf } from '../../../schemas/keys.ts';
import type { ApiKey, ApiKeyCreated } from '../../../schemas/api/account.ts';
import type { UserType } from '../../../schemas/api/user.ts';
import type { Api } from '../../../services/api.ts';
import { listUsers, createApiKey, listApiKeys, updateApiKey } from '../../../services/endpoints/users.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';

export interface KeyUser {
  readonly id: string;
  readonly username: string;
  readonly type: UserType;
}

export interface KeyList {
  readonly keys: readonly ApiKey[];
  readonly people: readonly KeyUser[];
}

export async function readKeys(api: Api, _request: undefined, signal: AbortSignal): Promise<KeyList> {
  const [{ apiKeys }, { users }] = await Promise.all([
    api.call(listApiKeys, undefined, signal),
    api.call(listUsers, undefined, signal),
  ]);
  return {
    keys: apiKeys.items.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    people: users.items.map(({ id, username, type }) => ({ id, username, type })),
  };
}

/** `now` in ms. */
export const isExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): boolean =>
  expiresAt != null && Date.parse(expiresAt) <= now;

const DAY = 86_400;
/** Seconds; `never` has no limit. */
export const LIFETIMES = { never: null, week: 7 * DAY, month: 30 * DAY, quarter: 90 * DAY, year: 365 * DAY } as const;
export type Lifetime = keyof typeof LIFETIMES;
export const LIFETIME_NAMES = keysOf(LIFETIMES);

export interface KeyValues {
  readonly name: string;
  readonly lifetime: Lifetime;
  readonly isActive: boolean;
  readonly userId: string;
  readonly before: ApiKey | null;
}

export type KeyProblem = 'nameMissing' | 'userMissing';
export type KeyForm = FormRef<KeyValues, KeyProblem>;
export type KeySaved = ApiKeyCreated['apiKey'] | null;

export const valuesOf = (before: ApiKey | null): KeyValues => ({
  name: before?.name ?? '',
  lifetime: 'never',
  isActive: before?.isActive ?? true,
  userId: before?.userId ?? '',
  before,
});

/** Sends nothing without changes. */
export const keyForm = form<KeyValues, KeyProblem, KeySaved>('form', {
  check: ({ name, userId }) => ({
    ...(name.trim() === '' ? { name: 'nameMissing' } : {}),
    ...(userId === '' ? { userId: 'userMissing' } : {}),
  }),
  save: async (api, { name, lifetime, isActive, userId, before }, signal) => {
    if (before === null) {
      const expiresIn = LIFETIMES[lifetime];
      const body = { name: name.trim(), isActive, userId, ...(expiresIn === null ? {} : { expiresIn }) };
      return (await api.call(createApiKey, body, signal)).apiKey;
    }
    if (isActive !== before.isActive || userId !== before.userId)
      await api.call(updateApiKey, { id: before.id, change: { isActive, userId } }, signal);
    return null;
  },
});
