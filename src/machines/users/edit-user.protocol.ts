import type { Account } from '../../schemas/api/account.ts';

export interface EditUserInput {
  /** The account that is changed; null makes one. */
  readonly account: Account | null;
}

/** The account as it is saved; null when nothing was. */
export type EditUserOutput = Account | null;
