import type { SnapshotFrom } from 'xstate';
import type { Chapter } from '../../../schemas/api/audio-file.ts';
import type { BookmarksRef } from './bookmarks.machine.ts';
import type { ChapterListRef } from './chapter-list.machine.ts';
import { chapterIndexAt, nextChapterTime, timelineSpan, timelineTimes, type Span } from './chapters.logic.ts';
import { chaptersOf, durationOf } from './details.logic.ts';
import type { HistoryRef } from './history.machine.ts';
import type { ItemSettingsRef } from './item-settings.machine.ts';
import type { playerMachine } from './player.machine.ts';
import { selectNowPlaying } from './now-playing.logic.ts';
import { isSameMedia } from '../../kit/media.logic.ts';
import type { noticeMachine, NoticeRef, PlayerNotice } from './notice.machine.ts';
import type { PlayerFailure } from './player.context.ts';
import type { playheadLogic, PlayheadRef } from './playhead.actor.ts';
import type { sheetMachine, SheetRef } from './sheet.machine.ts';
import type { SleepTimerRef } from './sleep-timer.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;
type PlayheadSnapshot = SnapshotFrom<typeof playheadLogic>;

/** Whether this media plays or is about to. */
export function plays(libraryItemId: string, episodeId: string | null = null) {
  return ({ context }: PlayerSnapshot): boolean => {
    const media = (context.next ?? context.request)?.media;
    return context.wantsSound && media !== undefined && isSameMedia(media, { libraryItemId, episodeId });
  };
}

export const selectIsPrefetched = (state: PlayerSnapshot): boolean => !state.matches({ engine: 'none' });
export const selectIsOpen = (state: PlayerSnapshot): boolean => !state.matches({ transport: 'empty' });
/** False until the first sound, if that comes soon. */
export const selectIsShown = (state: PlayerSnapshot): boolean =>
  selectIsOpen(state) && state.matches({ drawing: 'drawn' });
/** Sound or loading: the button offers a pause. */
export const selectWantsSound = ({ context }: PlayerSnapshot): boolean => context.wantsSound;
export const selectIsBusy = (state: PlayerSnapshot): boolean => state.hasTag('busy');
export const selectIsWaitingForServer = (state: PlayerSnapshot): boolean =>
  state.context.wantsSound && state.hasTag('unreachable') && state.hasTag('busy');
export const selectFailure = ({ context }: PlayerSnapshot): PlayerFailure | null => context.failure;
export const selectNoticeRef = ({ children }: PlayerSnapshot): NoticeRef | undefined => children.notice;
export const selectNotice = (state: SnapshotFrom<typeof noticeMachine> | undefined): PlayerNotice | null =>
  state?.context.notice ?? null;
export const selectMayClose = (state: PlayerSnapshot): boolean => state.can({ type: 'player.close' });
export const selectSheetRef = ({ children }: PlayerSnapshot): SheetRef | undefined => children.sheet;
export const selectIsExpanded = (state: SnapshotFrom<typeof sheetMachine> | undefined): boolean =>
  state?.matches('expanded') ?? false;
export const selectBookmarksRef = ({ children }: PlayerSnapshot): BookmarksRef | undefined => children.bookmarks;
export const selectHistoryRef = ({ children }: PlayerSnapshot): HistoryRef | undefined => children.history;
export const selectItemSettingsRef = ({ children }: PlayerSnapshot): ItemSettingsRef | undefined =>
  children.itemSettings;
export const selectAutoRewind = ({ context }: PlayerSnapshot): number => context.preferences.autoRewind;
export const selectChapterListRef = ({ children }: PlayerSnapshot): ChapterListRef | undefined => children.chapterList;
export const selectSleepTimerRef = ({ children }: PlayerSnapshot): SleepTimerRef | undefined => children.sleepTimer;
export const selectPlayhead = ({ context }: PlayerSnapshot): PlayheadRef => context.playhead;
export const selectRate = ({ context }: PlayerSnapshot): number => context.preferences.playbackRate;
export const selectRateStep = ({ context }: PlayerSnapshot): number =>
  context.preferences.playbackRateIncrementDecrement;
export const selectVolume = ({ context }: PlayerSnapshot): number => context.preferences.volume;
export const selectJumps = ({ context }: PlayerSnapshot): { readonly back: number; readonly forward: number } => ({
  back: context.preferences.jumpBackwardAmount,
  forward: context.preferences.jumpForwardAmount,
});
export const selectUsesChapterTrack = ({ context }: PlayerSnapshot): boolean => context.preferences.useChapterTrack;
export const selectChapters = ({ context }: PlayerSnapshot): readonly Chapter[] => chaptersOf(context);
export const selectDuration = ({ context }: PlayerSnapshot): number => durationOf(context);

const SHORT_S = 160;

export function inSteps(time: number, duration: number): number {
  const steps = duration < SHORT_S ? 4 : 1;
  return time >= duration ? time : Math.floor(time * steps) / steps;
}

export function shownTime(duration: number) {
  return ({ context }: PlayheadSnapshot): number => inSteps(context.scrub ?? context.time, duration);
}

export function shownChapterIndex(chapters: readonly Chapter[]) {
  return ({ context }: PlayheadSnapshot): number => chapterIndexAt(chapters, context.scrub ?? context.time);
}

export function hasNextChapter(chapters: readonly Chapter[]) {
  return ({ context }: PlayheadSnapshot): boolean => nextChapterTime(chapters, context.time) !== null;
}

export interface TimelineMedia {
  readonly chapters: readonly Chapter[];
  readonly duration: number;
  readonly usesChapterTrack: boolean;
}

export interface TimelineView extends Span {
  readonly time: number;
  readonly bufferedEnd: number;
  readonly chapterIndex: number;
}

const LOADED_STEPS = 200;

function loadedInSteps(seconds: number, duration: number): number {
  const step = Math.max(1, duration / LOADED_STEPS);
  return seconds >= duration ? duration : Math.floor(seconds / step) * step;
}

/** For {@link isSameTimeline}. Keeps its chapter while dragged. */
export function shownTimeline({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): TimelineView => ({
    ...timelineSpan(chapters, state.context.time, duration, usesChapterTrack),
    time: shownTime(duration)(state),
    bufferedEnd: loadedInSteps(state.context.bufferedEnd, duration),
    chapterIndex: shownChapterIndex(chapters)(state),
  });
}

export function isSameTimeline(a: TimelineView, b: TimelineView): boolean {
  return (
    a.time === b.time &&
    a.bufferedEnd === b.bufferedEnd &&
    a.chapterIndex === b.chapterIndex &&
    a.start === b.start &&
    a.end === b.end
  );
}

export function shownShare({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): number =>
    timelineTimes(
      timelineSpan(chapters, state.context.time, duration, usesChapterTrack),
      state.context.scrub ?? state.context.time,
      1,
    ).share;
}

export function playStateOf(libraryItemId: string, episodeId: string | null) {
  return (state: PlayerSnapshot): 'none' | 'playing' | 'paused' => {
    const open = selectNowPlaying(state);
    if (open?.libraryItemId !== libraryItemId || open.episodeId !== episodeId) return 'none';
    return selectWantsSound(state) ? 'playing' : 'paused';
  };
}

export const selectSounds = (state: PlayerSnapshot): boolean =>
  state.matches({ transport: { loaded: { sounding: 'playing' } } });

/** Sound is past its first moment. */
export const selectIsSettled = (state: PlayerSnapshot): boolean =>
  selectSounds(state) && !state.matches({ sound: 'first' });

export function playStateOfAny(ids: readonly string[]) {
  return (state: PlayerSnapshot): 'none' | 'open' | 'sounding' => {
    const open = selectNowPlaying(state);
    if (open === null || !ids.includes(open.libraryItemId)) return 'none';
    return selectSounds(state) && selectWantsSound(state) ? 'sounding' : 'open';
  };
}

export function soundOf(libraryItemId: string, episodeId: string | null) {
  const stateOf = playStateOf(libraryItemId, episodeId);
  return (state: PlayerSnapshot): boolean => selectSounds(state) && stateOf(state) === 'playing';
}

export function openEpisodeOf(libraryItemId: string) {
  return (state: PlayerSnapshot): string | null => {
    const open = selectNowPlaying(state);
    return open?.libraryItemId === libraryItemId ? open.episodeId : null;
  };
}

export function playheadOf(libraryItemId: string, episodeId: string | null) {
  return (state: PlayerSnapshot): PlayheadRef | undefined =>
    (state.context.opened || state.matches({ transport: 'standby' })) &&
    playStateOf(libraryItemId, episodeId)(state) !== 'none'
      ? state.context.playhead
      : undefined;
}

export const selectTime = (state: PlayheadSnapshot | undefined): number | null => state?.context.time ?? null;
