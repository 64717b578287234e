import { fromTransition } from 'xstate';
import { addPodcastMachine } from '../../src/machines/edit/podcasts/add-podcast.machine.ts';
import { addFeedsMachine } from '../../src/machines/edit/podcasts/add-feeds.machine.ts';
import { feedImportMachine } from '../../src/machines/edit/podcasts/feed-import.machine.ts';
import { valuesOf } from '../../src/machines/edit/podcasts/new-podcast.logic.ts';
import { newPodcastMachine } from '../../src/machines/edit/podcasts/new-podcast.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { reportedItem } from '../../src/schemas/api/library-item-reduced.ts';
import { z } from '../../src/schemas/zod.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { podcastBody, wholePodcast } from '../support/episode-fixtures.ts';
import {
  feed,
  feedsChosen,
  importReport,
  matches,
  newPodcast,
  newPodcastClosed,
  offered,
  place,
  podcastLibrary,
  titles,
} from '../support/add-podcast-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const missing = new AppException({ kind: 'notFound', message: '' });
const taken = new AppException({ kind: 'rejected', status: 400, message: 'Podcast already exists' });
const values = valuesOf(newPodcast(), feed.podcast.metadata);

export const newPodcastModel = defineModel({
  name: 'newPodcast',
  machine: newPodcastMachine,
  starts: [{ input: newPodcast() }, { input: newPodcast({ match: null, known: titles.podcasts }) }],
  fakes: { podcast: fromTransition((state) => state, { values }) as never },
  events: [
    { type: 'newPodcast.retry' },
    { type: 'newPodcast.close' },
    { type: 'feed.loaded', data: feed },
    { type: 'feed.failed', cause: missing },
    { type: 'podcast.saved', values, answer: wholePodcast },
    { type: 'podcast.failed', cause: taken },
  ],
  ignored: [{ type: 'podcast.failed', cause: missing }],
  outputs: { feed: [], podcast: [] },
  failures: { feed: [], podcast: [] },
  project: ({ context }) => ({ item: context.itemId, form: context.form !== null }),
  invariants: {
    'the form is there once the feed is': (state) => !state.matches('ready') || state.context.form !== null,
    'it ends with an item only after the server made one': (state, { happened }) =>
      state.context.itemId === null || happened.some(({ type }) => type === 'podcast.saved'),
  },
});

const { id: libraryId } = podcastLibrary;
const item = { ...reducedBook, libraryId };
const elsewhere = { ...item, libraryId: 'another' };
const memory = { typed: 'x', requested: { term: 'x', country: null }, results: matches, selected: [offered()] };
const file = new File(['x'], 'x.opml');
const chosen = { feeds: [offered()], folderId: 'f', autoDownloadEpisodes: false };

export const addPodcastModel = defineModel({
  name: 'addPodcast',
  machine: addPodcastMachine,
  starts: [
    { input: { route: { name: 'libraryPodcastSearch', libraryId }, entryKey: 'k', memory: null } },
    { input: { route: { name: 'libraryPodcastSearch', libraryId }, entryKey: 'k', memory } },
  ],
  named: { modals: null, router: null, toasts: null },
  events: [
    { type: 'addPodcast.type', text: 'fables' },
    { type: 'addPodcast.type', text: 'http://a.example/feed' },
    { type: 'addPodcast.submit', place },
    { type: 'addPodcast.choose', podcast: offered(), place },
    { type: 'addPodcast.retry' },
    { type: 'addPodcast.retryTitles' },
    { type: 'titles.loaded', data: titles },
    { type: 'titles.failed', cause: missing },
    { type: 'addPodcast.toggle', podcast: offered() },
    { type: 'addPodcast.clear' },
    { type: 'addPodcast.addSelected', place },
    { type: 'addPodcast.import', file, place },
    { type: 'addPodcast.dismiss' },
    { type: 'feedImport.begun' },
    { type: 'feedImport.settled' },
    importReport.begun,
    { ...importReport.ended, type: 'server.task.finished' },
    feedsChosen(chosen),
    newPodcastClosed({ itemId: 'i', title: 't' }),
    { type: 'page.refresh', again: true },
    { type: 'server.item.added', item },
    { type: 'server.items.added', items: { items: [item], dropped: [] } },
    { type: 'server.item.updated', item },
    { type: 'server.item.removed', item: { id: 'x' } },
  ],
  ignored: [
    newPodcastClosed(null),
    feedsChosen(null),
    newPodcastClosed({ itemId: null, title: 't' }),
    { type: 'server.item.added', item: elsewhere },
    { type: 'server.items.added', items: { items: [elsewhere], dropped: [] } },
    { type: 'server.item.updated', item: elsewhere },
  ],
  outputs: {
    search: [
      { items: matches, dropped: [] },
      { items: [], dropped: [] },
    ],
    readOpml: [{ feeds: [offered()] }, { problem: 'noFeeds' }],
    titles: [],
    feedImport: [],
  },
  failures: { search: [new AppException({ kind: 'timeout' })], readOpml: [new Error('x')], titles: [], feedImport: [] },
  project: ({ context }) => [context.typed, context.selected.length > 0],
  invariants: {
    'nothing is searched for without a text, and never an address': (state) =>
      !state.matches({ searching: 'loading' }) || /^[^:]+$/.test(state.context.requested?.term ?? ''),
    'the page is left only for what was added': (_state, { happened, receivedBy }) =>
      receivedBy('router').length <= happened.filter(({ type }) => type === 'modal.closed').length,
    'feeds are added only after they were chosen in the modal': (state, { happened }) =>
      !state.matches({ adding: 'following' }) || happened.some(({ type }) => type === 'modal.closed'),
    'a file is there only while it is read': (state) =>
      (state.context.file !== null) === state.matches({ adding: 'reading' }),
  },
});

export const addFeedsModel = defineModel({
  name: 'addFeeds',
  machine: addFeedsMachine,
  starts: [
    { input: { folders: place.folders, feeds: [{ ...offered(), isKnown: false }] } },
    { input: { folders: [], feeds: [{ ...offered(), isKnown: true }] } },
  ],
  events: [
    { type: 'addFeeds.chooseFolder', folderId: 'other' },
    { type: 'addFeeds.setAutoDownload', checked: true },
    { type: 'addFeeds.toggle', feedUrl: offered().feedUrl },
    { type: 'addFeeds.toggleAll' },
    { type: 'addFeeds.submit' },
    { type: 'addFeeds.close' },
  ],
  project: ({ context }) => [context.folderId, context.autoDownloadEpisodes, context.chosen.size],
  invariants: {
    'it ends with feeds only when it was submitted': (state, { happened }) =>
      state.status !== 'done' || state.output === null || happened.at(-1)?.type === 'addFeeds.submit',
    'nothing is added without a folder': ({ status, output }) =>
      status !== 'done' || output === null || output?.folderId !== '',
  },
});

const two = [offered(), offered({ title: 'Broken', feedUrl: 'http://127.0.0.1:18081/broken/feed.xml' })];
const podcast = z.parse(reportedItem, podcastBody);
const anotherTask = { ...importReport.ended.task, id: 'another' };

export const feedImportModel = defineModel({
  name: 'feedImport',
  machine: feedImportMachine,
  starts: [{ input: { feeds: two, folderId: 'f', autoDownloadEpisodes: false, libraryId } }],
  events: [
    { type: 'feedImport.retry' },
    { type: 'server.item.added', item: podcast },
    { type: 'server.task.started', task: importReport.begun.task },
    { type: 'server.task.started', task: importReport.brokenFeed.task },
    { type: 'server.task.finished', task: importReport.brokenFeed.task },
    { type: 'server.task.finished', task: importReport.ended.task },
    { type: 'server.task.finished', task: anotherTask },
  ],
  outputs: {
    create: ['OK'],
    check: [
      { isRunning: true, known: [] },
      { isRunning: false, known: titles.podcasts },
    ],
  },
  failures: { create: [missing], check: [missing] },
  project: ({ context }) => [context.taskId, context.isEnded, context.feeds.map(({ state }) => state)],
  invariants: {
    'no feed waits once it has settled': (state) =>
      !(state.matches('ended') || state.matches('failed')) ||
      state.context.feeds.every((feed) => feed.state !== 'waiting'),
    'the page is notified of each start and end': (state, { parentEvents }) =>
      parentEvents.at(-1)?.type === (state.hasTag('busy') ? 'feedImport.begun' : 'feedImport.settled'),
  },
});
