import {
  account,
  accountList,
  onlineUser,
  usersOnline,
  type Account,
  type OnlineUser,
} from '../../src/schemas/api/account.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

/** `GET /api/users` of the recorded server, with each one's last session. */
export const usersBody = recording('users/list-latest-session').response.body as { users: { id: string }[] };
/** `GET /api/users/online`: root listens to a book. */
export const onlineBody = recording('users/online').response.body as { usersOnline: { id: string }[] };

/** The accounts of that answer. */
export const recordedUsers: readonly Account[] = z.parse(accountList, usersBody).users.items;

/** The account of this name of that answer. */
export function userNamed(username: string): Account {
  const user = recordedUsers.find((one) => one.username === username);
  if (!user) throw new Error(`The recording has no user ${username}`);
  return user;
}

const [listening] = z.parse(usersOnline, onlineBody).usersOnline.items;
if (!listening) throw new Error('Nobody is online in the recording');
/** Root, who listens to a book. */
export const onlineRoot: OnlineUser = listening;

/** An account as in events, when it is connected. */
export const onlineAs = (user: Account, changes: Partial<OnlineUser> = {}): OnlineUser =>
  z.parse(onlineUser, { ...user, session: null, ...changes });

/** An account with other fields. */
export const changedUser = (user: Account, changes: object): Account => z.parse(account, { ...user, ...changes });
