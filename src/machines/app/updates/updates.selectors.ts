import type { SnapshotFrom } from 'xstate';
import type { changelogMachine } from '../modals/changelog.machine.ts';
import type { updatesMachine } from './updates.machine.ts';

type UpdatesSnapshot = SnapshotFrom<typeof updatesMachine>;

export const selectUpdate = ({ context: { found } }: UpdatesSnapshot) =>
  found?.hasUpdate ? { version: found.latestVersion, url: found.githubTagUrl } : null;

export const selectNotifiesUpdate = (snapshot: UpdatesSnapshot) => snapshot.matches('notifying');

type ChangelogSnapshot = SnapshotFrom<typeof changelogMachine>;

export const selectChangelogVersion = ({ context }: ChangelogSnapshot) => context.version;
export const selectReleases = (snapshot: ChangelogSnapshot) =>
  snapshot.matches('loaded') ? (snapshot.context.found?.releases ?? []) : null;
export const selectHasChangelogFailed = (snapshot: ChangelogSnapshot) => snapshot.hasTag('failed');
