import type { SnapshotFrom } from 'xstate';
import type { changelogMachine } from './changelog.machine.ts';

type ChangelogSnapshot = SnapshotFrom<typeof changelogMachine>;

export const selectChangelogVersion = ({ context }: ChangelogSnapshot) => context.version;
export const selectReleases = (snapshot: ChangelogSnapshot) =>
  snapshot.matches('loaded') ? (snapshot.context.found?.releases ?? []) : null;
export const selectHasChangelogFailed = (snapshot: ChangelogSnapshot) => snapshot.hasTag('failed');
