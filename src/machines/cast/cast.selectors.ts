import type { SnapshotFrom } from 'xstate';
import type { castMachine } from './cast.machine.ts';

type CastSnapshot = SnapshotFrom<typeof castMachine>;

/** What the app bar shows: nothing, that the page is not secure, or a button to a receiver (BAR-004, BAR-005). */
export function selectCastButton(state: CastSnapshot): 'none' | 'insecure' | 'ready' | 'connected' {
  if (state.matches('insecure')) return 'insecure';
  if (!state.matches('ready')) return 'none';
  if (state.matches({ ready: 'connected' }) || state.matches({ ready: 'disconnecting' })) return 'connected';
  return state.context.connection.state === 'alone' ? 'none' : 'ready';
}

export const selectCastIsBusy = (state: CastSnapshot): boolean => state.hasTag('busy');
/** Name of the connected receiver; empty without one. */
export const selectCastDevice = ({ context }: CastSnapshot): string => context.connection.device;
