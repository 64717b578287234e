import type { SnapshotFrom } from 'xstate';
import type { Jump } from '../../schemas/position-history.ts';
import { jumpsOf } from './history.logic.ts';
import type { historyMachine } from './history.machine.ts';
import type { ListeningSessionsRef, listeningSessionsMachine } from './listening-sessions.machine.ts';

type HistorySnapshot = SnapshotFrom<typeof historyMachine>;

export const selectJumps = ({ context }: HistorySnapshot): readonly Jump[] => jumpsOf(context.jumps, context.media);
export const selectSessionsRef = ({ children }: HistorySnapshot): ListeningSessionsRef | undefined => children.sessions;

type SessionsSnapshot = SnapshotFrom<typeof listeningSessionsMachine>;

export const selectSessions = ({ context }: SessionsSnapshot) => context.sessions;
export const selectSessionsError = ({ context }: SessionsSnapshot) => context.error;
export const selectHasMore = ({ context }: SessionsSnapshot) => context.pages < context.numPages;

export function selectSessionsState(
  state: SessionsSnapshot,
): 'loading' | 'failed' | 'ready' | 'loadingMore' | 'moreFailed' {
  if (state.matches('loading')) return 'loading';
  if (state.matches('failed')) return 'failed';
  if (state.matches('loadingMore')) return 'loadingMore';
  return state.matches('moreFailed') ? 'moreFailed' : 'ready';
}
