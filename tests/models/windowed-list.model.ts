import type { SnapshotFrom } from 'xstate';
import { PAGE_SIZE } from '../../src/machines/kit/windowed-list/window.logic.ts';
import { windowedList } from '../../src/machines/kit/windowed-list/list-source.ts';
import type { ListEvent } from '../../src/machines/kit/windowed-list/windowed-list.protocol.ts';
import { wholeList } from '../../src/schemas/tolerant-list.ts';
import { letters } from '../../src/machines/kit/windowed-list/letter-source.ts';
import type { ListRef, ListSnapshot } from '../../src/machines/kit/windowed-list/windowed-list.protocol.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defineModel } from '../support/rig.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
}
interface Query {
  readonly sort: string;
}
const machine = windowedList<Thing, Query>({
  loadPage: () => Promise.resolve({ items: wholeList<Thing>([]), total: 0 }),
  isShuffled: ({ sort }) => sort === 'random',
});
type Snapshot = SnapshotFrom<typeof machine>;

const pageOf = (first: string) => Array.from({ length: PAGE_SIZE }, (_, at) => ({ id: `${first}${at}`, name: first }));
const loaded = (first: string) => ({ number: 0, page: pageOf(first), total: PAGE_SIZE });
const nothing = { number: 0, page: [], total: 0 };
const query: Query = { sort: 'name' };
const memory = {
  query,
  total: PAGE_SIZE,
  window: { first: 10, last: 20 },
  pages: new Map([[0, pageOf('a')]]),
  offset: 500,
  focused: 3,
};

/** An event worth testing in one state only: it does the same everywhere. */
const when = (value: Parameters<Snapshot['matches']>[0], event: ListEvent<Thing, Query>) => (state: Snapshot) =>
  state.matches(value) ? event : null;

export const windowedListModel = defineModel({
  name: 'windowedList',
  machine,
  starts: [
    { input: { query, memory: null } },
    { input: { query, memory } },
    { input: { query, memory: { ...memory, pages: new Map() } } },
    { input: { query: { sort: 'random' }, memory: { ...memory, query: { sort: 'random' } } } },
  ],
  events: [
    { type: 'list.windowMoved', first: 10, last: 20, offset: 500 },
    when({ filled: 'changed' }, { type: 'list.rested', offset: 0 }),
    (state) =>
      state.matches({ filled: 'resting' }) && state.context.window.last > 0
        ? ({ type: 'list.rested', offset: 500 } as const)
        : null,
    when({ filled: 'changed' }, { type: 'list.rested', offset: 500 }),
    when('loading', { type: 'list.focused', index: 3 }),
    when({ filled: 'resting' }, { type: 'list.focused', index: 3 }),
    when('loading', { type: 'list.show', query: { sort: 'size' } }),
    when({ filled: 'changed' }, { type: 'list.show', query: { sort: 'size' } }),
    (state) =>
      state.matches({ filled: 'resting' }) ? ({ type: 'list.show', query: state.context.query } as const) : null,
    { type: 'list.retry' },
    when({ filled: 'resting' }, { type: 'list.retryPages' }),
    { type: 'list.showChanges' },
    when({ filled: 'resting' }, { type: 'list.outdated' }),
    when({ filled: 'resting' }, { type: 'list.refresh' }),
    when('failed', { type: 'list.refresh' }),
    when({ filled: 'resting' }, { type: 'list.patch', items: new Map([['a1', { id: 'a1', name: 'renamed' }]]) }),
    { type: 'freshness.due' },
  ],
  outputs: {
    firstPage: [loaded('a'), nothing],
    revalidation: [loaded('a'), loaded('b'), nothing],
    'page-0': [loaded('a'), { ...loaded('a'), total: PAGE_SIZE - 1 }],
    freshness: [],
  },
  failures: { freshness: [] },
  project: ({ context }) => ({
    hasWindow: context.window.last >= 0,
    isAtStart: context.offset < 24,
    first: context.pages.get(0)?.[0]?.id,
    total: context.total,
    isLoading: context.loading.length > 0,
    failed: context.failed.length > 0,
    isRandom: context.query.sort === 'random',
    isShown: context.query.sort === context.shownQuery?.sort,
  }),
  invariants: {
    'at most four pages are on their way': ({ context }) => context.loading.length <= 4,
    'each loader in the books runs, and no other': ({ context, children }) => {
      const running = Object.keys(children)
        .filter((id) => id.startsWith('page-'))
        .sort();
      return JSON.stringify(running) === JSON.stringify(context.loading.map((page) => `page-${page}`).sort());
    },
    'a filled list has items, an empty one has none': (state) =>
      (!state.matches('filled') || state.context.total > 0) && (!state.matches('empty') || state.context.total === 0),
    'pages are held of one query only': ({ context }) => context.pages.size === 0 || context.shownQuery !== null,
    'a filled list shows the requested one': (state) =>
      !state.matches('filled') || JSON.stringify(state.context.shownQuery) === JSON.stringify(state.context.query),
    'the pages held are a bounded number': ({ context }) => context.pages.size <= 12,
    'a failed list says why': (state) => !state.matches('failed') || state.context.error !== null,
    'freshness is kept all the while': ({ children }) => children.freshness !== undefined,
  },
});

const filled = { total: 100, shownQuery: query, pages: new Map() } as unknown as ListSnapshot['context'];
const listWith = (context: ListSnapshot['context']) =>
  ({ getSnapshot: () => ({ context }), subscribe: () => ({ unsubscribe: () => undefined }) }) as unknown as ListRef;

export const lettersModel = defineModel({
  name: 'letters',
  machine: letters<Thing, Query & { readonly desc: boolean }>({
    list: { loadPage: () => Promise.resolve({ items: wholeList<Thing>([]), total: 0 }) },
    nameOf: ({ name }) => name,
  }),
  starts: [{ input: { list: listWith(filled) } }, { input: { list: listWith({ ...filled, total: 0 }) } }],
  named: { toasts: null },
  events: [
    { type: 'letters.find', letter: 'A' },
    { type: 'letters.find', letter: 'B' },
    { type: 'letters.touch', letter: 'C' },
    { type: 'letters.passed', first: 4, last: 7 },
    { type: 'letters.read', names: { query, total: 100, ignoresPrefix: false }, ranks: new Map([[0, 1]]) },
  ],
  outputs: { findLetter: [{ index: 7, letter: 'B', known: new Map([[7, 2]]) }] },
  failures: { findLetter: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [context.wanted, context.found?.requested, context.known.size, context.top.first],
  invariants: {
    'the search is the last requested one': (state) =>
      !state.matches('searching') || state.context.requested?.letter === state.context.wanted,
    'an empty list is not searched': ({ context }) =>
      context.list.getSnapshot().context.total > 0 || context.requested === null,
    'every failure is reported': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length === happened.filter(({ type }) => type === 'xstate.error.actor.findLetter').length,
  },
});
