import type { SnapshotFrom } from 'xstate';
import type { Chapter } from '../../schemas/api/chapter.ts';
import type { PlaybackSession } from '../../schemas/api/playback-session.ts';
import { chapterIndexAt, nextChapterTime, timelineSpan, timelineTimes, type Span } from './chapters.logic.ts';
import type { playerMachine } from './player.machine.ts';
import { isSameMedia } from './player.protocol.ts';
import type { PlayerFailure, PlayerNotice, PlayRequest } from './player.setup.ts';
import type { playheadLogic, PlayheadRef } from './playhead.actor.ts';

export { rateDecimals, RATE_PRESETS, MAX_RATE, MIN_RATE } from './rate.logic.ts';
export { chapterAt, timelineTimes } from './chapters.logic.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;
type PlayheadSnapshot = SnapshotFrom<typeof playheadLogic>;

const NO_CHAPTERS: readonly Chapter[] = [];

/** What the bar shows of the open item. */
export interface NowPlaying {
  readonly libraryItemId: string;
  readonly episodeId: string | null;
  readonly title: string;
  /** Authors with pages of their own; empty for a podcast and while only a preview is there. */
  readonly authors: readonly { readonly id: string; readonly name: string }[];
  /** Names as text, where there are no pages. Empty: unknown. */
  readonly author: string;
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
    coverUpdatedAt: session.coverPath === null ? null : session.libraryItem.updatedAt,
  };
}

function fromRequest({ media, preview }: PlayRequest): NowPlaying {
  return { ...media, title: preview?.title ?? '', authors: [], author: preview?.author ?? '', coverUpdatedAt: preview?.coverUpdatedAt ?? null };
}

/** Whether this book or episode sounds, or is wanted to (a press would pause it). */
export function plays(libraryItemId: string, episodeId: string | null = null) {
  return ({ context }: PlayerSnapshot): boolean => {
    const media = (context.next ?? context.request)?.media;
    return context.wantsSound && media !== undefined && isSameMedia(media, { libraryItemId, episodeId });
  };
}

/** Something is played, or is about to be. */
export const selectIsWarm = (state: PlayerSnapshot): boolean => state.matches({ engine: 'html5' });
export const selectIsOpen = (state: PlayerSnapshot): boolean => !state.matches({ transport: 'empty' });
/** Sound is there, or wanted and on its way: the button offers a pause. */
export const selectWantsSound = ({ context }: PlayerSnapshot): boolean => context.wantsSound;
export const selectIsBusy = (state: PlayerSnapshot): boolean => state.hasTag('busy');
export const selectFailure = ({ context }: PlayerSnapshot): PlayerFailure | null => context.failure;
export const selectNotice = ({ context }: PlayerSnapshot): PlayerNotice | null => context.notice;
export const selectMayClose = (state: PlayerSnapshot): boolean => state.can({ type: 'player.close' });
export const selectIsExpanded = (state: PlayerSnapshot): boolean => state.matches({ sheet: 'expanded' });
export const selectPlayhead = ({ context }: PlayerSnapshot): PlayheadRef => context.playhead;
export const selectRate = ({ context }: PlayerSnapshot): number => context.preferences.playbackRate;
export const selectRateStep = ({ context }: PlayerSnapshot): number => context.preferences.playbackRateIncrementDecrement;
export const selectVolume = ({ context }: PlayerSnapshot): number => context.preferences.volume;
export const selectJumps = ({ context }: PlayerSnapshot): { readonly back: number; readonly forward: number } => ({
  back: context.preferences.jumpBackwardAmount,
  forward: context.preferences.jumpForwardAmount,
});
export const selectUsesChapterTrack = ({ context }: PlayerSnapshot): boolean => context.preferences.useChapterTrack;
export const selectChapters = ({ context }: PlayerSnapshot): readonly Chapter[] => context.opened?.session.chapters ?? NO_CHAPTERS;
/** Seconds; 0 while not known. */
export const selectDuration = ({ context }: PlayerSnapshot): number =>
  context.opened?.session.duration ?? (context.next ?? context.request)?.preview?.duration ?? 0;

/** Below this length, in seconds, a quarter of a second is more than a pixel of the time line; else a whole one is less. */
const SHORT_S = 160;

/** Where the time line stands, in steps that can be seen: nothing is drawn for less. */
export function shownTime(duration: number) {
  const steps = duration < SHORT_S ? 4 : 1;
  return ({ context }: PlayheadSnapshot): number => Math.floor((context.scrub ?? context.time) * steps) / steps;
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
  /** How far the sound is loaded, in whole seconds. */
  readonly bufferedEnd: number;
  /** -1 without chapters. */
  readonly chapterIndex: number;
}

/** What the time line shows, for {@link isSameTimeline}. While it is dragged it stays about the same chapter. */
export function shownTimeline({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): TimelineView => ({
    ...timelineSpan(chapters, state.context.time, duration, usesChapterTrack),
    time: shownTime(duration)(state),
    bufferedEnd: Math.floor(state.context.bufferedEnd),
    chapterIndex: shownChapterIndex(chapters)(state),
  });
}

/** Whether nothing that can be seen has moved. */
export function isSameTimeline(a: TimelineView, b: TimelineView): boolean {
  return a.time === b.time && a.bufferedEnd === b.bufferedEnd && a.chapterIndex === b.chapterIndex && a.start === b.start && a.end === b.end;
}

/** How far what the time line is about was heard, 0..1. */
export function shownShare({ chapters, duration, usesChapterTrack }: TimelineMedia) {
  return (state: PlayheadSnapshot): number =>
    timelineTimes(timelineSpan(chapters, state.context.time, duration, usesChapterTrack), shownTime(duration)(state), 1).share;
}

/** A selector of what the player does with a book or an episode: nothing, or it is the open one. */
export function playStateOf(libraryItemId: string, episodeId: string | null) {
  return (state: PlayerSnapshot): 'none' | 'playing' | 'paused' => {
    const open = selectNowPlaying(state);
    if (open?.libraryItemId !== libraryItemId || open.episodeId !== episodeId) return 'none';
    return selectWantsSound(state) ? 'playing' : 'paused';
  };
}
