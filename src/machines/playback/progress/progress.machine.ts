import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { toast } from '../../kit/toast.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ChangeBody } from '../../../schemas/pending-change.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { getLibrarySettings, isOpenInPlayer, named, type SystemRef } from '../../kit/system.ts';
import { getSentPosition } from './ledger.readers.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand } from '../player/player.protocol.ts';
import { keyOf } from '../../kit/media.logic.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import type { MediaEdit, ProgressCommand, RecordedPosition } from './progress.protocol.ts';
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
  type Edited,
  type ProgressEdit,
  type ProgressMap,
  type PendingEdits,
} from './progress.logic.ts';
import type { Bookmark, MediaProgress } from '../../../schemas/api/progress.ts';

export type ProgressEvent =
  | ProgressCommand
  | ChangesFound
  | ChangeSettled
  | { type: 'server.user.updated'; user: User }
  | { type: 'server.progress.updated'; progress: { data: MediaProgress } };

/** Lists that the server derives from progress may have changed. */
export interface ProgressParentEvent {
  type: 'progress.settled';
  /** `keyOf` the media, or the id of a series. */
  id: string;
}

interface ProgressContext {
  userId: string;
  entries: ProgressMap;
  bookmarks: readonly Bookmark[];
  pendingEdits: PendingEdits;
}

const NOTICES: Partial<Record<ProgressEdit['kind'], string>> = {
  finish: 'progress.finished',
  unfinish: 'progress.unfinished',
  reset: 'progress.reset',
  hide: 'progress.hidden',
};

/**
 * Progress of the account. Edits show at once and are rolled back with a toast when they fail.
 * A server entry counts only when it is newer and no edit of it is pending (pitfall 7).
 */
export const progressMachine = setup({
  types: {
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
      ({ context, enqueue, system }, { media, edit, title = '' }: MediaEdit & { title?: string }) => {
        const { shown, changes, follows } = planned(context, system, [{ media, edit }]);
        enqueue.assign(shown);
        for (const change of changes) enqueue.sendTo(named('pendingChanges'), make({ kind: 'progress', ...change }));
        for (const follow of follows) enqueue.sendTo(named('player'), follow);
        const notice = NOTICES[edit.kind];
        if (!notice) return;
        const key = keyOf(media);
        const known = context.entries[key] ?? null;
        const undo: ProgressEdit =
          edit.kind === 'hide' && known
            ? { kind: 'show', lastUpdate: known.lastUpdate }
            : { kind: 'restore', entry: known };
        enqueue.sendTo(named('toasts'), offer(key, notice, title, { type: 'progress.edit', media, edit: undo }));
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
    showFound: assign(({ context, system }, { changes }: ChangesFound) => {
      const edits = changes.flatMap(({ body }) => editsIn(body));
      return shownWith(context, system, edits);
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
        const report = account && toProgressMap(account);
        const ended = body.edits.map(({ media }) => ({
          media,
          found: report ? (report[keyOf(media)] ?? null) : undefined,
          failed,
        }));
        const now = settled(context, ended);
        // Earlier parts are saved already.
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
      // Automatic finishing fails silently.
      const isOwn = body.kind === 'series' || body.saving.kind !== 'reach';
      if (error && isOwn) enqueue.sendTo(named('toasts'), refusal(id, error));
      enqueue.sendParent({ type: 'progress.settled', id } satisfies ProgressParentEvent);
    }),
    editMany: enqueueActions(({ context, enqueue, system }, { edits }: { edits: readonly MediaEdit[] }) => {
      const { shown, changes, follows } = planned(context, system, edits);
      enqueue.assign(shown);
      for (const follow of follows) enqueue.sendTo(named('player'), follow);
      const { length } = changes;
      enqueue.sendTo(named('pendingChanges'), make({ kind: 'progressOfMany', edits: changes, count: length }));
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
    'server.user.updated': { guard: by('isOwnAccount'), actions: by('takeAccount') },
    'server.progress.updated': { actions: { type: 'takeEntry', params: ({ event }) => event.progress } },
    'progress.recorded': { actions: by('record') },
    'progress.edit': { actions: by('edit') },
    'progress.hideSeries': { actions: by('hideSeries') },
    'progress.showSeries': { actions: by('showSeries') },
    'progress.editMany': { actions: by('editMany') },
    'changes.found': { actions: by('showFound') },
    'change.settled': { actions: by('settleChange') },
  },
});

function shownWith(context: ProgressContext, system: System, edits: readonly MediaEdit[]): Edited {
  const now = getPorts(system).clock.now();
  return withEdits(
    context,
    edits.map(({ media, edit }) => ({ media, entryOf: (known) => edited(known, edit, media, now) })),
  );
}

/** Edits as they show, as the server gets them, and what the player follows. */
function planned(context: ProgressContext, system: System, edits: readonly MediaEdit[]) {
  const shown = shownWith(context, system, edits);
  const entryOf = ({ media }: MediaEdit) => shown.entries[keyOf(media)] ?? null;
  return {
    shown,
    changes: edits.map((one) => ({
      ...one,
      saving: savingOf(one.edit, entryOf(one), context.entries[keyOf(one.media)]),
    })),
    follows: edits.flatMap((one) => followOf(system, one.media, one.edit, entryOf(one)) ?? []),
  };
}

/** Finishing keeps the place that the server has or is about to get. */
function followOf(
  system: System,
  media: MediaRef,
  edit: ProgressEdit,
  entry: MediaProgress | null,
): PlayerCommand | null {
  if (edit.kind === 'hide' || edit.kind === 'show' || edit.kind === 'read') return null;
  if (!isOpenInPlayer(system, media)) return null;
  const time = edit.kind === 'finish' ? getSentPosition(system, media) : (entry?.currentTime ?? 0);
  return { type: 'player.followProgress', media, time };
}

const make = (body: ChangeBody): PendingChangesCommand => ({ type: 'pendingChanges.add', body });

const refusal = (id: string, error: AppError): ToastsEvent =>
  toast('error', noticeId(id), 'progress.notSaved', { error });

/** These are shown as before; Retry marks them again. */
function refusalOfMany(
  { edits, count }: Extract<ChangeBody, { kind: 'progressOfMany' }>,
  error: AppError,
): ToastsEvent {
  const event: ProgressCommand = {
    type: 'progress.editMany',
    edits: edits.map(({ media, edit }) => ({ media, edit })),
  };
  return toast('error', noticeId('many'), `selection.failed.${edits[0]?.edit.kind ?? 'restore'}`, {
    values: { failed: edits.length, count },
    durationMs: null,
    error,
    action: { label: { key: 'common.retry' }, to: 'progress', event },
  });
}

const offer = (id: string, key: string, title: string, event: ProgressCommand): ToastsEvent =>
  toast('success', noticeId(id), key, {
    values: { title },
    action: { label: { key: 'toasts.undo' }, to: 'progress', event },
  });

const noticeId = (id: string) => `progress/${id}`;

export type ProgressRef = SystemRef<'progress', ActorRefFrom<typeof progressMachine>>;
