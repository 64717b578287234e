import type { SnapshotFrom } from 'xstate';
import type { preferencesMachine } from './preferences.machine.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** Width of a standard cover in CSS pixels. */
export const selectCoverSize = ({ context }: PreferencesSnapshot) => context.bookshelfCoverSize;
export const selectShowsSubtitles = ({ context }: PreferencesSnapshot) => context.showSubtitles;
export const selectCollapsesSeries = ({ context }: PreferencesSnapshot) => context.collapseSeries;
