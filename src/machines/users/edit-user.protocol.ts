import type { Account } from '../../schemas/api/account.ts';

export interface EditUserInput {
  readonly account: Account | null;
}

export type EditUserOutput = Account | null;
