import type { ApiKey } from '../../schemas/api/api-key.ts';
import type { KeyUser } from './api-keys.logic.ts';

export interface EditKeyInput {
  readonly before: ApiKey | null;
  readonly people: readonly KeyUser[];
  readonly isOver: boolean;
}

/** Never holds the key itself. */
export interface EditKeyOutput {
  readonly isSaved: boolean;
}
