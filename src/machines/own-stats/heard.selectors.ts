import type { SnapshotFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { HeardSession } from './hours.logic.ts';
import { MOST_HEARD, type heardMachine } from './heard.machine.ts';

type HeardSnapshot = SnapshotFrom<typeof heardMachine>;

export type HeardState = 'reading' | 'failed' | 'whole' | 'part' | 'most';

/** `part`: there are others that can be loaded; `most`: there are others, but no more are kept. */
export function selectHeardState(snapshot: HeardSnapshot): HeardState {
  const { sessions, isWhole } = snapshot.context;
  if (snapshot.matches('reading')) return 'reading';
  if (snapshot.matches('failed')) return 'failed';
  if (isWhole) return 'whole';
  return sessions.length < MOST_HEARD ? 'part' : 'most';
}

/** Latest first. */
export const selectHeard = ({ context }: HeardSnapshot): readonly HeardSession[] => context.sessions;
/** How many the server has; null until it said so. */
export const selectHeardTotal = ({ context }: HeardSnapshot): number | null => context.total;
/** All there are, so that figures of them are figures of everything. */
export const selectIsWhole = ({ context }: HeardSnapshot): boolean => context.isWhole;
export const selectHeardError = ({ context }: HeardSnapshot): AppError | null => context.error;
