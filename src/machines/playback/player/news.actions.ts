import { assign, enqueueActions, sendParent, sendTo } from 'xstate';
import type { User } from '../../../schemas/api/user.ts';
import { findNamed, isLive, named } from '../../kit/system.ts';
import { getUnsavedPosition } from '../progress/ledger.readers.ts';
import type { JumpReason } from '../../../schemas/player-memory.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { AutoRewindEvent } from './auto-rewind.machine.ts';
import { durationOf } from './details.logic.ts';
import { isChoice } from './history.logic.ts';
import type { HistoryEvent } from './history.machine.ts';
import type { ItemSettingsEvent } from './item-settings.machine.ts';
import { deviceOf, isOfTab } from './news.logic.ts';
import type { NoticeEvent } from './notice.machine.ts';
import { isStream, type OpenSession } from './open-session.actor.ts';
import type { ServerProgress } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import type { QueueCommand } from '../queue/queue.protocol.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import type { PlayerParentEvent } from './player.protocol.ts';
import { pauseBefore, rewindLimitsOf, startTimeOf, timeOf } from './position.ts';
import { withSession } from './session.actions.ts';
import type { SheetEvent } from './sheet.machine.ts';
import type { SleepTimerEvent } from './sleep-timer.machine.ts';
import { toast } from '../../kit/toast.ts';

/** Adds the actions about other devices and tabs, the notice and the full-screen player. */
export const withNews = withSession.extend({
  actions: {
    notifyNotice: sendTo('notice', (_, params: NoticeEvent) => params),
    notifySheet: sendTo('sheet', (_, params: SheetEvent) => params),
    notifySleepTimer: sendTo('sleepTimer', (_, params: SleepTimerEvent) => params),
    /** Automatic play is no press: the listener may be asleep. */
    notifyPlay: enqueueActions(({ enqueue }, { isAutomatic }: { isAutomatic?: true }) => {
      if (!isAutomatic) enqueue.sendTo('sleepTimer', { type: 'play.pressed' } satisfies SleepTimerEvent);
    }),
    /** Public links have no queue. */
    notifyQueue: enqueueActions(({ enqueue, system }, params: QueueCommand) => {
      const queue = findNamed(system, 'queue');
      if (queue) enqueue.sendTo(queue, params);
    }),
    notifyOpened: sendTo('sleepTimer', (_, { opened: { session } }: { opened: OpenSession }): SleepTimerEvent => ({
      type: 'media.opened',
      chapters: session.chapters.items,
      duration: session.duration,
    })),
    /** Runs before the seek. */
    noteJump: enqueueActions(
      ({ context, enqueue }, { time, reason = 'seek' }: { time: number; reason?: JumpReason }) => {
        const jump = { from: timeOf(context), to: clampTime(time, durationOf(context)) };
        enqueue.sendTo('history', { type: 'position.jumped', jump: { ...jump, reason } } satisfies HistoryEvent);
        enqueue.sendTo('autoRewind', { type: 'position.jumped' } satisfies AutoRewindEvent);
        if (isChoice(reason)) enqueue.sendTo('notice', { type: 'position.jumped', ...jump } satisfies NoticeEvent);
      },
    ),
    noteStart: enqueueActions(({ context, enqueue, system }) => {
      const { request, opened } = context;
      if (!request?.isJump || !opened) return;
      const from = getUnsavedPosition(system, request.media) ?? opened.session.currentTime;
      const jump = { from, to: startTimeOf(context, system) };
      const noted = { ...jump, reason: 'chapter' as const };
      enqueue.sendTo('history', { type: 'position.jumped', jump: noted } satisfies HistoryEvent);
      enqueue.sendTo('notice', { type: 'position.jumped', ...jump } satisfies NoticeEvent);
    }),
    sayStreamFailed: sendTo(named('toasts'), (_, { message }: { message: string }): ToastsEvent =>
      toast('error', 'player/stream', 'player.streamFailed', { values: { message } }),
    ),
    /** Waiting for the stream would never end. */
    failStream: enqueueActions(({ context, enqueue }) => {
      if (isStream(context.opened))
        enqueue.raise({ type: 'engine.failed', failure: 'unsupported', time: timeOf(context) });
    }),
    noteOther: sendTo('notice', (_, { progress }: ServerProgress): NoticeEvent => ({
      type: 'notice.show',
      notice: {
        kind: 'otherDevice',
        device: deviceOf(progress.deviceDescription),
        sessionId: progress.sessionId ?? '',
      },
    })),
    noteMove: enqueueActions(({ context, enqueue }, { progress }: ServerProgress) => {
      const by = isOfTab(context, progress) ? 'tab' : 'device';
      const move = {
        device: deviceOf(progress.deviceDescription),
        sessionId: progress.sessionId ?? '',
        from: timeOf(context),
        to: progress.data.currentTime,
      };
      enqueue.sendTo('history', { type: 'position.jumped', jump: { ...move, reason: by } } satisfies HistoryEvent);
      enqueue.sendTo('autoRewind', { type: 'position.jumped' } satisfies AutoRewindEvent);
      enqueue.sendTo('notice', { type: 'position.followed', move: { ...move, by } } satisfies NoticeEvent);
    }),
    notifyMedia: enqueueActions(({ enqueue }, { media }: { media: MediaRef | null }) => {
      enqueue.sendTo('notice', { type: 'media.changed' } satisfies NoticeEvent);
      enqueue.sendTo('autoRewind', { type: 'media.changed' } satisfies AutoRewindEvent);
      enqueue.sendTo('itemSettings', { type: 'media.changed', media } satisfies ItemSettingsEvent);
      enqueue.sendTo('history', { type: 'media.changed', media } satisfies HistoryEvent);
    }),
    notifyUser: enqueueActions(({ enqueue }, { userId }: { userId: string }) => {
      enqueue.sendTo('itemSettings', { type: 'account.loaded', userId } satisfies ItemSettingsEvent);
      enqueue.sendTo('history', { type: 'account.loaded', userId } satisfies HistoryEvent);
    }),
    notifyAutoRewind: sendTo('autoRewind', (_, params: AutoRewindEvent) => params),
    pressPlay: sendTo('autoRewind', ({ context }): AutoRewindEvent => ({
      type: 'play.pressed',
      limits: rewindLimitsOf(context, timeOf(context)),
    })),
    resumeMedia: enqueueActions(({ context, enqueue, system }) => {
      const pause = pauseBefore(context, system);
      const limits = rewindLimitsOf(context, startTimeOf(context, system));
      if (pause !== null)
        enqueue.sendTo('autoRewind', { type: 'media.resumed', pause, limits } satisfies AutoRewindEvent);
    }),
    /** Handled like progress from the socket without a session. */
    takeAccount: enqueueActions(({ context, enqueue }, { user }: { user: User }) => {
      const { opened, request, userId } = context;
      if (!request || user.id !== (opened?.session.userId ?? userId)) return;
      const data = user.mediaProgress.items.find((entry) => isSameMedia(request.media, entry));
      if (data) enqueue.raise({ type: 'server.progress.updated', progress: { data } });
    }),
    doubt: assign({ isUnchecked: true }),
    doubtUnlessLive: assign(({ context, system }) => ({ isUnchecked: context.isUnchecked || !isLive(system) })),
    trust: assign({ isUnchecked: false }),
    /** The live connection may take long, or never come back. */
    askForCheck: sendParent({ type: 'player.checkRequested' } satisfies PlayerParentEvent),
    rememberUpdate: assign(({ context }, { progress }: ServerProgress) => {
      const { lastUpdate } = progress.data;
      const isOpen = context.request !== null && isSameMedia(context.request.media, progress.data);
      return isOpen && lastUpdate >= context.lastUpdate ? { lastUpdate } : {};
    }),
  },
});
