import type { SnapshotFrom } from 'xstate';
import type { castMachine } from './cast.machine.ts';

type CastSnapshot = SnapshotFrom<typeof castMachine>;

export function selectCastButton(state: CastSnapshot): 'none' | 'insecure' | 'ready' | 'connected' {
  if (state.matches('insecure')) return 'insecure';
  if (!state.matches('ready')) return 'none';
  if (state.matches({ ready: 'connected' }) || state.matches({ ready: 'disconnecting' })) return 'connected';
  return state.context.connection.state === 'alone' ? 'none' : 'ready';
}

export const selectCastIsBusy = (state: CastSnapshot): boolean => state.hasTag('busy');
export const selectCastDevice = ({ context }: CastSnapshot): string => context.connection.device;
