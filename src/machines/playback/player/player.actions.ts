import { enqueueActions, raise, sendTo } from 'xstate';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import type { Bookmark } from '../../../schemas/api/progress.ts';
import type { User } from '../../../schemas/api/user.ts';
import { isSameMedia } from '../../kit/media.logic.ts';
import { getPorts } from '../../kit/ports.ts';
import { findNamed, named, type PreferencesCommand } from '../../kit/system.ts';
import { toast } from '../../kit/toast.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { QUEUE_MENU } from '../queue/queue.logic.ts';
import type { QueueCommand } from '../queue/queue.protocol.ts';
import { BOOKMARKS_MENU } from './bookmarks.logic.ts';
import type { BookmarksEvent } from './bookmarks.machine.ts';
import { nextChapterTime, previousChapterTime } from './chapters.logic.ts';
import { chaptersOf } from './details.logic.ts';
import { LAST_OPEN } from './device.ts';
import type { ItemSettingsEvent } from './item-settings.machine.ts';
import { isStream } from './open-session.actor.ts';
import { playerActions } from './player.base.ts';
import type { MediaRequested, PlayCommand } from './player.context.ts';
import { clampRate, clampVolume, stepRate, stepVolume, toggleMute } from './player.logic.ts';
import { timeOf } from './position.ts';
import { renamedPreview, renamedSession, toRequest } from './request.logic.ts';

const setRate = (rate: number): ItemSettingsEvent => ({ type: 'settings.set', setting: 'playbackRate', value: rate });
const setVolume = (volume: number): PreferencesCommand => ({ type: 'preferences.set', change: { volume } });

/** Commands that concern no single region, and settings. */
export const rootActions = playerActions({
  requestMedia: raise(({ system }, command: PlayCommand): MediaRequested => ({
    type: 'media.requested',
    request: toRequest(command, system),
    isAutomatic: command.isAutomatic,
    isSilent: command.isSilent,
  })),
  requestAgain: enqueueActions(
    ({ context: { opened, request }, context, enqueue }, { isSilent }: { isSilent?: true }) => {
      if (!request) return;
      const startTime = opened ? timeOf(context) : request.startTime;
      enqueue.raise({ type: 'media.requested', request: { ...request, startTime }, isAutomatic: true, isSilent });
    },
  ),
  goOn: enqueueActions(({ context, enqueue }, { startTime: time }: PlayCommand) => {
    if (time !== undefined && context.opened) enqueue.raise({ type: 'player.seek', time });
    if (time !== undefined && !context.opened)
      enqueue.assign({ request: context.request && { ...context.request, startTime: time } });
    enqueue.raise({ type: 'player.resume' });
  }),
  close: enqueueActions(({ enqueue }) => {
    enqueue.assign({ request: null, next: null, opened: null, failure: null, wantsSound: false });
    enqueue.raise({ type: 'media.closed' });
  }),
  forgetOpen: ({ system }) => getPorts(system).tabStorage.remove(LAST_OPEN),
  /** Public links have no queue. */
  notifyQueue: enqueueActions(({ enqueue, system }, params: QueueCommand) => {
    const queue = findNamed(system, 'queue');
    if (queue) enqueue.sendTo(queue, params);
  }),
  takeItems: enqueueActions(({ context: { opened, request }, enqueue }, items: readonly ReportedItem[]) => {
    const item = items.find(({ id }) => id === request?.media.libraryItemId);
    if (!request || !item) return;
    const preview = request.preview && renamedPreview(request.preview, request.media.episodeId !== null, item);
    const shown = { request: { ...request, preview }, opened: opened && renamedSession(opened, item) };
    enqueue.assign(shown);
    if (opened) enqueue.sendTo('mediaSession', { type: 'mediaSession.show', shown });
  }),
  /** Handled like progress from the socket without a session. */
  takeAccount: enqueueActions(({ context, enqueue }, { user }: { user: User }) => {
    const { opened, request, userId } = context;
    if (!request || user.id !== (opened?.session.userId ?? userId)) return;
    const data = user.mediaProgress.items.find((entry) => isSameMedia(request.media, entry));
    if (data) enqueue.raise({ type: 'server.progress.updated', progress: { data } });
  }),
  /** Waiting for the stream would never end. */
  failStream: enqueueActions(({ context, enqueue }, { message }: { message: string }) => {
    const report: ToastsEvent = toast('error', 'player/stream', 'player.streamFailed', { values: { message } });
    enqueue.sendTo(named('toasts'), report);
    if (isStream(context.opened))
      enqueue.raise({ type: 'engine.failed', failure: 'unsupported', time: timeOf(context) });
  }),
  seekBy: raise(({ context }, params: { seconds: number }) => ({
    type: 'player.seek',
    time: timeOf(context) + params.seconds,
  })),
  seekToPrevious: raise(({ context }) => ({
    type: 'player.seek',
    time: previousChapterTime(chaptersOf(context), timeOf(context)),
    reason: 'chapter' as const,
  })),
  seekToNext: raise(({ context }) => ({
    type: 'player.seek',
    time: nextChapterTime(chaptersOf(context), timeOf(context)) ?? Number.NaN,
    reason: 'chapter' as const,
  })),
  openChapters: enqueueActions(({ enqueue }) => {
    enqueue.sendTo('chapterList', { type: 'chapterList.reset' });
    enqueue.sendTo(named('menus'), { type: 'menus.open', id: 'player-chapters' });
  }),
  openBookmarks: enqueueActions(({ enqueue }) => {
    enqueue.sendTo('bookmarks', { type: 'bookmarks.reset' });
    enqueue.sendTo(named('menus'), { type: 'menus.open', id: BOOKMARKS_MENU });
  }),
  addBookmark: enqueueActions(({ context: { request }, enqueue }) => {
    if (request) enqueue.sendTo('bookmarks', { type: 'bookmarks.add', libraryItemId: request.media.libraryItemId });
  }),
  noteBookmark: sendTo('bookmarks', (_, { bookmark }: { bookmark: Bookmark }): BookmarksEvent => ({
    type: 'bookmarks.edit',
    bookmark,
    isUntitled: true,
  })),
  openQueue: sendTo(named('menus'), { type: 'menus.open', id: QUEUE_MENU }),
  setRate: sendTo('itemSettings', (_, { rate }: { rate: number }) => setRate(clampRate(rate))),
  stepRate: sendTo('itemSettings', ({ context: { preferences } }, { steps }: { steps: number }) =>
    setRate(stepRate(preferences.playbackRate, preferences.playbackRateIncrementDecrement, steps)),
  ),
  setVolume: sendTo(named('preferences'), (_, { volume }: { volume: number }) => setVolume(clampVolume(volume))),
  stepVolume: sendTo(named('preferences'), ({ context: { preferences } }, { steps }: { steps: number }) =>
    setVolume(stepVolume(preferences.volume, steps)),
  ),
  toggleMute: enqueueActions(({ context, enqueue }) => {
    const { volume, remembered } = toggleMute(context.preferences.volume, context.loudVolume);
    enqueue.assign({ loudVolume: remembered });
    enqueue.sendTo(named('preferences'), setVolume(volume));
  }),
});
