import { fromTransition } from 'xstate';
import { bookshelfMachine } from '../../src/machines/browse/bookshelf/bookshelf.machine.ts';
import { filterMenuMachine } from '../../src/machines/browse/bookshelf/filter-menu.machine.ts';
import { removeIssuesMachine } from '../../src/machines/browse/bookshelf/remove-issues.machine.ts';
import { queryOf } from '../../src/machines/browse/bookshelf/query.logic.ts';
import { itemsPage } from '../../src/schemas/api/shelf.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const [item] = z.parse(itemsPage, recording('libraries/items-final-minified').response.body).results.items;
if (!item) throw new Error('The recording has no items');
const { libraryId } = item;
const preferences = fromTransition((state) => state, defaultPreferences);
const route = { name: 'bookshelf', libraryId } as const;
const begun = { ...route, filter: 'progress.ZmluaXNoZWQ%3D', sort: 'random' };
const query = queryOf(route, defaultPreferences);
const memory = { query, total: 48, window: { first: 10, last: 20 }, pages: new Map(), offset: 500, focused: 3 };
const turned = { ...defaultPreferences, orderDesc: true };

const feed = { id: 'f', entityType: 'libraryItem', entityId: 'a1', feedUrl: '/feed/f', meta: { title: 'F' } };

/** Children that live as long as the machine: they neither end nor fail. */
const LASTING = { itemUpdates: [], filterMenu: [], preferencesWatch: [], list: [] };

export const filterMenuModel = defineModel({
  name: 'filterMenu',
  machine: filterMenuMachine,
  events: [
    { type: 'filterMenu.enter', group: 'tags' },
    { type: 'filterMenu.back' },
    { type: 'filterMenu.reset' },
    { type: 'filterMenu.search', text: 'x' },
  ],
  project: ({ context }) => context,
  invariants: {
    'a group opens with nothing searched, and is the one that was pressed': ({ context }, { happened }) => {
      const last = happened.at(-1);
      return (
        last?.type !== 'filterMenu.enter' || (context.search === '' && 'group' in last && context.group === last.group)
      );
    },
    'it opens again as if nothing had been pressed': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'filterMenu.reset' || (context.group === '' && context.search === ''),
  },
});

export const removeIssuesModel = defineModel({
  name: 'removeIssues',
  machine: removeIssuesMachine,
  starts: [{ input: { libraryId, count: 2 } }],
  named: { toasts: null },
  events: [{ type: 'removeIssues.confirm' }, { type: 'removeIssues.cancel' }],
  outputs: { remove: ['OK'] },
  failures: { remove: [new AppException({ kind: 'forbidden', message: '' })] },
  project: ({ context }) => ({ isRemoved: context.isRemoved, hasFailed: context.error !== null }),
  invariants: {
    'nothing is removed that was not confirmed': ({ context }, { happened }) =>
      !context.isRemoved || happened.some(({ type }) => type === 'removeIssues.confirm'),
    'each removal is reported once': ({ context }, { receivedBy }) =>
      receivedBy('toasts').length === (context.isRemoved ? 1 : 0),
  },
});

export const bookshelfModel = defineModel({
  name: 'bookshelf',
  machine: bookshelfMachine,
  starts: [
    { input: { route, entryKey: 'k', memory: null } },
    { input: { route, entryKey: 'k', memory } },
    { input: { route, entryKey: 'k', memory: null, stored: { ...memory, pages: undefined } } },
    { input: { route: begun, entryKey: 'k', memory: null, stored: 'broken' } },
  ],
  named: { modals: null, preferences, router: null, toasts: null },
  fakes: { list: fromTransition((state) => state, { pages: new Map([[0, [item]]]) }) },
  events: [
    { type: 'bookshelf.sort', key: 'size' },
    { type: 'bookshelf.sort', key: 'random' },
    { type: 'bookshelf.filter', filter: null },
    { type: 'bookshelf.filter', filter: 'issues' },
    { type: 'bookshelf.preferencesChanged', preferences: turned },
    { type: 'bookshelf.preferencesChanged', preferences: defaultPreferences },
    { type: 'bookshelf.saveOpml', name: 'Podcasts' },
    { type: 'bookshelf.removeIssues', count: 2 },
    { type: 'modal.closed', modal: 'removeIssues', tag: '', output: { isRemoved: true } },
    { type: 'page.refresh', again: true },
    { type: 'page.moved', route: begun, entryKey: 'k2' },
    { type: 'list.placeChanged', memory },
    { type: 'itemUpdates.collected', items: new Map() },
    { type: 'server.item.updated', item },
    { type: 'server.item.updated', item: { ...item, id: 'elsewhere' } },
    { type: 'server.items.updated', items: { items: [item], dropped: [] } },
    { type: 'server.item.added', item },
    { type: 'server.items.added', items: { items: [item], dropped: [] } },
    { type: 'server.item.removed', item: { id: 'a1' } },
    { type: 'server.rssFeed.opened', feed },
    { type: 'server.rssFeed.closed', feed },
    { type: 'server.share.opened', share: {} as never },
    { type: 'server.share.closed', share: {} as never },
    { type: 'server.user.updated', user: {} as never },
  ],
  ignored: [
    { type: 'server.item.added', item: { ...item, libraryId: 'other' } },
    { type: 'modal.closed', modal: 'removeIssues', tag: '', output: { isRemoved: false } },
    { type: 'modal.closed', modal: 'removeIssues', tag: '', output: null },
  ],
  outputs: { ...LASTING, saveOpml: [undefined] },
  failures: { ...LASTING, saveOpml: [new AppException({ kind: 'timeout' })] },
  project: ({ context }) => ({ asks: context.query, entryKey: context.entryKey }),
  stopWhen: ({ context }) => (context.query.shuffle ?? 0) > 1,
  invariants: {
    'the query is what address and preferences of some moment ask for': ({ context }) =>
      [defaultPreferences, turned].some(
        (liked) =>
          JSON.stringify(queryOf(context.route, liked)) === JSON.stringify({ ...context.query, shuffle: undefined }),
      ),
    'only a random order is shuffled again': ({ context }) =>
      context.query.shuffle === undefined || context.query.sort === 'random',
    'the list runs as long as the page': ({ children }) => children.list !== undefined,
  },
});
