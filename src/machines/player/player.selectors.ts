import type { SnapshotFrom } from 'xstate';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import type { BookmarksRef } from './bookmarks.machine.ts';
import type { ChapterListRef } from './chapter-list.machine.ts';
import { chapterIndexAt, nextChapterTime, timelineSpan, timelineTimes, type Span } from './chapters.logic.ts';
import { chaptersOf, durationOf } from './details.logic.ts';
import type { HistoryRef } from './history.machine.ts';
import type { ItemSettingsRef } from './item-settings.machine.ts';
import type { playerMachine } from './player.machine.ts';
import { isSameMedia } from './player.protocol.ts';
import type { noticeMachine, NoticeRef, PlayerNotice } from './notice.machine.ts';
import type { PlayerFailure, PlayRequest } from './player.context.ts';
import type { playheadLogic, PlayheadRef } from './playhead.actor.ts';
import type { sheetMachine, SheetRef } from './sheet.machine.ts';
import type { SleepTimerRef } from './sleep-timer.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;
type PlayheadSnapshot = SnapshotFrom<typeof playheadLogic>;

/** What the bar shows of the open item. */
export interface NowPlaying {
  readonly libraryItemId: string;
  readonly episodeId: string | null;
  readonly title: string;
  /** Authors with pages of their own; empty for a podcast and while only a preview is there. */
  readonly authors: readonly { readonly id: string; readonly name: string }[];
  /** Names as text, where there are no pages. Empty: unknown. */
  readonly author: string;
  /** Of an episode: the podcast's name; else empty. */
  readonly podcast: string;
  /** For the address of the cover; null when there is none. */
  readonly coverUpdatedAt: number | null;
}

const shown = new WeakMap<PlayRequest | PlaybackSession, NowPlaying>();

/** What is open or being opened; null when the player is closed. The same object as long as it is the same. */
export function selectNowPlaying({ context }: PlayerSnapshot): NowPlaying | null {
  const request = context.next ?? context.request;
  if (!request) return null;
  const session = context.next ? null : (context.opened?.session ?? null);
  const key = session ?? request;
  const known = shown.get(key) ?? (session ? fromSession(session) : fromRequest(request));
  shown.set(key, known);
  return known;
}

function fromSession(session: PlaybackSession): NowPlaying {
  return {
    libraryItemId: session.libraryItemId,
    episodeId: session.episodeId,
    title: session.displayTitle ?? '',
    authors: session.mediaMetadata.authors ?? [],
    author: session.displayAuthor ?? '',
    podcast: session.episodeId === null ? '' : (session.mediaMetadata.title ?? ''),
    coverUpdatedAt: session.coverPath === null ? null : session.libraryItem.updatedAt,
  };
}

function fromRequest({ media, preview }: PlayRequest): NowPlaying {
  return {
    ...media,
    title: preview?.title ?? '',
    authors: [],
    author: preview?.author ?? '',
    podcast: preview?.podcast ?? '',
    coverUpdatedAt: preview?.coverUpdatedAt ?? null,
  };
}

/** Whether this book or episode sounds, or is wanted to (a press would pause it). */
export function plays(libraryItemId: string, episodeId: string | null = null) {
  return ({ context }: PlayerSnapshot): boolean => {
    const media = (context.next ?? context.request)?.media;
    return context.wantsSound && media !== undefined && isSameMedia(media, { libraryItemId, episodeId });
  };
}

/** Something is played, or is about to be. */
export const selectIsPrefetched = (state: PlayerSnapshot): boolean => !state.matches({ engine: 'none' });
export const selectIsOpen = (state: PlayerSnapshot): boolean => !state.matches({ transport: 'empty' });
/** The player is there to be seen: after its first sound, if that comes soon. */
export const selectIsShown = (state: PlayerSnapshot): boolean => selectIsOpen(state) && !state.context.isDrawingHeld;
/** Sound is there, or wanted and on its way: the button offers a pause. */
export const selectWantsSound = ({ context }: PlayerSnapshot): boolean => context.wantsSound;
export const selectIsBusy = (state: PlayerSnapshot): boolean => state.hasTag('busy');
/** Sound is wanted and cannot be there before the server is back. */
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
/** Seconds; 0 while not known. */
export const selectDuration = ({ context }: PlayerSnapshot): number => durationOf(context);

/**
 * Below this length, in seconds, a quarter of a second is more than a pixel of the time line; else a whole one is less.
 */
const SHORT_S = 160;

/** A time (seconds) in steps that can be seen: nothing is drawn for less, and all that counts seconds at one moment. */
export function inSteps(time: number, duration: number): number {
  const steps = duration < SHORT_S ? 4 : 1;
  return time >= duration ? time : Math.floor(time * steps) / steps;
}

/** Where the time line stands, {@link inSteps}. */
export function shownTime(duration: number) {
  return ({ context }: PlayheadSnapshot): number => inSteps(context.scrub ?? context.time, duration);
}

/** Index of the chapter shown, -1 without chapters. */
export function shownChapterIndex(chapters: readonly Chapter[]) {
  return ({ context }: PlayheadSnapshot): number => chapterIndexAt(chapters, context.scrub ?? context.time);
}

/** Whether there is a chapter after the current one (PLR-053). */
export function hasNextChapter(chapters: readonly Chapter[]) {
  return ({ context }: PlayheadSnapshot): boolean => nextChapterTime(chapters, context.time) !== null;
}

/** What the time line is about; its selectors need to know which book that is. */
export interface TimelineMedia {
  readonly chapters: readonly Chapter[];
  /** Seconds. */
  readonly duration: number;
  readonly usesChapterTrack: boolean;
}

/** What the time line shows: seconds of the whole item. */
export interface TimelineView extends Span {
  readonly time: number;
  /** How far the sound is loaded, in seconds, in visible steps. */
  readonly bufferedEnd: number;
  /** -1 without chapters. */
  readonly chapterIndex: number;
}

/** Steps in which the loaded part of a time line grows. */
const LOADED_STEPS = 200;

/** How far the sound is loaded (seconds), in visible steps: while it loads that changes with each tick. */
function loadedInSteps(seconds: number, duration: number): number {
  const step = Math.max(1, duration / LOADED_STEPS);
  return seconds >= duration ? duration : Math.floor(seconds / step) * step;
}

/** What the time line shows, for {@link isSameTimeline}. While it is dragged it stays about the same chapter. */
export function shownTimeline({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): TimelineView => ({
    ...timelineSpan(chapters, state.context.time, duration, usesChapterTrack),
    time: shownTime(duration)(state),
    bufferedEnd: loadedInSteps(state.context.bufferedEnd, duration),
    chapterIndex: shownChapterIndex(chapters)(state),
  });
}

/** Whether nothing that can be seen has moved. */
export function isSameTimeline(a: TimelineView, b: TimelineView): boolean {
  return (
    a.time === b.time &&
    a.bufferedEnd === b.bufferedEnd &&
    a.chapterIndex === b.chapterIndex &&
    a.start === b.start &&
    a.end === b.end
  );
}

/** How far what the time line is about was heard, 0..1. */
export function shownShare({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): number =>
    timelineTimes(
      timelineSpan(chapters, state.context.time, duration, usesChapterTrack),
      state.context.scrub ?? state.context.time,
      1,
    ).share;
}

/** A selector of what the player does with a book or an episode: nothing, or it is the open one. */
export function playStateOf(libraryItemId: string, episodeId: string | null) {
  return (state: PlayerSnapshot): 'none' | 'playing' | 'paused' => {
    const open = selectNowPlaying(state);
    if (open?.libraryItemId !== libraryItemId || open.episodeId !== episodeId) return 'none';
    return selectWantsSound(state) ? 'playing' : 'paused';
  };
}

/** There is sound now. */
export const selectSounds = (state: PlayerSnapshot): boolean => state.matches({ transport: 'playing' });

/** It has sounded for a moment: what a press on play waits for is over. */
export const selectIsSettled = (state: PlayerSnapshot): boolean => selectSounds(state) && !state.context.isFirstSound;

/** The title of what sounds, or is about to; empty while nothing does. */
export const selectSoundingTitle = (state: PlayerSnapshot | undefined): string =>
  state && selectWantsSound(state) ? (selectNowPlaying(state)?.title ?? '') : '';

/** A selector of whether one of these books is the open one: not, or it is there, or it sounds. */
export function playStateOfAny(ids: readonly string[]) {
  return (state: PlayerSnapshot): 'none' | 'open' | 'sounding' => {
    const open = selectNowPlaying(state);
    if (open === null || !ids.includes(open.libraryItemId)) return 'none';
    return selectSounds(state) && selectWantsSound(state) ? 'sounding' : 'open';
  };
}

/** A selector of whether a book or an episode can be heard now: it is open, plays, and waits for nothing. */
export function soundOf(libraryItemId: string, episodeId: string | null) {
  const stateOf = playStateOf(libraryItemId, episodeId);
  return (state: PlayerSnapshot): boolean => state.matches({ transport: 'playing' }) && stateOf(state) === 'playing';
}

/** A selector of the id of the episode of this podcast that is the open one; null when none is. */
export function openEpisodeOf(libraryItemId: string) {
  return (state: PlayerSnapshot): string | null => {
    const open = selectNowPlaying(state);
    return open?.libraryItemId === libraryItemId ? open.episodeId : null;
  };
}

/** A selector of the playhead of a book or an episode while it is the open one and its place is known. */
export function playheadOf(libraryItemId: string, episodeId: string | null) {
  return (state: PlayerSnapshot): PlayheadRef | undefined =>
    (state.context.opened || state.matches({ transport: 'standby' })) &&
    playStateOf(libraryItemId, episodeId)(state) !== 'none'
      ? state.context.playhead
      : undefined;
}

/** Where the open item is, in seconds; null of no playhead. */
export const selectTime = (state: PlayheadSnapshot | undefined): number | null => state?.context.time ?? null;
