import { fromTransition, type EventObject } from 'xstate';
import type { ProgressCommand } from '../../src/machines/playback/progress/progress.protocol.ts';
import { seriesListMachine } from '../../src/machines/browse/series/series-list.machine.ts';
import { renameSeriesMachine } from '../../src/machines/browse/series/rename-series.machine.ts';
import { seriesMachine } from '../../src/machines/browse/series/series.machine.ts';
import { seriesQueryOf } from '../../src/machines/browse/series/series-query.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { progressRecorder } from '../support/host.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { books, firstBook, listedSeries, oneSeries } from '../support/people-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { oneFeed } from '../support/publish-fixtures.ts';

const { id, libraryId } = oneSeries;
const preferences = fromTransition((state) => state, defaultPreferences);
const turned = { ...defaultPreferences, seriesSortDesc: true };
const random = { ...defaultPreferences, seriesSortBy: 'random', seriesFilterBy: 'progress.ZmluaXNoZWQ%3D' };
const place = { total: 1, window: { first: 0, last: 0 }, pages: new Map(), offset: 500, focused: null };
const elsewhere = { ...oneSeries, libraryId: 'another' };

export const seriesListModel = defineModel({
  name: 'seriesList',
  machine: seriesListMachine,
  starts: [
    { input: { route: { name: 'librarySeries', libraryId }, entryKey: 'k', memory: null } },
    { input: { route: { name: 'librarySeries', libraryId }, entryKey: 'k', memory: null, stored: 'broken' } },
  ],
  named: { preferences },
  fakes: { list: fromTransition((state) => state, { pages: new Map([[0, [listedSeries]]]) }) as never },
  events: [
    { type: 'seriesList.sort', key: 'numBooks' },
    { type: 'seriesList.sort', key: 'random' },
    { type: 'seriesList.filter', filter: null },
    { type: 'seriesList.filter', filter: 'tags.YQ%3D%3D' },
    { type: 'preferences.changed', preferences: turned },
    { type: 'preferences.changed', preferences: random },
    { type: 'preferences.changed', preferences: defaultPreferences },
    { type: 'page.refresh', again: true },
    { type: 'list.placeChanged', memory: { ...place, query: seriesQueryOf(libraryId, defaultPreferences) } },
    { type: 'itemUpdates.collected', items: new Map([[firstBook.id, firstBook]]) },
    { type: 'server.item.updated', item: firstBook },
    { type: 'server.item.updated', item: { ...firstBook, id: 'elsewhere' } },
    { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.added', item: firstBook },
    { type: 'server.items.added', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: firstBook.id } },
    { type: 'server.series.added', series: oneSeries },
    { type: 'server.series.updated', series: oneSeries },
    { type: 'server.series.removed', series: { id } },
    { type: 'server.rssFeed.opened', feed: {} as never },
    { type: 'server.rssFeed.closed', feed: {} as never },
    { type: 'server.user.updated', user: {} as never },
  ],
  ignored: [
    { type: 'server.item.added', item: { ...firstBook, libraryId: 'another' } },
    { type: 'server.series.added', series: elsewhere },
    { type: 'server.series.updated', series: elsewhere },
    { type: 'server.series.removed', series: elsewhere },
  ],
  outputs: { itemUpdates: [], filterMenu: [], preferencesWatch: [], list: [] },
  failures: { itemUpdates: [], filterMenu: [], preferencesWatch: [], list: [] },
  project: ({ context }) => context.query,
  stopWhen: ({ context }) => (context.query.shuffle ?? 0) > 1,
  invariants: {
    'the host is notified of each change of the place, and of nothing else': (_state, { happened, parentEvents }) =>
      parentEvents.length === happened.filter(({ type }) => type === 'list.placeChanged').length,
    'only random order is shuffled': ({ context: { query } }) => query.sort === 'random' || query.shuffle === undefined,
  },
});

const marksIn = (events: readonly EventObject[]) =>
  (events as readonly ProgressCommand[]).filter((event) => event.type === 'progress.editMany');

/** Children that live as long as the machine. */
const LASTING = { itemUpdates: [], preferencesWatch: [], series: [], list: [] };

const missing = new AppException({ kind: 'notFound', message: '' });

export const seriesModel = defineModel({
  name: 'series',
  machine: seriesMachine,
  starts: [{ input: { route: { name: 'series', libraryId, seriesId: id }, entryKey: 'k', memory: null } }],
  fakes: { list: fromTransition((state) => state, { pages: new Map([[0, [firstBook]]]), total: 1 }) as never },
  named: {
    preferences,
    player: null,
    modals: null,
    toasts: null,
    progress: progressRecorder(),
  },
  events: [
    { type: 'series.retry' },
    { type: 'series.playOrPause' },
    { type: 'series.markAll', isFinished: true },
    { type: 'series.markAll', isFinished: false },
    { type: 'series.hide' },
    { type: 'series.show' },
    { type: 'series.toggleDescription' },
    { type: 'series.rename' },
    { type: 'modal.closed', tag: 'x', modal: 'renameSeries', output: { ...oneSeries, name: 'Another' } },
    { type: 'preferences.changed', preferences: { ...defaultPreferences, collapseBookSeries: true } },
    { type: 'preferences.changed', preferences: defaultPreferences },
    { type: 'series.loaded', data: oneSeries },
    ...[missing, new Error('x')].map((cause) => ({ type: 'series.failed', cause }) as const),
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'list.placeChanged', memory: { ...place, query: {} as never } },
    { type: 'itemUpdates.collected', items: new Map() },
    { type: 'server.item.added', item: firstBook },
    { type: 'server.items.added', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.updated', item: firstBook },
    { type: 'server.item.updated', item: { ...firstBook, id: 'elsewhere' } },
    { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: firstBook.id } },
    { type: 'server.series.updated', series: oneSeries },
    { type: 'server.series.removed', series: { id } },
    { type: 'server.rssFeed.opened', feed: { ...oneFeed, entityId: id } },
    { type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: id } },
  ],
  ignored: [
    { type: 'server.series.updated', series: { ...oneSeries, id: 'another' } },
    { type: 'server.series.removed', series: { id: 'another' } },
  ],
  outputs: { findNextBook: [null, books[0]], ...LASTING },
  failures: { findNextBook: [new Error('x')], ...LASTING },
  project: ({ context }) => ({
    marks: context.marksFinished,
    count: context.edits.length,
    collapses: context.query.collapseSeries,
  }),
  invariants: {
    'what is shown is there': (state) => !state.matches('ready') || state.context.series !== null,
    'nothing is marked that was not confirmed': (_state, { happened, receivedBy }) =>
      marksIn(receivedBy('progress')).length <= happened.filter(({ type }) => type === 'modal.closed').length,
    'only books that are otherwise are marked': (_state, { receivedBy }) =>
      marksIn(receivedBy('progress')).every(({ edits }) => edits.length > 0),
    'each press plays at most one book': (_state, { happened, receivedBy }) =>
      receivedBy('player').length <= happened.filter(({ type }) => type === 'series.playOrPause').length,
  },
});

const named = { series: oneSeries, name: 'Another' };

export const renameSeriesModel = defineModel({
  name: 'rename series',
  machine: renameSeriesMachine,
  starts: [{ input: { series: oneSeries } }],
  events: [
    { type: 'renameSeries.close' },
    { type: 'form.saved', values: named, answer: { ...oneSeries, name: 'Another' } },
    { type: 'form.saved', values: named, answer: oneSeries },
  ],
  project: ({ context }) => context.saved?.name,
  invariants: {
    'it stays open until something happens': (state, { happened }) => (state.status === 'done') === happened.length > 0,
    'its series has another name': ({ output }) => (output ?? named).name !== oneSeries.name,
  },
});
