import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { Bookmark } from '../../../schemas/api/progress.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { findNamed, getBookmarks, getLanguage, getPendingChanges, named, getServerSettings } from '../../kit/system.ts';
import type { PendingChangesCommand } from '../pending-changes/pending-changes.protocol.ts';
import { formatMoment } from '../../kit/moment.logic.ts';
import { BOOKMARKS_MENU, bookmarksOf, bookmarkTime, mayCreateAt, noteOffer, takenToast } from './bookmarks.logic.ts';
import type { BookmarkJob } from './player.protocol.ts';
import { readPlayhead, type PlayheadRef } from './playhead.actor.ts';

function untitledNow(system: System): string {
  const settings = getServerSettings(system);
  if (!settings) return '';
  return formatMoment(
    getPorts(system).clock.now(),
    { date: settings.dateFormat, time: settings.timeFormat },
    getLanguage(system),
  );
}

export type BookmarksEvent =
  | { type: 'bookmarks.reset' }
  | { type: 'bookmarks.change'; text: string }
  | { type: 'bookmarks.create'; libraryItemId: string }
  /** Made by one press; a toast offers to add a note. */
  | { type: 'bookmarks.add'; libraryItemId: string }
  /** `isUntitled`: the field starts empty, and the title of date and time stays if left so. */
  | { type: 'bookmarks.edit'; bookmark: Bookmark; isUntitled?: true }
  | { type: 'bookmarks.changeTitle'; text: string }
  | { type: 'bookmarks.submit' }
  | { type: 'bookmarks.cancel' }
  | { type: 'bookmarks.remove'; bookmark: Bookmark };

interface BookmarksContext {
  readonly playhead: PlayheadRef;
  readonly draft: string;
  readonly edited: Bookmark | null;
  readonly title: string;
}

interface NewBookmark {
  readonly libraryItemId: string;
  readonly isTyped: boolean;
}

/** Creates, renames and removes bookmarks of the open book, each as a pending change that shows at once. */
export const bookmarksMachine = setup({
  types: {
    input: {} as { playhead: PlayheadRef },
    context: {} as BookmarksContext,
    events: {} as BookmarksEvent,
  },
  guards: {
    isRenamed: ({ context: { edited, title } }) =>
      edited !== null && title.trim() !== '' && title.trim() !== edited.title,
  },
  actions: {
    reset: assign({ draft: '', edited: null, title: '' }),
    keepDraft: assign((_, { text }: { text: string }) => ({ draft: text })),
    keepTitle: assign((_, { text }: { text: string }) => ({ title: text })),
    beginEdit: assign((_, { bookmark, isUntitled }: { bookmark: Bookmark; isUntitled?: true }) => ({
      edited: bookmark,
      title: isUntitled ? '' : bookmark.title,
    })),
    endEdit: assign({ edited: null, title: '' }),
    /** Public links have no bookmarks. */
    save: enqueueActions(({ enqueue, system }, { job }: { job: BookmarkJob }) => {
      if (findNamed(system, 'pendingChanges')) enqueue.sendTo(named('pendingChanges'), make(job));
    }),
    create: enqueueActions(({ context, enqueue, system }, { libraryItemId, isTyped }: NewBookmark) => {
      const { time } = readPlayhead(context.playhead);
      const note = isTyped ? context.draft.trim() : '';
      const title = note || untitledNow(system);
      if (title === '') return;
      if (!mayCreateAt(bookmarksOf(getBookmarks(system), getPendingChanges(system), libraryItemId), time)) {
        if (!isTyped) enqueue.sendTo(named('toasts'), takenToast);
        return;
      }
      const bookmark = { libraryItemId, time: bookmarkTime(time), title, createdAt: getPorts(system).clock.now() };
      enqueue.sendTo(
        named('pendingChanges'),
        make({ kind: 'create', bookmark, ...(note === '' && { isUntitled: true as const }) }),
      );
      if (isTyped) enqueue.sendTo(named('menus'), { type: 'menus.close', id: BOOKMARKS_MENU });
      else enqueue.sendTo(named('toasts'), noteOffer(bookmark));
    }),
    rename: enqueueActions(({ context: { edited, title }, enqueue, system }) => {
      if (edited && findNamed(system, 'pendingChanges'))
        enqueue.sendTo(named('pendingChanges'), make({ kind: 'update', bookmark: { ...edited, title: title.trim() } }));
    }),
    closeDialog: sendTo(named('menus'), { type: 'menus.close', id: BOOKMARKS_MENU }),
  },
}).createMachine({
  id: 'bookmarks',
  context: ({ input }) => ({
    playhead: input.playhead,
    draft: '',
    edited: null,
    title: '',
  }),
  initial: 'listing',
  on: {
    'bookmarks.reset': { target: '.listing', actions: 'reset' },
    'bookmarks.change': { actions: by('keepDraft') },
    'bookmarks.create': {
      actions: { type: 'create', params: ({ event: { libraryItemId } }) => ({ libraryItemId, isTyped: true }) },
    },
    'bookmarks.add': {
      actions: { type: 'create', params: ({ event: { libraryItemId } }) => ({ libraryItemId, isTyped: false }) },
    },
    'bookmarks.edit': { target: '.editing', actions: by('beginEdit') },
    'bookmarks.remove': {
      actions: [
        { type: 'save', params: ({ event }) => ({ job: { kind: 'remove', bookmark: event.bookmark } }) },
        'closeDialog',
      ],
    },
  },
  states: {
    listing: {},
    editing: {
      on: {
        'bookmarks.changeTitle': { actions: by('keepTitle') },
        'bookmarks.submit': [
          { guard: 'isRenamed', target: 'listing', actions: ['rename', 'endEdit'] },
          { target: 'listing', actions: 'endEdit' },
        ],
        'bookmarks.cancel': { target: 'listing', actions: 'endEdit' },
      },
    },
  },
});

const make = (job: BookmarkJob): PendingChangesCommand => ({
  type: 'pendingChanges.add',
  body: { kind: 'bookmark', job },
});

export type BookmarksRef = ActorRefFrom<typeof bookmarksMachine>;
