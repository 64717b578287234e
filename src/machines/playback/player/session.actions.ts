import { assign, enqueueActions, sendTo } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { ReportedItem } from '../../../schemas/api/library-item-reduced.ts';
import { getPorts } from '../../kit/ports.ts';
import { getProgress, isLive, named } from '../../kit/system.ts';
import { getUnsavedPosition } from '../progress/ledger.readers.ts';
import { detailsIn, durationOf } from './details.logic.ts';
import { rememberBrowserSession, LAST_OPEN } from './device.ts';
import { systemPositionOf } from './media-session.logic.ts';
import type { OpenSession } from './open-session.actor.ts';
import type { PlaybackSessionEvent } from './playback-session.machine.ts';
import type { PlayCommand, PlayerContext, RestoreCommand, ServerProgress } from './player.context.ts';
import { clampTime } from './player.logic.ts';
import { timeOf } from './position.ts';
import { previewOf, renamedPreview, renamedSession, toRequest } from './request.logic.ts';
import { withSound } from './sound.actions.ts';
import type { BrowserSessions } from './watchers.actor.ts';
import { toast } from '../../kit/toast.ts';

const OWN_SESSIONS = 9;
const CLOSED_TOAST = 'player-closed';

/** Adds the actions about the open item, its session and the system's controls. */
export const withSession = withSound.extend({
  actions: {
    notifySession: sendTo('playbackSession', (_, params: PlaybackSessionEvent) => params),
    request: assign(({ system }, params: PlayCommand) => ({
      request: toRequest(params, system),
      next: null,
      opened: null,
      wantsSound: !params.isSilent,
      isAnnounced: false,
      failure: null,
      recoveries: 0,
      isRecovering: false,
      isUnchecked: false,
      lastUpdate: 0,
    })),
    requestNext: assign(({ system }, params: PlayCommand) => ({
      next: toRequest(params, system),
      wantsSound: !params.isSilent,
      failure: null,
    })),
    requestAgain: assign(({ context }, { isSilent }: { isSilent?: true }) => ({
      next: context.request && {
        ...context.request,
        startTime: context.opened ? timeOf(context) : context.request.startTime,
      },
      wantsSound: !isSilent,
      failure: null,
    })),
    takeNext: assign(({ context }) => ({
      request: context.next,
      next: null,
      opened: null,
      isAnnounced: false,
      recoveries: 0,
      isRecovering: false,
      isUnchecked: false,
      lastUpdate: 0,
    })),
    forget: assign({ request: null, next: null, opened: null, failure: null, wantsSound: false, isRecovering: false }),
    takeUser: assign((_, { userId }: { userId: string }) => ({ userId })),
    restoreLast: enqueueActions(({ enqueue, system }, { userId }: { userId: string }) => {
      const last = getPorts(system).tabStorage.read(LAST_OPEN);
      if (last?.userId !== userId || getProgress(system, last.media)?.isFinished) return;
      enqueue.raise({ type: 'player.restore', media: last.media, preview: last.preview, startTime: null });
    }),
    takeRestored: assign((_, { media, preview, startTime }: RestoreCommand) => ({
      request: { media, preview, startTime },
      next: null,
      opened: null,
      details: null,
      wantsSound: false,
      failure: null,
      lastUpdate: 0,
    })),
    startAt: assign(({ context }, { time }: { time: number }) => ({ request: startingAt(context, time) })),
    /** The other device's position, unless this browser has a newer unsaved one. */
    startAtNews: assign(({ context, system }, { progress }: ServerProgress) => ({
      request: startingAt(
        context,
        (context.request && getUnsavedPosition(system, context.request.media)) ?? progress.data.currentTime,
      ),
    })),
    /** The live connection opens after the first paint; the item waits for it. */
    readDetails: enqueueActions(({ enqueue, system }) => {
      if (isLive(system)) enqueue.raise({ type: 'details.due' });
    }),
    keepDetails: assign(({ context }, { item }: { item: LibraryItemExpanded }) => ({
      details: context.request && detailsIn(item, context.request.media),
    })),
    playRestored: enqueueActions(({ context, enqueue }) => {
      if (!context.request) return;
      const { media, startTime, preview } = context.request;
      enqueue.raise({
        type: 'player.play',
        ...media,
        ...(startTime === null ? {} : { startTime }),
        ...(preview === null ? {} : { preview }),
      });
    }),
    takeItem: assign(({ context: { opened, request } }, { items }: { items: readonly ReportedItem[] }) => {
      const item = items.find(({ id }) => id === request?.media.libraryItemId);
      if (!request || !item) return {};
      const preview = request.preview && renamedPreview(request.preview, request.media.episodeId !== null, item);
      return { request: { ...request, preview }, opened: opened && renamedSession(opened, item) };
    }),
    showRenamed: enqueueActions(({ context: { opened, request }, enqueue }) => {
      if (opened) enqueue.sendTo('mediaSession', { type: 'mediaSession.show', shown: { request, opened } });
    }),
    keepOpen: ({ context: { opened, request, userId }, system }, params: { opened?: OpenSession }) => {
      const shown = { request, opened: params.opened ?? opened };
      if (request)
        getPorts(system).tabStorage.write(LAST_OPEN, { userId, media: request.media, preview: previewOf(shown) });
    },
    forgetOpen: ({ system }) => getPorts(system).tabStorage.remove(LAST_OPEN),
    rememberSession: assign(({ context }, { opened }: { opened: OpenSession }) => ({
      opened,
      ownSessions: [...context.ownSessions.slice(-OWN_SESSIONS), opened.session.id],
    })),
    notifyTabs: ({ system }, { opened }: { opened: OpenSession }) =>
      rememberBrowserSession(getPorts(system).storage, opened.session.id),
    takeBrowserSessions: assign((_, { ids }: BrowserSessions) => ({ browserSessions: ids })),
    closeWithUndo: enqueueActions(({ context, enqueue }) => {
      if (!context.request) return;
      enqueue.sendTo(
        named('toasts'),
        toast('info', CLOSED_TOAST, 'player.closed', {
          action: {
            label: { key: 'toasts.undo' },
            to: 'player',
            event: {
              type: 'player.restore',
              media: context.request.media,
              preview: previewOf(context),
              startTime: timeOf(context),
            },
          },
        }),
      );
      enqueue.assign({ isUndoOffered: true });
      enqueue.raise({ type: 'player.close' });
    }),
    withdrawUndo: enqueueActions(({ context, enqueue }) => {
      if (!context.isUndoOffered) return;
      enqueue.assign({ isUndoOffered: false });
      enqueue.sendTo(named('toasts'), { type: 'toasts.dismiss', id: CLOSED_TOAST });
    }),
    showInSystem: sendTo('mediaSession', ({ context }, { opened }: { opened: OpenSession }) => ({
      type: 'mediaSession.show' as const,
      shown: { request: context.request, opened },
    })),
    notifySystem: sendTo('mediaSession', ({ context }, params: { isPlaying: boolean }) => ({
      type: 'mediaSession.setState' as const,
      isPlaying: params.isPlaying,
      position: systemPositionOf(context),
    })),
    notifySystemRate: sendTo('mediaSession', ({ context }, { rate }: { rate: number }) => ({
      type: 'mediaSession.setPosition' as const,
      position: { ...systemPositionOf(context), rate },
    })),
    notifySystemPosition: sendTo('mediaSession', ({ context }) => ({
      type: 'mediaSession.setPosition' as const,
      position: systemPositionOf(context),
    })),
  },
});

function startingAt(context: PlayerContext, time: number) {
  return context.request && { ...context.request, startTime: clampTime(time, durationOf(context) || time) };
}
