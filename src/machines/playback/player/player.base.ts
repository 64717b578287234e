import {
  and,
  assign,
  fromCallback,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
  type ActionFunction,
  type AnyActorRef,
  type EventObject,
  type NonReducibleUnknown,
  type ParameterizedObject,
} from 'xstate';
import { getItem } from '../../../services/endpoints/items.ts';
import { callEndpoint, getPorts } from '../../kit/ports.ts';
import { isPassing } from '../../kit/failure.logic.ts';
import { autoRewindMachine, type AutoRewindEvent } from './auto-rewind.machine.ts';
import { bookmarksMachine } from './bookmarks.machine.ts';
import { chapterListMachine } from './chapter-list.machine.ts';
import { nextChapterTime } from './chapters.logic.ts';
import { chaptersOf, detailsOf } from './details.logic.ts';
import { castEngine } from './engines/cast.engine.ts';
import { hlsEngine, html5Engine } from './engines/element.engine.ts';
import type { EngineCommand } from './engines/engine.protocol.ts';
import { historyMachine } from './history.machine.ts';
import { commandOf } from './hotkeys.logic.ts';
import { itemSettingsMachine } from './item-settings.machine.ts';
import { LAST_OPEN } from './device.ts';
import { mediaSession } from './media-session.actor.ts';
import { isMoveOfOther, isNewsBeforeSound, isPlayedElsewhere } from './news.logic.ts';
import { noticeMachine, type NoticeEvent } from './notice.machine.ts';
import { CAST, isStream, type OpenSession } from './open-session.actor.ts';
import { playbackSessionMachine, type PlaybackSessionEvent } from './playback-session.machine.ts';
import type { PlayerContext, PlayerEvent, ServerProgress } from './player.context.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand } from './player.protocol.ts';
import { playheadLogic, readPlayhead, type PlayheadRef } from './playhead.actor.ts';
import { timeOf, skipsOf } from './position.ts';
import { previewOf } from './request.logic.ts';
import { sheetMachine, type SheetEvent } from './sheet.machine.ts';
import { sleepTimerMachine, type SleepTimerEvent } from './sleep-timer.machine.ts';
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

const isStandingBy = stateIn({ transport: 'standby' });
const isLoading = stateIn({ transport: { loaded: 'loading' } });
const isPaused = stateIn({ transport: { loaded: 'paused' } });
const isSounding = stateIn({ transport: { loaded: 'sounding' } });

/** Actions of a region, which stand beside it. */
export const playerActions = <Params extends Record<string, ParameterizedObject['params'] | undefined>>(actions: {
  [Name in keyof Params]: ActionFunction<
    PlayerContext,
    PlayerEvent,
    PlayerEvent,
    Params[Name],
    never,
    never,
    never,
    never,
    never
  >;
}) => actions;

/** Types, actors, guards, delays and shared actions of the player; each region adds its own actions. */
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
  actions: {
    command: sendTo('engine', (_, params: EngineCommand) => params),
    pressPause: raise({ type: 'player.pause' }),
    want: assign((_, params: { wantsSound: boolean }) => params),
    notifySession: sendTo('playbackSession', (_, params: PlaybackSessionEvent) => params),
    notifyNotice: sendTo('notice', (_, params: NoticeEvent) => params),
    notifySheet: sendTo('sheet', (_, params: SheetEvent) => params),
    notifySleepTimer: sendTo('sleepTimer', (_, params: SleepTimerEvent) => params),
    notifyAutoRewind: sendTo('autoRewind', (_, params: AutoRewindEvent) => params),
    keepOpen: ({ context: { opened, request, userId }, system }, params: { opened?: OpenSession }) => {
      const shown = { request, opened: params.opened ?? opened };
      if (request)
        getPorts(system).tabStorage.write(LAST_OPEN, { userId, media: request.media, preview: previewOf(shown) });
    },
  },
  guards: {
    isClosed: stateIn({ transport: 'empty' }),
    isStandingBy,
    isLoading,
    isLoaded: stateIn({ transport: 'loaded' }),
    isSounding,
    isPlaying: stateIn({ transport: { loaded: { sounding: 'playing' } } }),
    isResting: or([isPaused, stateIn({ transport: { loaded: 'ended' } })]),
    isSilenced: or([isPaused, stateIn({ transport: 'empty' }), stateIn({ transport: 'failed' })]),
    isDoubted: stateIn({ session: { present: { active: { account: 'doubted' } } } }),
    isMoving: stateIn({ output: 'moving' }),
    isSamePress: and([isSounding, stateIn({ sound: 'first' })]),
    mayClose: and([
      ({ context }: { context: PlayerContext }) => context.request !== null,
      not(or([isLoading, stateIn({ transport: 'opening' })])),
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
    isCasting: ({ context }) => context.mediaPlayer === CAST,
    pausesThere: (_, params: { isPaused: boolean }) => params.isPaused,
    holdsOpen: ({ context }, params: { items: readonly { id: string }[] }) =>
      params.items.some(({ id }) => id === context.request?.media.libraryItemId),
    isItemOfOpen: ({ context }, params: { item: { id: string } }) =>
      context.request?.media.libraryItemId === params.item.id,
    isStream: ({ context }) => isStream(context.opened),
    hasFailed: ({ context }) => context.failure !== null,
    wasUnreached: ({ context: { failure } }) =>
      (failure?.kind === 'session' && isPassing(failure.error)) ||
      (failure?.kind === 'sound' && failure.failure === 'network'),
    /** Until then a playback session is about the item before. */
    hasNext: ({ context }) => context.next !== null,
    wasOpened: ({ context }) => context.opened !== null,
    hasNoSound: ({ context }, params: { opened: OpenSession }) =>
      context.next === null && params.opened.tracks.length === 0,
    isUndescribed: and([isStandingBy, ({ context }: { context: PlayerContext }) => detailsOf(context) === null]),
    wantsSound: ({ context }) => context.wantsSound,
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
    /** Another playing tab has paused this one, so its saves don't count. */
    isPlayedElsewhere: ({ context }, { progress }: ServerProgress) => isPlayedElsewhere(context, progress),
    isMovedByOther: ({ context }, { progress }: ServerProgress) => isMoveOfOther(context, progress),
    isNewsBeforeSound: ({ context }, { progress }: ServerProgress) => isNewsBeforeSound(context, progress),
    isBlocked: (_, params: { reason: string }) => params.reason === 'blocked',
  },
  delays: {
    /** In ms: slower starts show the player as loading. */
    soon: 250,
    /** In ms after the first sound. */
    firstMoment: 50,
    /** In ms after the first sound: later presses are no double press. */
    doublePress: 400,
    /** In ms, until the stream's first segment is there. */
    streamReset: 1000,
    /** In ms: limit for closing the session before the next item. */
    endGrace: 1500,
  },
});
