import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  type ActorRefFrom,
  type NonReducibleUnknown,
} from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemMinified } from '../../../schemas/api/library-item-minified.ts';
import type { Preferences } from '../../../schemas/preferences.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { getPreferences, named, watchPreferences } from '../../kit/system.ts';
import { failureOf, type Failure } from '../../kit/failure.logic.ts';
import type { ItemUpdates } from '../../kit/shown-item.logic.ts';
import { itemUpdatesMachine } from '../item/item-updates.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { PageInput } from '../../app/page-host/page.protocol.ts';
import { listSaved, readListMemory } from '../../kit/windowed-list/memory.logic.ts';
import { holdsItem } from '../../kit/windowed-list/window.logic.ts';
import type { BookshelfContext, BookshelfEvent, BookshelfMemory, SaveOpmlInput } from './bookshelf.protocol.ts';
import { filterMenuMachine } from './filter-menu.machine.ts';
import { itemLetters, itemList } from './item-list.ts';
import {
  hasDirection,
  isSameQuery,
  orderFor,
  queryOf,
  shuffleAgain,
  toggleSort,
  type BookshelfRoute,
  isShelfQuery,
} from './query.logic.ts';
import { failedToast } from '../../kit/toast.ts';

const preferencesWatch = fromCallback<BookshelfEvent, NonReducibleUnknown>(({ sendBack, system }) =>
  watchPreferences(system, (preferences) => sendBack({ type: 'bookshelf.preferencesChanged', preferences })),
);

/** The items of a library, optionally filtered. The list is a child. */
export const bookshelfMachine = setup({
  types: {
    input: {} as PageInput<'bookshelf'>,
    context: {} as BookshelfContext,
    events: {} as BookshelfEvent,
    children: {} as {
      itemUpdates: 'itemUpdates';
      filterMenu: 'filterMenu';
      list: 'list';
      letters: 'letters';
      saveOpml: 'saveOpml';
    },
  },
  actors: {
    list: itemList,
    letters: itemLetters,
    itemUpdates: itemUpdatesMachine,
    filterMenu: filterMenuMachine,
    preferencesWatch,
    saveOpml: fromPromise<void, SaveOpmlInput>(async ({ input, system, signal }) =>
      (await import('./save-opml.ts')).saveOpml(input, system, signal),
    ),
  },
  guards: {
    isOfLibrary: ({ context }, params: { item: LibraryItemMinified }) =>
      params.item.libraryId === context.query.libraryId,
    changesQuery: ({ context: { route, query } }, params: { preferences: Preferences }) =>
      !isSameQuery(queryOf(route, params.preferences, query), query),
    isShuffledAgain: ({ context: { query } }, params: { key: string }) =>
      !hasDirection(params.key) && query.sort === params.key,
    hasRemoved: (_, { output }: ModalClosed<'removeIssues'>) => output?.isRemoved === true,
    followsProgress: ({ context }) => context.query.filter?.startsWith('progress.') ?? false,
  },
  actions: {
    takeRoute: assign(({ self }, { route, entryKey }: { route: BookshelfRoute; entryKey: string }) => ({
      route,
      entryKey,
      query: queryOf(route, getPreferences(self.system)),
    })),
    applyPreferences: assign(({ context }, params: { preferences: Preferences }) => ({
      query: queryOf(context.route, params.preferences, context.query),
    })),
    showQuery: sendTo('list', ({ context }) => ({ type: 'list.show', query: context.query })),
    saveState: sendParent(({ context }, { memory }: { memory: BookshelfMemory }) =>
      listSaved(context.entryKey, memory),
    ),
    markOutdated: sendTo('list', { type: 'list.outdated' }),
    refresh: sendTo('list', { type: 'list.refresh' }),
    collect: enqueueActions(({ context, enqueue }, params: { items: readonly LibraryItemMinified[] }) => {
      const { pages } = context.list.getSnapshot().context;
      for (const item of params.items) {
        if (holdsItem(pages, item.id)) enqueue.sendTo('itemUpdates', { type: 'itemUpdates.put', item });
      }
    }),
    askToRemove: enqueueActions(({ context, enqueue, self }, { count }: { count: number }) => {
      const input = { libraryId: context.query.libraryId, count };
      enqueue.sendTo(named('modals'), { type: 'modals.open', modal: 'removeIssues', input, tag: '', replyTo: self });
    }),
    saveOpml: enqueueActions(({ context, enqueue }, { name }: { name: string }) => {
      enqueue.spawnChild('saveOpml', { id: 'saveOpml', input: { libraryId: context.query.libraryId, name } });
    }),
    notifyNotSaved: sendTo(named('toasts'), (_, { cause }: Failure): ToastsEvent =>
      failedToast('opml', 'bookshelf.opmlFailed', cause),
    ),
    showUpdates: sendTo('list', (_, { items }: { items: ItemUpdates }) => ({ type: 'list.patch', items })),
    shuffleAgain: assign(({ context }) => ({ query: shuffleAgain(context.query) })),
    chooseSort: enqueueActions(({ context, enqueue }, params: { key: string }) => {
      const { sort, desc } = toggleSort(context.query, params.key);
      enqueue.sendTo(named('preferences'), { type: 'preferences.set', change: { orderBy: sort, orderDesc: desc } });
      const { sort: _sort, desc: _desc, ...route } = context.route;
      if (context.route.sort !== undefined)
        enqueue.sendTo(named('router'), { type: 'router.go', to: route, replace: true });
    }),
    chooseFilter: enqueueActions(({ context, enqueue }, params: { filter: string | null }) => {
      const { filter: _filter, ...route } = context.route;
      const order = orderFor(context.query, params.filter);
      enqueue.sendTo(named('preferences'), {
        type: 'preferences.set',
        change: { filterBy: params.filter ?? 'all', ...(order && { orderBy: order.sort, orderDesc: order.desc }) },
      });
      enqueue.sendTo(named('router'), {
        type: 'router.go',
        to: params.filter === null ? route : { ...route, filter: params.filter },
        replace: true,
      });
    }),
  },
}).createMachine({
  id: 'bookshelf',
  context: ({ input, self, spawn }) => {
    const { route, entryKey } = input;
    const memory: BookshelfMemory | null = readListMemory(input, isShelfQuery);
    const query = queryOf(route, getPreferences(self.system), memory?.query ?? null);
    const list = spawn('list', { id: 'list', input: { query, memory } });
    return {
      route,
      entryKey,
      query,
      list,
      letters: spawn('letters', { id: 'letters', input: { list } }),
      filterMenu: spawn('filterMenu', { id: 'filterMenu' }),
    };
  },
  entry: spawnChild('itemUpdates', { id: 'itemUpdates' }),
  invoke: { src: 'preferencesWatch', id: 'preferencesWatch' },
  on: {
    'bookshelf.sort': [
      {
        guard: by('isShuffledAgain'),
        actions: ['shuffleAgain', 'showQuery'],
      },
      { actions: by('chooseSort') },
    ],
    'bookshelf.filter': { actions: by('chooseFilter') },
    'bookshelf.removeIssues': { actions: by('askToRemove') },
    'modal.closed': {
      guard: by('hasRemoved'),
      actions: 'refresh',
    },
    'bookshelf.saveOpml': { actions: by('saveOpml') },
    'xstate.error.actor.saveOpml': { actions: { type: 'notifyNotSaved', params: failureOf } },
    'bookshelf.preferencesChanged': {
      guard: by('changesQuery'),
      actions: [by('applyPreferences'), 'showQuery'],
    },
    'page.moved': { actions: [by('takeRoute'), 'showQuery'] },
    'list.placeChanged': { actions: by('saveState') },
    'page.refresh': { actions: 'refresh' },
    'itemUpdates.collected': { actions: by('showUpdates') },
    'server.item.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: [event.item] }) } },
    'server.items.updated': { actions: { type: 'collect', params: ({ event }) => ({ items: event.items.items }) } },
    'server.item.added': { guard: by('isOfLibrary'), actions: 'markOutdated' },
    'server.items.added': { actions: 'markOutdated' },
    'server.item.removed': { actions: 'markOutdated' },
    'server.rssFeed.opened': { actions: 'markOutdated' },
    'server.rssFeed.closed': { actions: 'markOutdated' },
    'server.share.opened': { actions: 'markOutdated' },
    'server.share.closed': { actions: 'markOutdated' },
    'server.user.updated': { guard: 'followsProgress', actions: 'markOutdated' },
  },
});

export type BookshelfRef = ActorRefFrom<typeof bookshelfMachine>;
