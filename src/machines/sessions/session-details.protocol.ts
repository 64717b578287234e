import type { ListeningSession } from '../../schemas/api/listening-session.ts';

/** Where a session is: in the history, heard now by a user, or heard now by a visitor of a public link. */
export type SessionPlace = 'stored' | 'open' | 'shared';

export interface SessionDetailsInput {
  readonly session: ListeningSession;
  readonly place: SessionPlace;
  /** Who listened; null when nobody knows. */
  readonly listener: string | null;
  /** The history may be changed from here. */
  readonly mayRemove: boolean;
}

/** Whether the session was removed or closed. */
export interface SessionDetailsOutput {
  readonly isGone: boolean;
}
