import type { output } from 'zod/v4/core';
import { accountChange, rootChange, type newAccount } from '../../src/schemas/requests/accounts.ts';
import type { User } from '../store/users.repo.ts';
import type { AccountChanges, NewAccount } from './accounts.ts';

/** An account as `POST /api/users` wants it: a user, unless another type is said. */
export function newAccountOf({ type, email, ...given }: output<typeof newAccount>): NewAccount {
  return { ...given, type: type ?? 'user', email: email || null };
}

/** What `PATCH /api/users/:id` may change of an account. */
export function changeOf(user: User) {
  return user.type === 'root' ? rootChange : accountChange;
}

/** An empty address is none. */
export function withEmail(change: output<ReturnType<typeof changeOf>>): AccountChanges {
  return change.email === '' ? { ...change, email: null } : change;
}
