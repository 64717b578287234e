import { fromTransition } from 'xstate';
import { searchBoxMachine, type SearchMachine } from '../../src/machines/browse/search/search-box.machine.ts';
import { searchPageMachine } from '../../src/machines/browse/search/search-page.machine.ts';
import { countSteps, searchMachine } from '../../src/machines/browse/search/search.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { librarySearch } from '../../src/schemas/api/library-search.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel, puppet } from '../support/rig.ts';

const found = z.parse(librarySearch, recording('libraries/search-all-kinds').response.body);
const nothing = z.parse(librarySearch, recording('libraries/search-nothing').response.body);
const libraries = fromTransition((state) => state, { currentId: 'L' });

export const searchBoxModel = defineModel({
  name: 'search box',
  machine: searchBoxMachine,
  starts: [
    { input: { userId: 'u', route: { name: 'index' } } },
    { input: { userId: 'u', route: { name: 'librarySearch', libraryId: 'L', q: 'x' } } },
  ],
  named: { router: null, libraries },
  events: [
    { type: 'search.open' },
    { type: 'search.close' },
    { type: 'search.requested' },
    { type: 'search.type', text: 'x' },
    { type: 'search.type', text: '' },
    { type: 'search.choose', text: 'x' },
    { type: 'search.follow' },
    { type: 'search.submit' },
    { type: 'search.retry' },
    { type: 'search.markOutdated' },
    { type: 'search.placeChanged', route: { name: 'index' } },
  ],
  outputs: { loadSearch: [puppet as unknown as SearchMachine] },
  project: ({ context }) => [context.text, context.ref !== null, context.hasFocus],
  stopWhen: ({ context }) => context.requested > 1,
  invariants: {
    'it is ready only with the code': (state) => !state.matches({ open: 'ready' }) || state.context.ref !== null,
    'it leads to results of a text only, and closes': (state, { happened, receivedBy }) =>
      receivedBy('router').every((event) => 'to' in event && JSON.stringify(event['to']).includes('"q":"x"')) &&
      (happened.at(-1)?.type !== 'search.submit' ||
        receivedBy('router').length === 0 ||
        !state.matches('open') ||
        state.context.text.trim() === ''),
    'opening a result closes it': (state, { happened }) =>
      happened.at(-1)?.type !== 'search.follow' || state.matches('closed'),
  },
});

export const searchModel = defineModel({
  name: 'search',
  machine: searchMachine,
  starts: [{ input: { userId: 'u' } }],
  events: [
    { type: 'search.open', libraryId: 'L', text: '' },
    { type: 'search.open', libraryId: 'L', text: 'a' },
    { type: 'search.type', text: 'a' },
    { type: 'search.type', text: ' ' },
    { type: 'search.choose', text: 'b' },
    { type: 'search.keep' },
    { type: 'search.move', step: 'next' },
    { type: 'search.remove', text: 'a' },
    { type: 'search.clear' },
    { type: 'search.retry' },
    { type: 'search.markOutdated' },
    { type: 'search.forget' },
    { type: 'results.loaded', data: found },
    { type: 'results.loaded', data: nothing },
    { type: 'results.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'results.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
  ],
  project: ({ context }) => [context.libraryId, context.text.trim(), context.groups.length, context.recent],
  invariants: {
    'results are there only while they are shown': (state) =>
      state.context.groups.length === 0 || state.matches({ searching: 'shown' }),
    'a failure shows only in its state': (state) =>
      (state.context.error !== null) === state.matches({ searching: 'failed' }),
    'the active row is there': ({ context }) => context.active === null || context.active < countSteps(context),
    'nothing is searched for without a text': (state) => state.matches('empty') === (state.context.text.trim() === ''),
  },
});

const full = {
  ...found,
  tags: { items: Array.from({ length: 48 }, (_, index) => ({ name: String(index), numItems: 1 })), dropped: [] },
};
const route = { name: 'librarySearch', libraryId: 'L', q: 'c' } as const;
const item = found.book?.items[0]?.libraryItem;
const refused = new AppException({ kind: 'notFound', message: '' });

const LIVE = [
  { type: 'server.episode.added', episode: {} as never },
  { type: 'server.author.added', author: {} as never },
  { type: 'server.author.updated', author: {} as never },
  { type: 'server.author.removed', author: { id: 'a' } },
  { type: 'server.series.added', series: {} as never },
  { type: 'server.series.updated', series: {} as never },
  { type: 'server.series.removed', series: { id: 's' } },
] as const;

export const searchPageModel = defineModel({
  name: 'search page',
  machine: searchPageMachine,
  starts: [
    { input: { route, entryKey: 'k', memory: null } },
    { input: { route: { ...route, group: 'tags' }, entryKey: 'k', memory: null } },
    { input: { route: { ...route, group: 'tags' }, entryKey: 'k', memory: { limit: 48, answer: full } } },
    { input: { route: { ...route, q: ' ' }, entryKey: 'k', memory: null } },
  ],
  events: [
    { type: 'searchPage.extend' },
    { type: 'searchPage.retry' },
    { type: 'results.loaded', data: full },
    { type: 'results.loaded', data: nothing },
    { type: 'results.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'results.failed', cause: refused },
    { type: 'page.refresh', again: true },
    { type: 'server.item.removed', item: { id: 'x' } },
    ...LIVE,
    { type: 'server.items.added', items: { items: [], dropped: [] } },
    { type: 'server.items.updated', items: { items: [], dropped: [] } },
    ...(item
      ? ([
          { type: 'server.item.added', item },
          { type: 'server.item.updated', item },
        ] as const)
      : []),
  ],
  project: ({ context }) => [context.text, context.group, context.limit, context.shownLimit, context.answer === full],
  stopWhen: ({ context }) => context.limit > 96,
  invariants: {
    'without a text nothing is requested': (state) => (state.context.text === '') === state.matches('empty'),
    'results are shown where they are there': (state) =>
      !state.matches({ searching: 'shown' }) || state.context.answer !== null,
    'the host is notified of every answer': (_state, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'results.loaded').length,
  },
});
