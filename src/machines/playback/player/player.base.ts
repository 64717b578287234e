import {
  and,
  not,
  setup,
  stateIn,
  fromCallback,
  type NonReducibleUnknown,
  type AnyActorRef,
  type EventObject,
} from 'xstate';
import { getItem } from '../../../services/endpoints/items.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { isPassing } from '../../kit/failure.logic.ts';
import { autoRewindMachine } from './auto-rewind.machine.ts';
import { bookmarksMachine } from './bookmarks.machine.ts';
import { chapterListMachine } from './chapter-list.machine.ts';
import { nextChapterTime } from './chapters.logic.ts';
import { chaptersOf, detailsOf } from './details.logic.ts';
import { castEngine } from './engines/cast.engine.ts';
import { hlsEngine, html5Engine } from './engines/element.engine.ts';
import { historyMachine } from './history.machine.ts';
import { commandOf } from './hotkeys.logic.ts';
import { itemSettingsMachine } from './item-settings.machine.ts';
import { mediaSession } from './media-session.actor.ts';
import { isMoveOfOther, isNewsBeforeSound, isPlayedElsewhere } from './news.logic.ts';
import { noticeMachine } from './notice.machine.ts';
import { isStream, type OpenSession } from './open-session.actor.ts';
import { playbackSessionMachine } from './playback-session.machine.ts';
import type { PlayerContext, PlayerEvent, ServerProgress } from './player.context.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand } from './player.protocol.ts';
import { playheadLogic, readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { timeOf, skipsOf } from './position.ts';
import { sheetMachine } from './sheet.machine.ts';
import { sleepTimerMachine } from './sleep-timer.machine.ts';
import { playersWatch } from './watchers.actor.ts';

type SkipEndParentEvent = { type: 'player.seek'; time: number; reason: 'skip' };

interface SkipEndInput {
  readonly playhead: PlayheadRef;
  readonly player: AnyActorRef;
}

/** Ends an episode at its skipped end, when playing reaches it; a seek behind it plays on. */
const skipEnd = fromCallback<EventObject, SkipEndInput>(({ input: { playhead, player }, sendBack }) => {
  let { time, lastTick } = readPlayhead(playhead);
  const subscription = playhead.subscribe(({ context: now }) => {
    const before = time;
    const sounds = now.lastTick !== null && now.lastTick !== lastTick;
    ({ time, lastTick } = now);
    if (!sounds) return;
    const { context }: { context: PlayerContext } = player.getSnapshot();
    const { end, last } = skipsOf(context);
    if (before < end && time >= end && time < last)
      sendBack({ type: 'player.seek', time: last, reason: 'skip' } satisfies SkipEndParentEvent);
  });
  return () => subscription.unsubscribe();
});

const hotkeys = fromCallback<PlayerCommand, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).hotkeys.subscribe((press) => {
    const command = commandOf(press);
    if (command) sendBack(command);
    return command !== null;
  }),
);

/** Retries of failed sound (pitfall 4), reset after this many listened seconds. */
const RECOVERIES = 2;
const FORGIVEN_AFTER_S = 30;

export function isForgiven(context: PlayerContext): boolean {
  return readPlayhead(context.playhead).listened - context.recoveredAt > FORGIVEN_AFTER_S;
}

/** Types, actors, guards and delays of the player; its regions' actions are added by file. */
export const playerBase = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    tags: {} as 'busy' | 'failed' | 'sounding' | 'unreachable',
    children: {} as {
      playhead: 'playhead';
      engine: 'html5Engine' | 'hlsEngine' | 'castEngine';
      fetchItem: 'fetchItem';
      playbackSession: 'playbackSession';
      mediaSession: 'mediaSession';
      hotkeys: 'hotkeys';
      standbyHotkeys: 'hotkeys';
      notice: 'notice';
      sheet: 'sheet';
      sleepTimer: 'sleepTimer';
      bookmarks: 'bookmarks';
      autoRewind: 'autoRewind';
      history: 'history';
      itemSettings: 'itemSettings';
      chapterList: 'chapterList';
      playersWatch: 'playersWatch';
      skipEnd: 'skipEnd';
    },
  },
  actors: {
    playhead: playheadLogic,
    html5Engine,
    hlsEngine,
    castEngine,
    fetchItem: callEndpoint(getItem),
    playbackSession: playbackSessionMachine,
    mediaSession,
    hotkeys,
    notice: noticeMachine,
    sheet: sheetMachine,
    sleepTimer: sleepTimerMachine,
    bookmarks: bookmarksMachine,
    autoRewind: autoRewindMachine,
    history: historyMachine,
    itemSettings: itemSettingsMachine,
    chapterList: chapterListMachine,
    playersWatch,
    skipEnd,
  },
  guards: {
    mayClose: and([
      ({ context }: { context: PlayerContext }) => context.request !== null,
      not(stateIn({ transport: 'opening' })),
    ]),
    isEnding: stateIn({ session: { present: 'ending' } }),
    isOpen: ({ context }) => context.request !== null || context.next !== null,
    isOpenHere: ({ context }, params: { media: MediaRef }) =>
      context.request !== null &&
      context.next === null &&
      context.failure === null &&
      isSameMedia(context.request.media, params.media),
    isOpenMedia: ({ context }, params: { media: MediaRef }) =>
      context.request !== null && isSameMedia(context.request.media, params.media),
    isPlaceOfOpen: ({ context }, params: { media: MediaRef; time: number | null }) =>
      params.time !== null && context.request !== null && isSameMedia(context.request.media, params.media),
    isCasting: ({ context }) => context.isCasting,
    isPaused: (_, params: { isPaused: boolean }) => params.isPaused,
    holdsOpen: ({ context }, params: { items: readonly { id: string }[] }) =>
      params.items.some(({ id }) => id === context.request?.media.libraryItemId),
    isItemOfOpen: ({ context }, params: { item: { id: string } }) =>
      context.request?.media.libraryItemId === params.item.id,
    isStream: ({ context }) => isStream(context.opened),
    hasFailed: ({ context }) => context.failure !== null,
    wasUnreached: ({ context: { failure } }) =>
      (failure?.kind === 'session' && isPassing(failure.error)) ||
      (failure?.kind === 'sound' && failure.failure === 'network'),
    /** Reports about a playback session are about the item before. */
    hasNext: ({ context }) => context.next !== null,
    wasOpened: ({ context }) => context.opened !== null,
    hasNoSound: ({ context }, params: { opened: OpenSession }) =>
      context.next === null && params.opened.tracks.length === 0,
    isDescribed: ({ context }) => detailsOf(context) !== null,
    wantsSound: ({ context }) => context.wantsSound,
    isRecovering: ({ context }) => context.isRecovering,
    mayRecover: ({ context }) => context.recoveries < RECOVERIES || isForgiven(context),
    maySeek: ({ context }, params: { time: number }) => {
      if (Number.isNaN(params.time)) console.warn('The player cannot seek: the time is no number');
      return !Number.isNaN(params.time) && context.opened !== null && context.next === null && context.failure === null;
    },
    isNumber: (_, params: { time: number }) => !Number.isNaN(params.time),
    isBookOpen: ({ context }) => context.request?.media.episodeId === null,
    hasChapters: ({ context }) => chaptersOf(context).length > 0,
    hasNextChapter: ({ context }) => nextChapterTime(chaptersOf(context), timeOf(context)) !== null,
    isOwnSession: ({ context }, params: { sessionId: string }) => params.sessionId === context.opened?.session.id,
    isSamePress: ({ context }) => context.isFirstSound,
    /** Another playing tab has paused this one, so its saves don't count. */
    isPlayedElsewhere: ({ context }, { progress }: ServerProgress) => isPlayedElsewhere(context, progress),
    isMovedByOther: ({ context }, { progress }: ServerProgress) => isMoveOfOther(context, progress),
    isNewsBeforeSound: ({ context }, { progress }: ServerProgress) => isNewsBeforeSound(context, progress),
    isUnchecked: ({ context }) => context.isUnchecked,
    /** Played before the account was checked: the other device's position holds. */
    isOutdated: ({ context }, { progress }: ServerProgress) => context.isUnchecked && isMoveOfOther(context, progress),
    isBlocked: (_, params: { reason: string }) => params.reason === 'blocked',
  },
  delays: {
    /** In ms, until the stream's first segment is there. */
    streamReset: 1000,
    /** In ms: limit for closing the session before the next item. */
    endGrace: 1500,
  },
});
