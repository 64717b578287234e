import type { SnapshotFrom } from 'xstate';
import type { AppError } from '../../schemas/app-error.ts';
import type { HeardSession } from './hours.logic.ts';
import { MOST_HEARD, type heardMachine } from './heard.machine.ts';

type HeardSnapshot = SnapshotFrom<typeof heardMachine>;

export type HeardState = 'reading' | 'failed' | 'whole' | 'part' | 'most';

/** `part`: more can be loaded; `most`: the limit is reached. */
export function selectHeardState(snapshot: HeardSnapshot): HeardState {
  const { sessions, isWhole } = snapshot.context;
  if (snapshot.matches('reading')) return 'reading';
  if (snapshot.matches('failed')) return 'failed';
  if (isWhole) return 'whole';
  return sessions.length < MOST_HEARD ? 'part' : 'most';
}

export const selectHeard = ({ context }: HeardSnapshot): readonly HeardSession[] => context.sessions;
export const selectHeardTotal = ({ context }: HeardSnapshot): number | null => context.total;
export const selectIsWhole = ({ context }: HeardSnapshot): boolean => context.isWhole;
export const selectHeardError = ({ context }: HeardSnapshot): AppError | null => context.error;
