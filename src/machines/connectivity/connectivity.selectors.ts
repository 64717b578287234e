import type { SnapshotFrom } from 'xstate';
import type { connectivityMachine } from './connectivity.machine.ts';

export const selectIsOffline = (snapshot: SnapshotFrom<typeof connectivityMachine>) =>
  snapshot.matches({ network: 'offline' });

/** Calls come to nothing, though the browser has a network. */
export const selectIsServerLost = (snapshot: SnapshotFrom<typeof connectivityMachine>) =>
  snapshot.matches({ network: 'online', server: 'lost' });
