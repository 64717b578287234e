import type { ListeningSession } from '../../../schemas/api/listening-session.ts';

/** In the history, playing now for an account, or playing now by a public link. */
export type SessionPlace = 'stored' | 'open' | 'shared';

export interface SessionDetailsInput {
  readonly session: ListeningSession;
  readonly place: SessionPlace;
  /** Null if unknown. */
  readonly listener: string | null;
  readonly mayRemove: boolean;
}

export interface SessionDetailsOutput {
  readonly isRemoved: boolean;
}
