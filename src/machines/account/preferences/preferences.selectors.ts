import type { SnapshotFrom } from 'xstate';
import type { preferencesMachine } from './preferences.machine.ts';

type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>;

/** CSS pixels. */
export const selectCoverSize = ({ context }: PreferencesSnapshot) => context.bookshelfCoverSize;
export const selectIsListLayout = ({ context }: PreferencesSnapshot) => context.bookshelfLayout === 'list';
export const selectShowsSubtitles = ({ context }: PreferencesSnapshot) => context.showSubtitles;
export const selectCollapsesSeries = ({ context }: PreferencesSnapshot) => context.collapseSeries;
/** Collapses other series on the page of a series. */
export const selectCollapsesSubSeries = ({ context }: PreferencesSnapshot) => context.collapseBookSeries;
export const selectSleepTimerFades = ({ context }: PreferencesSnapshot) => context.sleepTimerFades;
export const selectPlaysNextOfSeries = ({ context }: PreferencesSnapshot) => context.playsNextOfSeries;
export const selectRateStep = ({ context }: PreferencesSnapshot) => context.playbackRateIncrementDecrement;
export const selectUsesChapterTrack = ({ context }: PreferencesSnapshot) => context.useChapterTrack;
export const selectJumpForward = ({ context }: PreferencesSnapshot) => context.jumpForwardAmount;
export const selectJumpBackward = ({ context }: PreferencesSnapshot) => context.jumpBackwardAmount;
export const selectAutoRewindInChapter = ({ context }: PreferencesSnapshot) => context.autoRewindInChapter;
export const selectMediaKeys = ({ context }: PreferencesSnapshot) => context.mediaKeys;
