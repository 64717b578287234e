import { fromTransition } from 'xstate';
import { addPodcastMachine } from '../../src/machines/podcasts/add-podcast.machine.ts';
import { valuesOf } from '../../src/machines/podcasts/new-podcast.logic.ts';
import { newPodcastMachine } from '../../src/machines/podcasts/new-podcast.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { wholePodcast } from '../support/episode-fixtures.ts';
import {
  feed,
  matches,
  newPodcast,
  newPodcastClosed,
  offered,
  place,
  podcastLibrary,
  titles,
} from '../support/podcast-fixtures.ts';
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
const memory = { typed: 'x', asked: { term: 'x', country: null }, results: matches };

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
    { type: 'addPodcast.type', text: '' },
    { type: 'addPodcast.submit', place },
    { type: 'addPodcast.choose', podcast: offered(), place },
    { type: 'addPodcast.retry' },
    { type: 'addPodcast.retryTitles' },
    { type: 'titles.loaded', data: titles },
    { type: 'titles.failed', cause: missing },
    newPodcastClosed({ itemId: 'i', title: 't' }),
    { type: 'page.refresh', again: true },
    { type: 'server.item.added', item },
    { type: 'server.items.added', items: { items: [item], dropped: [] } },
    { type: 'server.item.updated', item },
    { type: 'server.item.removed', item: { id: 'x' } },
  ],
  ignored: [
    newPodcastClosed(null),
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
    titles: [],
  },
  failures: { search: [new AppException({ kind: 'timeout' })], titles: [] },
  project: ({ context }) => ({ typed: context.typed, asked: context.asked !== null, found: context.results.length }),
  invariants: {
    'nothing is searched for without a text, and never an address': (state) =>
      !state.matches('searching') || /^[^:]+$/.test(state.context.asked?.term ?? ''),
    'the page is left only for what was added': (_state, { happened, receivedBy }) =>
      receivedBy('router').length === happened.filter(({ type }) => type === 'modal.closed').length,
    'the host is told of results only': (_state, { happened, parentEvents }) =>
      parentEvents.length <= happened.filter(({ type }) => type === 'xstate.done.actor.search').length,
  },
});
