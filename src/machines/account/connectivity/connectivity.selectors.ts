import type { SnapshotFrom } from 'xstate';
import type { connectivityMachine } from './connectivity.machine.ts';

export const selectIsOffline = (snapshot: SnapshotFrom<typeof connectivityMachine>) =>
  snapshot.matches({ network: 'offline' });

/** The browser is online, but calls get no answer. */
export const selectIsServerLost = (snapshot: SnapshotFrom<typeof connectivityMachine>) =>
  snapshot.matches({ network: 'online', server: 'lost' });

/** The browser is online, and the server answered the last call or a ping after it. */
export const selectIsReachable = (snapshot: SnapshotFrom<typeof connectivityMachine>) =>
  snapshot.matches({ network: 'online' }) && !snapshot.matches({ server: 'lost' });
