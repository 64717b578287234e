import { fromTransition, type SnapshotFrom } from 'xstate';
import { bookshelfMachine } from '../../src/machines/bookshelf/bookshelf.machine.ts';
import type { BookshelfEvent } from '../../src/machines/bookshelf/bookshelf.protocol.ts';
import { filterMenuMachine } from '../../src/machines/bookshelf/filter-menu.machine.ts';
import { PAGE_SIZE } from '../../src/machines/bookshelf/window.logic.ts';
import { itemsPage } from '../../src/schemas/api/items-page.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const [item] = z.parse(itemsPage, recording('libraries/items-final-minified').response.body).results.items;
if (!item) throw new Error('The recording has no items');
const { libraryId } = item;
const pageOf = (first: string) => Array.from({ length: PAGE_SIZE }, (_, at) => ({ ...item, id: `${first}${at}` }));
const loaded = (first: string, number = 0) => ({ number, page: pageOf(first), total: PAGE_SIZE });
const preferences = fromTransition((state) => state, defaultPreferences);
const route = { name: 'bookshelf', libraryId } as const;
const query = { libraryId, sort: 'media.metadata.title', desc: false, filter: null, collapseSeries: false };
const memory = { query, total: PAGE_SIZE * 2, pages: new Map([[0, pageOf('a')]]), offset: 500, focused: 3 };

/** Children that live as long as the machine: they neither end nor fail. */
const LASTING = { itemUpdates: [], filterMenu: [], preferencesWatch: [] };

/** An event that is worth trying in one state only: it does the same everywhere. */
const when = (value: Parameters<SnapshotFrom<typeof bookshelfMachine>['matches']>[0], event: BookshelfEvent) =>
  (state: SnapshotFrom<typeof bookshelfMachine>) => (state.matches(value) ? event : null);

export const filterMenuModel = defineModel({
  name: 'filterMenu',
  machine: filterMenuMachine,
  events: [{ type: 'filterMenu.enter', group: 'tags' }, { type: 'filterMenu.back' }, { type: 'filterMenu.search', text: 'x' }],
  project: ({ context }) => context,
});

export const bookshelfModel = defineModel({
  name: 'bookshelf',
  machine: bookshelfMachine,
  starts: [
    { input: { route, entryKey: 'k', memory: null } },
    { input: { route, entryKey: 'k', memory } },
    { input: { route: { ...route, filter: 'progress.ZmluaXNoZWQ%3D', sort: 'size' }, entryKey: 'k', memory: null } },
  ],
  named: { preferences, router: null },
  events: [
    { type: 'bookshelf.windowMoved', first: 10, last: 20, offset: 500 },
    when({ ready: 'changed' }, { type: 'bookshelf.rested', offset: 0 }),
    (state) => (state.matches({ ready: 'settling' }) && state.context.window.last > 0 ? { type: 'bookshelf.rested', offset: 500 } as const : null),
    when({ ready: 'changed' }, { type: 'bookshelf.rested', offset: 500 }),
    when('counting', { type: 'bookshelf.focused', index: 3 }),
    when('counting', { type: 'bookshelf.sort', key: 'size' }),
    when('counting', { type: 'bookshelf.filter', filter: null }),
    when('counting', { type: 'bookshelf.filter', filter: 'issues' }),
    { type: 'bookshelf.retry' },
    { type: 'bookshelf.retryPages' },
    { type: 'bookshelf.showChanges' },
    { type: 'bookshelf.outdated' },
    { type: 'bookshelf.preferencesChanged', preferences: { ...defaultPreferences, orderDesc: true } },
    { type: 'page.refresh' },
    ({ context }) => ({ type: 'page.moved', route: context.route, entryKey: 'k2' }) as const,
    when({ ready: 'fresh' }, { type: 'itemUpdates.collected', items: new Map() }),
    when({ ready: 'fresh' }, { type: 'server.item.updated', item }),
    when({ ready: 'fresh' }, { type: 'server.items.updated', items: { items: [item], dropped: [] } }),
    { type: 'server.item.added', item },
    { type: 'server.item.added', item: { ...item, libraryId: 'other' } },
    when({ ready: 'fresh' }, { type: 'server.items.added', items: { items: [item], dropped: [] } }),
    when('empty', { type: 'server.items.added', items: { items: [item], dropped: [] } }),
    when({ ready: 'fresh' }, { type: 'server.item.removed', item: { id: 'a1' } }),
    when({ ready: 'fresh' }, { type: 'server.user.updated', user: {} as never }),
  ],
  outputs: {
    firstPage: [loaded('a'), { number: 0, page: [], total: 0 }],
    probe: [loaded('a'), loaded('b'), { number: 0, page: [], total: 0 }],
    'page-0': [loaded('a')],
    'page-1': [loaded('c', 1)],
    ...LASTING,
  },
  failures: LASTING,
  project: ({ context }) => ({
    hasWindow: context.window.last >= 0,
    isAtStart: context.offset < 24,
    pages: [...context.pages].map(([number, page]) => [number, page[0]?.id]),
    total: context.total,
    outdated: context.outdated.size > 0,
    loading: context.loading,
    failed: context.failed.length > 0,
    asks: context.query,
    shows: context.shownQuery?.desc,
  }),
  invariants: {
    'at most four pages are on their way': ({ context }) => context.loading.length <= 4,
    'what is shown belongs to a query': ({ context }) => context.pages.size === 0 || context.shownQuery !== null,
    'loaders run only for a shelf': (state) => state.context.loading.length === 0 || state.matches('ready'),
  },
});
