import type { SnapshotFrom } from 'xstate';
import type { OpenSession } from '../player/open-session.actor.ts';
import type { PlayerFailure } from '../player/player.context.ts';
import type { playerMachine } from '../player/player.machine.ts';
import type { shareMachine } from './share.machine.ts';

export const selectShown = (state: SnapshotFrom<typeof shareMachine> | undefined): OpenSession | null =>
  state?.context.shown ?? null;

/** Expired or unknown: a retry is pointless. */
export function isOver(failure: PlayerFailure | null): boolean {
  return failure?.kind === 'session' && failure.error.kind === 'notFound';
}

/** The server's message for a missing share; '' if none. */
export function selectLastWords({ context: { failure } }: SnapshotFrom<typeof playerMachine>): string {
  return failure?.kind === 'session' && failure.error.kind === 'notFound' ? failure.error.message : '';
}
