import type { SnapshotFrom } from 'xstate';
import type { OpenSession } from '../player/open-session.actor.ts';
import type { PlayerFailure } from '../player/player.context.ts';
import type { playerMachine } from '../player/player.machine.ts';
import type { shareMachine } from './share.machine.ts';

/** What was opened; null while it is not known. */
export const selectShown = (state: SnapshotFrom<typeof shareMachine> | undefined): OpenSession | null =>
  state?.context.shown ?? null;

/** Unknown, removed, or past its end: opening it again is of no use. */
export function isOver(failure: PlayerFailure | null): boolean {
  return failure?.kind === 'session' && failure.error.kind === 'notFound';
}

/** The server's words about a share that is not there; empty when it has none. */
export function selectLastWords({ context: { failure } }: SnapshotFrom<typeof playerMachine>): string {
  return failure?.kind === 'session' && failure.error.kind === 'notFound' ? failure.error.message : '';
}
