import type { output } from 'zod/v4/core';
import { accountChange, rootChange, type newAccount } from '../../src/schemas/requests/accounts.ts';
import type { User } from '../store/users.repo.ts';
import type { AccountChanges, NewAccount } from './accounts.ts';

/** An account from `POST /api/users`; its type defaults to user. */
export function newAccountOf({ type, email, ...given }: output<typeof newAccount>): NewAccount {
  return { ...given, type: type ?? 'user', email: email || null };
}

/** The changes of an account that `PATCH /api/users/:id` accepts. */
export function changeOf(user: User) {
  return user.type === 'root' ? rootChange : accountChange;
}

/** An empty address becomes null. */
export function withEmail(change: output<ReturnType<typeof changeOf>>): AccountChanges {
  return change.email === '' ? { ...change, email: null } : change;
}
