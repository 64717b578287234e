import { assign, enqueueActions, sendTo, setup, fromPromise } from 'xstate';
import { toAppError } from '../../../schemas/app-error.ts';
import type { QueueItem } from '../../../schemas/queue.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getOpenElsewhere, named } from '../../kit/system.ts';
import type { ToastAction, ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { Message } from '../../kit/message.ts';
import type { Failure } from '../../kit/failure.logic.ts';
import { isSameMedia, type MediaRef } from '../../kit/media.logic.ts';
import {
  playerWatch,
  storedWatch,
  type PlayerReport,
  type StoredReport,
  AUTOPLAY,
  readQueue,
  writeQueue,
} from './queue-watch.actor.ts';
import { add, has, insert, move, playCommand, showCommand, waitingOf, without } from './queue.logic.ts';
import type { QueueCommand } from './queue.protocol.ts';

export interface Following {
  readonly item: QueueItem;
  readonly group: string;
}

const findFollowing = fromPromise<Following | null, { readonly media: MediaRef | null }>(
  async ({ input: { media }, system, signal }) => {
    const { findFollowing: find } = await import('./following.ts');
    return media && find(media, system, signal);
  },
);

export type QueueEvent = QueueCommand | PlayerReport | StoredReport | ServerEventOf<'server.item.removed'>;

interface QueueContext {
  readonly userId: string;
  readonly items: readonly QueueItem[];
  readonly autoplay: boolean;
  readonly open: MediaRef | null;
  /** The last item started by the queue, while it is open. */
  readonly begun: QueueItem | null;
  /** Skips in a row. */
  readonly skips: number;
  /** The queue when a person closed the player. */
  readonly closed: { readonly media: MediaRef; readonly items: readonly QueueItem[] } | null;
  readonly said: Message | null;
}

const TOAST = 'queue';
/** Limit of skips in a row: more suggest a fault of the server. */
const MOST_SKIPS = 5;
type Kind = 'info' | 'warning';
type Toast = Extract<ToastsEvent, { type: 'toasts.show' }>;

function toast(message: Message, action?: ToastAction, kind: Kind = 'info'): Toast {
  return { type: 'toasts.show', id: TOAST, kind, message, ...(action ? { action } : {}) };
}

function undo(event: QueueCommand): ToastAction {
  return { label: { key: 'toasts.undo' }, to: 'queue', event };
}

export const queueSetup = setup({
  types: {
    input: {} as { userId: string },
    context: {} as QueueContext,
    events: {} as QueueEvent,
    children: {} as {
      playerWatch: 'playerWatch';
      storedWatch: 'storedWatch';
      findFollowing: 'findFollowing';
    },
  },
  actors: { playerWatch, storedWatch, findFollowing },
  guards: {
    hasNext: ({ context }) => waitingOf(context.items, context.open).length > 0,
    isWaiting: ({ context }, params: { media: MediaRef }) => has(context.items, params.media),
    holds: ({ context }, { id }: { id: string }) => context.items.some((item) => item.libraryItemId === id),
    goesOn: ({ context }, params: { isAsleep: boolean }) =>
      context.autoplay && !params.isAsleep && waitingOf(context.items, context.open).length > 0,
    mayFollow: ({ context }, params: { isAsleep: boolean; followsSeries: boolean }) =>
      context.autoplay &&
      !params.isAsleep &&
      context.open !== null &&
      (params.followsSeries || context.open.episodeId !== null) &&
      waitingOf(context.items, context.open).length === 0,
    maySkip: ({ context }) => context.skips < MOST_SKIPS,
    hasBegun: ({ context }) => context.begun !== null,
    isKept: ({ context }, { media }: { media: MediaRef | null }) => media !== null && has(context.items, media),
    isReopened: ({ context: { closed } }, params: { media: MediaRef | null; isRestored: boolean }) =>
      params.media !== null && params.isRestored && closed !== null && isSameMedia(closed.media, params.media),
  },
  actions: {
    read: assign(({ context, system }: { context: QueueContext; system: System }) => ({
      items: readQueue(getPorts(system), context.userId),
      autoplay: getPorts(system).storage.read(AUTOPLAY) !== 0,
    })),
    keep: ({ context, system }) => writeQueue(getPorts(system), context.userId, context.items),
    keepAutoplay: ({ context, system }) => void getPorts(system).storage.write(AUTOPLAY, context.autoplay ? 1 : 0),
    setAutoplay: assign((_, { isOn }: { isOn: boolean }) => ({ autoplay: isOn })),
    takeItems: assign((_, { items }: { items: readonly QueueItem[] }) => ({ items })),
    takeOpen: assign(({ context }, { media }: { media: MediaRef | null }) => ({
      open: media,
      begun: media !== null && context.begun !== null && isSameMedia(context.begun, media) ? context.begun : null,
      closed: media === null ? context.closed : null,
    })),
    dropOpen: assign(({ context }) => ({ items: waitingOf(context.items, context.open) })),
    add: enqueueActions(({ context, enqueue, system }, params: Addable) => {
      const [first] = params.items;
      const open = context.open ?? getOpenElsewhere(system);
      if (open === null && first) enqueue.sendTo(named('player'), showCommand(first));
      const { items, added, known } = add(context.items, params.items, params.place, open ?? first ?? null);
      enqueue.assign({ items });
      const message = messageOf(params, added, known, open === null);
      if (message)
        enqueue.sendTo(
          named('toasts'),
          toast(message, added.length > 0 ? undo({ type: 'queue.remove', media: added, isUndo: true }) : undefined),
        );
    }),
    start: enqueueActions(({ context, enqueue }, { media }: { media: MediaRef }) => {
      const item = context.items.find((waiting) => isSameMedia(waiting, media));
      if (!item) return;
      enqueue.assign({ items: without(context.items, [item]), begun: item, skips: 0 });
      enqueue.sendTo(named('player'), playCommand(item, false));
    }),
    startNext: enqueueActions(({ context, enqueue }, params: { isAutomatic: boolean; isSkip?: true }) => {
      const [item] = waitingOf(context.items, context.open);
      if (!item) return;
      const skips = params.isSkip ? context.skips + 1 : 0;
      enqueue.assign({ items: without(context.items, [item]), begun: item, skips });
      enqueue.sendTo(named('player'), playCommand(item, params.isAutomatic));
    }),
    move: assign(({ context }, { media, index }: { media: MediaRef; index: number }) => {
      const items = move(context.items, media, index);
      const at = items.findIndex((item) => isSameMedia(item, media));
      const values = { title: items[at]?.title ?? '', position: at + 1, count: items.length };
      return { items, said: { key: 'order.moved', values } };
    }),
    remove: enqueueActions(({ context, enqueue }, params: { media: readonly MediaRef[]; isUndo?: true }) => {
      const removed = context.items.filter((item) => has(params.media, item));
      enqueue.assign({ items: without(context.items, removed) });
      const [first] = removed;
      if (!first || params.isUndo) return;
      const back: QueueCommand = { type: 'queue.restore', items: removed, index: context.items.indexOf(first) };
      enqueue.sendTo(
        named('toasts'),
        toast({ key: 'queue.removed', values: { title: first.title, count: removed.length } }, undo(back)),
      );
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ items: [] });
      const values = { count: context.items.length };
      const back = undo({ type: 'queue.restore', items: context.items, index: 0 });
      enqueue.sendTo(named('toasts'), toast({ key: 'queue.cleared', values }, back));
    }),
    restore: assign(({ context }, params: { items: readonly QueueItem[]; index: number }) => ({
      items: insert(context.items, waitingOf(params.items, context.open), params.index),
    })),
    close: assign(({ context: { items, open } }) => ({ closed: open && { media: open, items }, items: [] })),
    reopen: assign(({ context: { closed, items } }) => ({ items: insert(items, closed?.items ?? [], 0) })),
    dropRemoved: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const removed = context.items.filter((item) => item.libraryItemId === id);
      enqueue.assign({ items: without(context.items, removed) });
      const values = { title: removed[0]?.title ?? '' };
      enqueue.sendTo(named('toasts'), toast({ key: 'queue.itemRemoved', values }, undefined, 'warning'));
    }),
    notifySkipped: sendTo(named('toasts'), ({ context }) =>
      toast({ key: 'queue.skipped', values: { title: context.begun?.title ?? '' } }, undefined, 'warning'),
    ),
    forgetBegun: assign({ begun: null }),
    follow: enqueueActions(({ context, enqueue }, { next }: { next: Following | null }) => {
      if (!next || !context.autoplay) return;
      enqueue.assign({ begun: next.item });
      enqueue.sendTo(named('player'), playCommand(next.item, true));
      enqueue.sendTo(
        named('toasts'),
        toast(
          { key: 'queue.followed', values: { group: next.group, title: next.item.title } },
          { label: { key: 'queue.stop' }, to: 'player', event: { type: 'player.pause' } },
        ),
      );
    }),
    sayNotFollowed: sendTo(named('toasts'), ({ context: { open } }, { cause }: Failure): ToastsEvent => ({
      ...toast({ key: open?.episodeId ? 'queue.noNextEpisode' : 'queue.notFollowed' }, undefined, 'warning'),
      error: toAppError(cause),
    })),
  },
});

type Addable = Omit<Extract<QueueCommand, { type: 'queue.add' }>, 'type'>;

function messageOf(
  { items, place }: Addable,
  added: readonly QueueItem[],
  known: readonly QueueItem[],
  isFirst: boolean,
): Message | null {
  const count = place === 'next' ? added.length + known.length : added.length;
  if (isFirst && count === 0) return null;
  if (items.length > 1) return { key: 'queue.addedMany', values: { count } };
  const values = { title: items[0]?.title ?? '' };
  if (count > 0) return { key: place === 'next' ? 'queue.addedNext' : 'queue.added', values };
  return { key: known.length > 0 ? 'queue.known' : 'queue.isOpen', values };
}
