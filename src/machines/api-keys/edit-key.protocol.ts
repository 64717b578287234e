import type { ApiKey } from '../../schemas/api/api-key.ts';
import type { KeyUser } from './api-keys.logic.ts';

export interface EditKeyInput {
  /** The key that is changed; null makes one. */
  readonly before: ApiKey | null;
  readonly people: readonly KeyUser[];
  /** It is off and has expired: it stays off. */
  readonly isOver: boolean;
}

/** Whether something was saved. What the key is, is told nobody. */
export interface EditKeyOutput {
  readonly isSaved: boolean;
}
