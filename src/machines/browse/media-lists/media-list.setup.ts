import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { Collection, Playlist } from '../../../schemas/api/media-lists.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { Message } from '../../kit/message.ts';
import { getPendingChanges, getProgress, named } from '../../kit/system.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput, PageLibraryResolved, PageRefresh, PageStateSaved } from '../../app/page-host/page.protocol.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import { has, move, playCommand, without } from '../../playback/queue/queue.logic.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import { AS_KEPT, type Arrangement } from './arrange.logic.ts';
import { removedElsewhereToast } from './job-toasts.logic.ts';
import { jobWatch } from './job-watch.actor.ts';
import { readList, type ListKey } from './list-calls.ts';
import { isSameList, refOf, renamed, titleOf, toMediaList, type ListKind, type MediaList } from './media-list.logic.ts';
import type { JobSettled, ListJob } from './media-lists.protocol.ts';

export type MediaListEvent =
  | { type: 'mediaList.retry' }
  | { type: 'mediaList.play'; items: readonly QueueItem[] }
  | { type: 'mediaList.arrange'; change: Partial<Arrangement> }
  /** `index` from 0. `mediaList.keepOrder` saves the order. */
  | { type: 'mediaList.move'; media: MediaRef; index: number }
  | { type: 'mediaList.keepOrder' }
  /** A toast offers undo. */
  | { type: 'mediaList.remove'; media: MediaRef }
  | { type: 'mediaList.edit'; mayRemove: boolean }
  /** After a confirmation. */
  | { type: 'mediaList.delete' }
  /** Creates a playlist from the collection. */
  | { type: 'mediaList.copy' }
  | { type: 'list.loaded'; data: MediaList }
  | ({ type: 'list.failed' } & Failure)
  | JobSettled
  | PageRefresh
  | ModalClosed
  | ServerEventOf<
      | 'server.collection.updated'
      | 'server.collection.removed'
      | 'server.playlist.updated'
      | 'server.playlist.removed'
      | 'server.item.updated'
      | 'server.item.removed'
      | 'server.items.updated'
      | 'server.rssFeed.opened'
      | 'server.rssFeed.closed'
    >;

interface MediaListContext {
  readonly kind: ListKind;
  readonly id: string;
  readonly entryKey: string;
  readonly list: MediaList | null;
  /** The server's last version; a failed change reverts to it. */
  readonly saved: MediaList | null;
  /** The last saved order, to detect moves. */
  readonly kept: readonly MediaRef[];
  readonly arrangement: Arrangement;
  /** A change is pending: server data may be older. */
  readonly isChanging: boolean;
  /** The server reported an update meanwhile. */
  readonly isOutdated: boolean;
  readonly isRemoving: boolean;
  /** For screen readers: the result of a move. */
  readonly said: Message | null;
  readonly error: AppError | null;
}

/** Updates come in bursts: wait before refetching, in ms. */
export const SETTLE_MS = 300;
const isArrangement = (memory: unknown): memory is Arrangement =>
  typeof memory === 'object' && memory !== null && 'sort' in memory && 'search' in memory;

export function beginList({ route, entryKey, memory }: PageInput<'collection' | 'playlist'>): MediaListContext {
  return {
    kind: route.name,
    id: route.id,
    entryKey,
    list: null,
    saved: null,
    kept: [],
    arrangement: isArrangement(memory) ? memory : AS_KEPT,
    isChanging: false,
    isOutdated: false,
    isRemoving: false,
    said: null,
    error: null,
  };
}

export const mediaListSetup = setup({
  types: {
    input: {} as PageInput<'collection' | 'playlist'>,
    context: {} as MediaListContext,
    events: {} as MediaListEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { list: 'list'; jobWatch: 'jobWatch' },
  },
  actors: { list: resourceBy<ListKey>('list', readList), jobWatch },
  guards: {
    isThis: ({ context }, { id }: { id: string }) => id === context.id,
    isChanging: ({ context }) => context.isChanging,
    isStaying: ({ context }) => !context.isRemoving,
    /** Removed here, or its last entry was: the toast comes with the change. */
    isOwnRemoval: ({ context }, { id }: { id: string }) =>
      id === context.id && (context.isRemoving || (context.isChanging && context.list?.entries.length === 0)),
    /** Not an echo of this page's own change. */
    isNews: ({ context }, { data }: { data: Collection | Playlist }) =>
      data.id === context.id && (context.list === null || !isSameList(context.list, toMediaList(data))),
    holdsOne: ({ context }, { ids }: { ids: readonly string[] }) =>
      context.list?.entries.some(({ libraryItemId }) => ids.includes(libraryItemId)) ?? false,
    isMoved: ({ context }) =>
      context.list?.entries.some((entry, index) => {
        const before = context.kept[index];
        return !before || !has([before], entry);
      }) ?? false,
    isMissing: (_, params: Failure) => failedBy(params, 'notFound'),
    isForbidden: (_, params: Failure) => failedBy(params, 'forbidden'),
    isOwn: ({ context }, { job }: JobSettled) => job.list.id === context.id,
    isRemoved: ({ context }, { job, answer, error }: JobSettled) =>
      job.list.id === context.id &&
      error === null &&
      (job.kind === 'delete' ||
        (job.kind === 'remove' && job.list.kind === 'playlist' && answer?.entries.length === 0)),
    isAccepted: (_, closed: ModalClosed) => closed.modal === 'confirm' && closed.output?.accepted === true,
    wantsRemoval: (_, closed: ModalClosed) => closed.modal === 'editList' && closed.output?.wantsRemoval === true,
    wasSaved: (_, closed: ModalClosed) => closed.modal === 'editList' && closed.output?.change != null,
  },
  actions: {
    /** Applies a pending edit of the name. */
    keep: assign(({ self }, { data }: { data: MediaList }) => {
      const list = renamed(data, getPendingChanges(self.system));
      return { list: list ?? data, saved: data, kept: data.entries, isChanging: list !== null, error: null };
    }),
    rename: assign(({ context: { list } }, closed: ModalClosed) => {
      const change = closed.modal === 'editList' ? closed.output?.change : null;
      return list && change ? { list: { ...list, ...change }, isChanging: true } : {};
    }),
    rememberFailure: assign(keepError),
    notifyLibrary: sendParent(
      (_, { data }: { data: MediaList }) =>
        ({ type: 'page.libraryResolved', libraryId: data.libraryId }) satisfies PageLibraryResolved,
    ),
    arrange: assign(({ context }, { change }: { change: Partial<Arrangement> }) => ({
      arrangement: { ...context.arrangement, ...change },
    })),
    saveState: sendParent(
      ({ context }) =>
        ({
          type: 'page.stateSaved',
          entryKey: context.entryKey,
          memory: context.arrangement,
        }) satisfies PageStateSaved,
    ),
    play: enqueueActions(({ enqueue, system }, { items }: { items: readonly QueueItem[] }) => {
      const begin = items.findIndex((item) => !getProgress(system, item)?.isFinished);
      const [first, ...others] = items.slice(Math.max(0, begin));
      if (!first) return;
      enqueue.sendTo(named('player'), playCommand(first, false));
      if (others.length > 0) enqueue.sendTo(named('queue'), { type: 'queue.add', items: others, place: 'next' });
    }),
    move: assign(({ context: { list } }, { media, index }: { media: MediaRef; index: number }) => {
      if (!list) return {};
      const entries = move(list.entries, media, index);
      const at = entries.findIndex((entry) => has([media], entry));
      const entry = entries[at];
      if (!entry) return {};
      const values = { title: titleOf(entry), position: at + 1, count: entries.length };
      return { list: { ...list, entries }, said: { key: 'order.moved', values } };
    }),
    saveOrder: enqueueActions(({ context: { list, kept }, enqueue }) => {
      if (!list) return;
      const entries = list.entries.map(refOf);
      const job: ListJob = { kind: 'reorder', list: { ...list, entries: kept }, entries };
      enqueue.assign({ isChanging: true, kept: entries });
      enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job });
    }),
    remove: enqueueActions(({ context: { list }, enqueue }, { media }: { media: MediaRef }) => {
      const entry = list?.entries.find((other) => has([media], other));
      if (!list || !entry) return;
      const entries = without(list.entries, [media]);
      const job: ListJob = { kind: 'remove', list, entries: [refOf(media)], title: titleOf(entry) };
      enqueue.assign({ isChanging: true, list: { ...list, entries }, kept: entries });
      enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job });
    }),
    openEdit: enqueueActions(({ context: { list }, enqueue, self }, { mayRemove }: { mayRemove: boolean }) => {
      if (!list) return;
      const input = { list, mayRemove };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'editList', input, tag: 'edit', replyTo: self });
    }),
    ask: enqueueActions(({ context: { list }, enqueue, self }) => {
      if (!list) return;
      const values = { name: list.name };
      const message =
        list.kind === 'collection'
          ? { key: 'mediaLists.removeCollection', values }
          : { key: 'mediaLists.removePlaylist', values };
      const input = { message, type: 'yesNo', confirmLabel: { key: 'mediaLists.remove' }, tone: 'danger' } as const;
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'confirm', input, tag: 'delete', replyTo: self });
    }),
    delete: enqueueActions(({ context: { list }, enqueue }) => {
      if (!list) return;
      enqueue.assign({ isRemoving: true });
      enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job: { kind: 'delete', list } });
    }),
    copy: enqueueActions(({ context: { list }, enqueue }) => {
      if (list) enqueue.sendTo(named('mediaLists'), { type: 'mediaLists.change', job: { kind: 'copy', list } });
    }),
    /** Shows the server's version after the last pending change; refetches it after a failure. */
    settle: enqueueActions(({ context, enqueue }, { job, answer, error, isLast }: JobSettled) => {
      const saved = answer && job.kind !== 'copy' ? answer : context.saved;
      enqueue.assign({ saved });
      if (error) enqueue.assign({ isRemoving: false });
      if (!isLast) return;
      enqueue.assign({ isChanging: false, isOutdated: false });
      if (error || context.isOutdated) enqueue.sendTo('list', { type: 'resource.refresh' });
      if (saved && (error || !context.isOutdated)) enqueue.assign({ list: saved, kept: saved.entries });
    }),
    noteOutdated: assign({ isOutdated: true }),
    leave: sendTo(named('router'), ({ context: { kind, list } }): RouterEvent => ({
      type: 'router.go',
      to: list
        ? { name: kind === 'collection' ? 'libraryCollections' : 'libraryPlaylists', libraryId: list.libraryId }
        : { name: 'index' },
      replace: true,
    })),
    notifyRemoved: sendTo(named('toasts'), ({ context }) => removedElsewhereToast(context.list?.name ?? '')),
    markOutdated: sendTo('list', { type: 'resource.markOutdated' }),
    refresh: sendTo('list', { type: 'resource.refresh' }),
    retry: sendTo('list', { type: 'resource.retry' }),
  },
});
