import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Bookmark } from '../../schemas/api/bookmark.ts';
import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { User } from '../../schemas/api/user.ts';
import { getPorts } from '../app/ports.ts';
import { named } from '../app/system.ts';
import { toMediaRef, type MediaRef } from '../player/player.protocol.ts';
import { progressSaver, type ProgressSaverReport, type SaveProgress } from './progress-saver.actor.ts';
import { edited, heard, keyOf, toProgressMap, withAccount, withEntry, type ProgressEdit, type ProgressMap, type Unconfirmed } from './progress.logic.ts';

type Target = { libraryItemId: string; episodeId?: string | null };

/** What any feature may tell. */
export type ProgressCommand =
  | ({ type: 'progress.markFinished' } & Target)
  | ({ type: 'progress.markUnfinished' } & Target)
  /** Forgets everything about it. */
  | ({ type: 'progress.reset' } & Target)
  /** The player saved a position, in seconds. */
  | { type: 'progress.recorded'; media: MediaRef; currentTime: number; duration: number };

export type ProgressEvent =
  | ProgressCommand
  | ProgressSaverReport
  | { type: 'server.user.updated'; user: User }
  | { type: 'server.progress.updated'; progress: { data: MediaProgress } };

interface ProgressContext {
  userId: string;
  entries: ProgressMap;
  bookmarks: readonly Bookmark[];
  unconfirmed: Unconfirmed;
}

/**
 * How far the user is in everything, as this tab knows it.
 *
 * Invariants:
 * 1. What the server tells changes an entry only when it is newer than the last thing told about it: neither a
 *    position saved here nor an edit under way goes back by an account put together before (pitfall 7).
 * 2. An edit shows at once; when the server refuses it, what was before comes back and a toast says so.
 */
export const progressMachine = setup({
  types: {
    /** Null: nothing is known of the account yet. */
    input: {} as { user: User | null },
    context: {} as ProgressContext,
    events: {} as ProgressEvent,
    children: {} as { saver: 'saver' },
  },
  actors: { saver: progressSaver },
  guards: {
    isOwnAccount: ({ context }, params: { user: User }) => params.user.id === context.userId,
  },
  actions: {
    takeAccount: assign(({ context }, { user }: { user: User }) => ({
      bookmarks: user.bookmarks.items,
      entries: withAccount(context.entries, user.mediaProgress.items, context.unconfirmed),
    })),
    takeEntry: assign(({ context }, params: { data: MediaProgress }) => ({ entries: withEntry(context.entries, params.data, context.unconfirmed) })),
    record: assign(({ context, system }, { media, currentTime, duration }: { media: MediaRef; currentTime: number; duration: number }) => ({
      entries: {
        ...context.entries,
        [keyOf(media)]: heard(context.entries[keyOf(media)] ?? null, media, currentTime, duration, getPorts(system).clock.now()),
      },
    })),
    edit: assign(({ context, system }, { media, edit }: { media: MediaRef; edit: ProgressEdit }) => {
      const key = keyOf(media);
      const { [key]: known = null, ...others } = context.entries;
      const entry = edited(known, edit, media, getPorts(system).clock.now());
      const { before, edits } = context.unconfirmed[key] ?? { before: known, edits: 0 };
      return {
        entries: entry ? { ...others, [key]: entry } : others,
        unconfirmed: { ...context.unconfirmed, [key]: { before, edits: edits + 1 } },
      };
    }),
    save: sendTo('saver', ({ context }, { media, edit }: { media: MediaRef; edit: ProgressEdit }): SaveProgress => ({
      type: 'saver.save', media, edit, progressId: context.entries[keyOf(media)]?.id ?? '',
    })),
    settle: assign(({ context }, { media }: { media: MediaRef }) => ({ unconfirmed: withoutEdit(context.unconfirmed, keyOf(media)) })),
    /** A later edit of the same entry decides what shows; without one it is as before. */
    takeBack: assign(({ context }, { media }: { media: MediaRef }) => {
      const key = keyOf(media);
      const unconfirmed = withoutEdit(context.unconfirmed, key);
      if (unconfirmed[key]) return { unconfirmed };
      const { [key]: _edited, ...entries } = context.entries;
      const before = context.unconfirmed[key]?.before ?? null;
      return { unconfirmed, entries: before ? { ...entries, [key]: before } : entries };
    }),
    tellFailure: sendTo(named('toasts'), { type: 'toasts.show', kind: 'error', message: { key: 'player.progressNotSaved' } }),
  },
}).createMachine({
  id: 'progress',
  context: ({ input: { user } }) => ({
    userId: user?.id ?? '', entries: toProgressMap(user?.mediaProgress.items ?? []), bookmarks: user?.bookmarks.items ?? [], unconfirmed: {},
  }),
  invoke: { src: 'saver', id: 'saver' },
  on: {
    'server.user.updated': {
      guard: { type: 'isOwnAccount', params: ({ event }) => event },
      actions: { type: 'takeAccount', params: ({ event }) => event },
    },
    'server.progress.updated': { actions: { type: 'takeEntry', params: ({ event }) => event.progress } },
    'progress.recorded': { actions: { type: 'record', params: ({ event }) => event } },
    'progress.markFinished': {
      actions: [
        { type: 'edit', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'finish' } }) },
        { type: 'save', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'finish' } }) },
      ],
    },
    'progress.markUnfinished': {
      actions: [
        { type: 'edit', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'unfinish' } }) },
        { type: 'save', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'unfinish' } }) },
      ],
    },
    'progress.reset': {
      actions: [
        { type: 'save', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'reset' } }) },
        { type: 'edit', params: ({ event }) => ({ media: toMediaRef(event), edit: { kind: 'reset' } }) },
      ],
    },
    'saver.saved': { actions: { type: 'settle', params: ({ event }) => event } },
    'saver.failed': { actions: [{ type: 'takeBack', params: ({ event }) => event }, 'tellFailure'] },
  },
});

/** One edit of this key fewer. */
function withoutEdit(unconfirmed: Unconfirmed, key: string): Unconfirmed {
  const { [key]: open, ...others } = unconfirmed;
  return open && open.edits > 1 ? { ...others, [key]: { ...open, edits: open.edits - 1 } } : others;
}

export type ProgressRef = ActorRefFrom<typeof progressMachine>;
