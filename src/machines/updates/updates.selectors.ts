import type { SnapshotFrom } from 'xstate';
import type { updatesMachine } from './updates.machine.ts';

type UpdatesSnapshot = SnapshotFrom<typeof updatesMachine>;

export const selectUpdate = ({ context: { found } }: UpdatesSnapshot) =>
  found?.hasUpdate ? { version: found.latestVersion, url: found.githubTagUrl } : null;

export const selectTellsUpdate = (snapshot: UpdatesSnapshot) => snapshot.matches('telling');
