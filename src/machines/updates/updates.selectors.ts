import type { SnapshotFrom } from 'xstate';
import type { updatesMachine } from './updates.machine.ts';

type UpdatesSnapshot = SnapshotFrom<typeof updatesMachine>;

/** The newer version and its page; null when there is none. */
export const selectUpdate = ({ context: { found } }: UpdatesSnapshot) =>
  found?.hasUpdate ? { version: found.latestVersion, url: found.githubTagUrl } : null;

/** Whether the notice of it is shown. */
export const selectTellsUpdate = (snapshot: UpdatesSnapshot) => snapshot.matches('telling');
