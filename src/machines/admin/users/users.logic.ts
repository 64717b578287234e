import type { Account, OnlineUser } from '../../../schemas/api/account.ts';
import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { Api } from '../../../services/api.ts';
import { listOnlineUsers, listUsers } from '../../../services/endpoints/users.ts';
import { fold } from '../../kit/text.logic.ts';

export type OnlineUsers = Readonly<Record<string, OnlineUser>>;

export interface UserList {
  readonly users: readonly Account[];
  readonly online: OnlineUsers;
}

export type Viewer = Pick<User, 'id' | 'type'>;

export const mayEdit = (account: Pick<Account, 'type'>, viewer: Viewer): boolean =>
  account.type !== 'root' || viewer.type === 'root';

export const mayDelete = (account: Pick<Account, 'id' | 'type'>, viewer: Viewer): boolean =>
  account.type !== 'root' && account.id !== viewer.id;

export async function readUsers(api: Api, _request: undefined, signal: AbortSignal): Promise<UserList> {
  const [{ users }, { usersOnline }] = await Promise.all([
    api.call(listUsers, undefined, signal),
    api.call(listOnlineUsers, undefined, signal),
  ]);
  return {
    users: users.items.toSorted((one, other) => one.createdAt - other.createdAt),
    online: Object.fromEntries(usersOnline.items.map((user) => [user.id, user])),
  };
}

/** Replaces or appends the account; keeps its latest session. */
export function withAccount(users: readonly Account[], account: Account): readonly Account[] {
  const index = users.findIndex(({ id }) => id === account.id);
  if (index === -1) return [...users, account];
  return users.with(index, { ...account, latestSession: account.latestSession ?? users[index]?.latestSession });
}

/** After a user connected, disconnected, or started or stopped listening. */
export function withPresence({ users, online }: UserList, user: OnlineUser, isOnline: boolean, now: number): UserList {
  const { [user.id]: before, ...others } = online;
  const latestSession = user.session ?? before?.session;
  return {
    users: users.map((account) =>
      account.id === user.id
        ? {
            ...account,
            ...(latestSession ? { latestSession: latestSession } : {}),
            ...(isOnline ? {} : { lastSeen: Math.max(user.lastSeen ?? 0, before ? now : 0) || account.lastSeen }),
          }
        : account,
    ),
    online: isOnline ? { ...others, [user.id]: user } : others,
  };
}

export function foundUsers(users: readonly Account[], query: string): readonly Account[] {
  const text = fold(query.trim());
  if (text === '') return users;
  return users.filter(({ username, email }) => fold(username).includes(text) || fold(email ?? '').includes(text));
}

export interface Activity {
  readonly kind: 'listening' | 'last';
  readonly session: ListeningSession;
}

export function activityOf(account: Account, online: OnlineUsers): Activity | null {
  const session = online[account.id]?.session;
  if (session) return { kind: 'listening', session };
  return account.latestSession ? { kind: 'last', session: account.latestSession } : null;
}
