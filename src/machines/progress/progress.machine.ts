import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { User } from '../../schemas/api/user.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ChangeBody } from '../../schemas/pending-change.ts';
import { getPorts, type System } from '../app/ports.ts';
import { findNamed, getLibrarySettings, isOpenInPlayer, named } from '../app/system.ts';
import { getSentPosition } from './ledger.readers.ts';
import { toMediaRef, type MediaRef, type PlayerCommand } from '../player/player.protocol.ts';
import { keyOf } from './media-key.logic.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';
import type { MediaEdit, ProgressCommand, RecordedPosition, Target } from './progress.protocol.ts';
import type {
  ChangesFound,
  ChangeSettled,
  PendingChangesCommand,
} from '../pending-changes/pending-changes.protocol.ts';
import { editsIn } from '../pending-changes/pending-changes.logic.ts';
import { bookmarkToast, withBookmark } from '../player/bookmarks.logic.ts';
import {
  edited,
  finishes,
  withPosition,
  savingOf,
  settled,
  toProgressMap,
  withAccount,
  withEdits,
  withEntry,
  type ProgressEdit,
  type ProgressMap,
  type PendingEdits,
} from './progress.logic.ts';

export type ProgressEvent =
  | ProgressCommand
  | ChangesFound
  | ChangeSettled
  | { type: 'server.user.updated'; user: User }
  | { type: 'server.progress.updated'; progress: { data: MediaProgress } };

/** An edit has ended, saved or taken back: lists that the server makes of progress may be others now. */
export interface ProgressParentEvent {
  type: 'progress.settled';
  /** `keyOf` the book or episode, or the id of the series. */
  id: string;
}

interface ProgressContext {
  userId: string;
  entries: ProgressMap;
  bookmarks: readonly Bookmark[];
  pendingEdits: PendingEdits;
}

/** What the notice of an edit says. An undo needs none. */
const NOTICES: Readonly<Record<ProgressEdit['kind'], string | null>> = {
  finish: 'progress.finished',
  unfinish: 'progress.unfinished',
  reset: 'progress.reset',
  hide: 'progress.hidden',
  restore: null,
  read: null,
  show: null,
};

/**
 * How far the user is in everything, as this tab knows it.
 *
 * Invariants:
 * 1. What the server tells changes an entry only when it is newer than the last thing told about it and no edit of it
 *    is under way: neither a position saved here nor an edit goes back by an account put together before (pitfall 7).
 * 2. An edit shows at once. When it has ended, the entry is what the server has then; when it failed, a notice says so.
 * 3. What was heard to its end, by the rule of its library, is finished, whatever the server makes of the position.
 */
export const progressMachine = setup({
  types: {
    /** Null: nothing is known of the account yet. */
    input: {} as { user: User | null },
    context: {} as ProgressContext,
    events: {} as ProgressEvent,
  },
  guards: {
    isOwnAccount: ({ context }, params: { user: User }) => params.user.id === context.userId,
  },
  actions: {
    takeAccount: assign(({ context }, { user }: { user: User }) => ({
      bookmarks: user.bookmarks.items,
      entries: withAccount(context.entries, user.mediaProgress.items, context.pendingEdits),
    })),
    takeEntry: assign(({ context }, params: { data: MediaProgress }) => ({
      entries: withEntry(context.entries, params.data, context.pendingEdits),
    })),
    record: enqueueActions(
      ({ context, enqueue, system }, { media, ...heard }: RecordedPosition & { media: MediaRef }) => {
        const key = keyOf(media);
        const { libraryId, currentTime, duration } = heard;
        const now = getPorts(system).clock.now();
        const entry = withPosition(context.entries[key] ?? null, media, currentTime, duration, now);
        const entries = { ...context.entries, [key]: entry };
        if (entry.isFinished || !finishes(heard, getLibrarySettings(system, libraryId) ?? {}))
          return enqueue.assign({ entries });
        const edit = { kind: 'finish' } as const;
        enqueue.assign(withEdits({ ...context, entries }, [{ media, entryOf: () => edited(entry, edit, media, now) }]));
        const saving = { kind: 'reach', currentTime } as const;
        enqueue.sendTo(named('pendingChanges'), make({ kind: 'progress', media, edit, saving }));
      },
    ),
    edit: enqueueActions(
      (
        { context, enqueue, system },
        { media, edit, title }: { media: MediaRef; edit: ProgressEdit; title?: string },
      ) => {
        const key = keyOf(media);
        const known = context.entries[key] ?? null;
        const entry = edited(known, edit, media, getPorts(system).clock.now());
        enqueue.assign(withEdits(context, [{ media, entryOf: () => entry }]));
        const saving = savingOf(edit, entry, known);
        enqueue.sendTo(named('pendingChanges'), make({ kind: 'progress', media, edit, saving }));
        const follow = followOf(system, media, edit, entry);
        if (follow) enqueue.sendTo(named('player'), follow);
        const notice = NOTICES[edit.kind];
        if (notice !== null) {
          const undo: ProgressCommand =
            edit.kind === 'hide' && known
              ? { type: 'progress.unhide', media, lastUpdate: known.lastUpdate }
              : { type: 'progress.restore', media, entry: known };
          enqueue.sendTo(named('toasts'), offer(key, notice, title ?? '', undo));
        }
      },
    ),
    hideSeries: enqueueActions(({ enqueue }, { seriesId, title }: { seriesId: string; title: string }) => {
      enqueue.sendTo(named('pendingChanges'), make({ kind: 'series', seriesId, isHidden: true }));
      enqueue.sendTo(
        named('toasts'),
        offer(seriesId, 'progress.hidden', title, { type: 'progress.showSeries', seriesId }),
      );
    }),
    showSeries: sendTo(named('pendingChanges'), (_, { seriesId }: { seriesId: string }) =>
      make({ kind: 'series', seriesId, isHidden: false }),
    ),
    /** Edits of an earlier page that the server may not have. */
    showFound: assign(({ context, system }, { changes }: ChangesFound) => {
      const now = getPorts(system).clock.now();
      const edits = changes.flatMap(({ body }) => editsIn(body));
      return withEdits(
        context,
        edits.map(({ media, edit }) => ({ media, entryOf: (known) => edited(known, edit, media, now) })),
      );
    }),
    settleChange: enqueueActions(({ context, enqueue }, { body, answer, error, isLast, isSent }: ChangeSettled) => {
      if (body.kind === 'bookmark') {
        if (isSent && !error) enqueue.assign({ bookmarks: withBookmark(context.bookmarks, body.job) });
        const toast = isSent ? bookmarkToast(body.job, error) : null;
        if (toast) enqueue.sendTo(named('toasts'), toast);
        return;
      }
      if (body.kind === 'list') return;
      const failed = error !== null;
      if (body.kind === 'progressOfMany') {
        const account = answer && 'mediaProgress' in answer ? answer.mediaProgress.items : null;
        const told = account && toProgressMap(account);
        const ended = body.edits.map(({ media }) => ({
          media,
          found: told ? (told[keyOf(media)] ?? null) : undefined,
          failed,
        }));
        const now = settled(context, ended);
        // What is known of the parts that went before.
        enqueue.assign(account ? { ...now, entries: withAccount(now.entries, account, now.pendingEdits) } : now);
        if (error) enqueue.sendTo(named('toasts'), refusalOfMany(body, error));
        if (isLast) enqueue.sendParent({ type: 'progress.settled', id: '' } satisfies ProgressParentEvent);
        return;
      }
      const id = body.kind === 'series' ? body.seriesId : keyOf(body.media);
      if (body.kind === 'progress') {
        const found = answer && !('libraryItemId' in answer) ? undefined : answer;
        enqueue.assign(settled(context, [{ media: body.media, found, failed }]));
      }
      // What was finished by itself is no change that a person waits for.
      const isOwn = body.kind === 'series' || body.saving.kind !== 'reach';
      if (error && isOwn) enqueue.sendTo(named('toasts'), refusal(id, error));
      enqueue.sendParent({ type: 'progress.settled', id } satisfies ProgressParentEvent);
    }),
    /** Many at once: who asks for it offers to undo it. */
    editMany: enqueueActions(({ context, enqueue, system }, params: { edits: readonly MediaEdit[] }) => {
      const now = getPorts(system).clock.now();
      const shown = withEdits(
        context,
        params.edits.map(({ media, edit }) => ({ media, entryOf: (known) => edited(known, edit, media, now) })),
      );
      const edits = params.edits.map(({ media, edit }) => {
        const key = keyOf(media);
        const entry = shown.entries[key] ?? null;
        const follow = isOpenInPlayer(system, media) ? followOf(system, media, edit, entry) : null;
        if (follow) enqueue.sendTo(named('player'), follow);
        return { media, edit, saving: savingOf(edit, entry, context.entries[key]) };
      });
      enqueue.assign(shown);
      enqueue.sendTo(named('pendingChanges'), make({ kind: 'progressOfMany', edits, count: edits.length }));
    }),
  },
}).createMachine({
  id: 'progress',
  context: ({ input: { user } }) => ({
    userId: user?.id ?? '',
    entries: toProgressMap(user?.mediaProgress.items ?? []),
    bookmarks: user?.bookmarks.items ?? [],
    pendingEdits: {},
  }),
  on: {
    'server.user.updated': {
      guard: { type: 'isOwnAccount', params: ({ event }) => event },
      actions: { type: 'takeAccount', params: ({ event }) => event },
    },
    'server.progress.updated': { actions: { type: 'takeEntry', params: ({ event }) => event.progress } },
    'progress.recorded': { actions: { type: 'record', params: ({ event }) => event } },
    'progress.read': {
      actions: {
        type: 'edit',
        params: ({ event: { media, location, share } }) => ({ media, edit: { kind: 'read', location, share } }),
      },
    },
    'progress.markFinished': { actions: { type: 'edit', params: ({ event }) => editOf(event, 'finish') } },
    'progress.markUnfinished': { actions: { type: 'edit', params: ({ event }) => editOf(event, 'unfinish') } },
    'progress.reset': { actions: { type: 'edit', params: ({ event }) => editOf(event, 'reset') } },
    'progress.hide': { actions: { type: 'edit', params: ({ event }) => editOf(event, 'hide') } },
    'progress.restore': {
      actions: {
        type: 'edit',
        params: ({ event }) => ({ media: event.media, edit: { kind: 'restore', entry: event.entry } }),
      },
    },
    'progress.unhide': {
      actions: {
        type: 'edit',
        params: ({ event }) => ({ media: event.media, edit: { kind: 'show', lastUpdate: event.lastUpdate } }),
      },
    },
    'progress.hideSeries': { actions: { type: 'hideSeries', params: ({ event }) => event } },
    'progress.showSeries': { actions: { type: 'showSeries', params: ({ event }) => event } },
    'progress.editMany': { actions: { type: 'editMany', params: ({ event }) => event } },
    'changes.found': { actions: { type: 'showFound', params: ({ event }) => event } },
    'change.settled': { actions: { type: 'settleChange', params: ({ event }) => event } },
  },
});

/** What the player is told of an edit. Finishing keeps the place that the server has, or is about to have. */
function followOf(
  system: System,
  media: MediaRef,
  edit: ProgressEdit,
  entry: MediaProgress | null,
): PlayerCommand | null {
  if (edit.kind === 'hide' || edit.kind === 'show' || edit.kind === 'read' || !findNamed(system, 'player')) return null;
  const time = edit.kind === 'finish' ? getSentPosition(system, media) : (entry?.currentTime ?? 0);
  return { type: 'player.followProgress', media, time };
}

function editOf(target: Target, kind: 'finish' | 'unfinish' | 'reset' | 'hide') {
  return { media: toMediaRef(target), edit: { kind }, title: target.title };
}

const make = (body: ChangeBody): PendingChangesCommand => ({ type: 'pendingChanges.add', body });

/** The server does not do it, and says why: what was shown is as it was. */
function refusal(id: string, error: AppError): ToastsEvent {
  return { type: 'toasts.show', id: noticeId(id), kind: 'error', message: { key: 'progress.notSaved' }, error };
}

/** What was shown of these is as it was, and can be marked once more. */
function refusalOfMany(
  { edits, count }: Extract<ChangeBody, { kind: 'progressOfMany' }>,
  error: AppError,
): ToastsEvent {
  return {
    type: 'toasts.show',
    id: noticeId('many'),
    kind: 'error',
    durationMs: null,
    message: {
      key: `selection.failed.${edits[0]?.edit.kind ?? 'restore'}`,
      values: { failed: edits.length, count },
    },
    error,
    action: {
      label: { key: 'common.retry' },
      to: 'progress',
      event: { type: 'progress.editMany', edits: edits.map(({ media, edit }) => ({ media, edit })) },
    },
  };
}

/** One notice per thing: the last edit of it is the one that can be undone. */
function noticeId(id: string): string {
  return `progress/${id}`;
}

function offer(id: string, key: string, title: string, event: ProgressCommand): ToastsEvent {
  return {
    type: 'toasts.show',
    id: noticeId(id),
    kind: 'success',
    message: { key, values: { title } },
    action: { label: { key: 'toasts.undo' }, to: 'progress', event },
  };
}

export type ProgressRef = ActorRefFrom<typeof progressMachine>;
