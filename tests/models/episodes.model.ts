import { fromTransition } from 'xstate';
import { episodeViewMachine } from '../../src/machines/browse/episodes/episode-view.machine.ts';
import { toQueue } from '../../src/machines/browse/episodes/episode.logic.ts';
import { NO_FILTER } from '../../src/machines/browse/episodes/latest-filter.logic.ts';
import { latestFilterMachine } from '../../src/machines/browse/episodes/latest-filter.machine.ts';
import { latestMachine } from '../../src/machines/browse/episodes/latest.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { firstEpisode, latestEpisodes, podcastOutline } from '../support/episode-fixtures.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const input = { podcast: podcastOutline, episodeId: firstEpisode.id, known: null };

export const episodeViewModel = defineModel({
  name: 'episodeView',
  machine: episodeViewMachine,
  starts: [{ input }, { input: { ...input, known: firstEpisode } }],
  named: { player: null },
  events: [
    { type: 'episode.retry' },
    { type: 'episode.dismiss' },
    { type: 'address.left' },
    { type: 'episode.playFrom', time: 5 },
  ],
  outputs: { fetchEpisode: [firstEpisode] },
  failures: { fetchEpisode: [new AppException({ kind: 'network' })] },
  project: ({ context }) => context.episode !== null,
  invariants: {
    'shown data is loaded': (state) => !state.matches('ready') || state.context.episode !== null,
    'a press on a time plays once it is shown, and there is a way back': (_state, { happened, receivedBy }) =>
      receivedBy('player').length <= happened.filter(({ type }) => type === 'episode.playFrom').length &&
      receivedBy('player').every((command) => 'isJump' in command),
  },
});

const queued = toQueue(podcastOutline, firstEpisode, String);
const item = { ...reducedBook, libraryId: podcastOutline.libraryId };
const query = { libraryId: podcastOutline.libraryId };

export const latestModel = defineModel({
  name: 'latest',
  machine: latestMachine,
  starts: [{ input: { route: { name: 'libraryLatest', ...query }, entryKey: 'k', memory: null } }],
  named: { player: null, queue: null, progress: fromTransition((state) => state, { entries: {} }) },
  events: [
    { type: 'latest.filter', filter: { show: 'incomplete', podcastId: null } },
    { type: 'latest.play', items: [queued] },
    { type: 'latest.play', items: [queued, { ...queued, episodeId: 'newer' }] },
    { type: 'latest.play', items: [] },
    {
      type: 'list.placeChanged',
      memory: { query, total: 0, pages: new Map(), window: { first: 0, last: -1 }, offset: 0, focused: null },
    },
    { type: 'page.refresh', again: true },
    { type: 'server.episode.added', episode: { libraryItem: item } as never },
    { type: 'server.item.added', item },
    { type: 'server.items.added', items: { items: [item], dropped: [] } },
    { type: 'server.item.updated', item },
    { type: 'server.items.updated', items: { items: [item], dropped: [] } },
    { type: 'server.item.removed', item: { id: 'x' } },
  ],
  ignored: [
    { type: 'server.episode.added', episode: { libraryItem: { ...item, libraryId: 'another' } } as never },
    { type: 'server.item.added', item: { ...item, libraryId: 'another' } },
    { type: 'server.items.added', items: { items: [{ ...item, libraryId: 'another' }], dropped: [] } },
    { type: 'server.item.updated', item: { ...item, libraryId: 'another' } },
    { type: 'server.items.updated', items: { items: [{ ...item, libraryId: 'another' }], dropped: [] } },
  ],
  invariants: {
    'the host is notified of each change of the place, and of nothing else': (_state, { happened, parentEvents }) =>
      parentEvents.length === happened.filter(({ type }) => type === 'list.placeChanged').length,
    'one thing is played for each press that is about something': (_state, { happened, receivedBy }) =>
      receivedBy('player').length ===
      happened.filter((event) => event.type === 'latest.play' && JSON.stringify(event).includes('episodeId')).length,
    'queued episodes come with the played one': (_state, { receivedBy }) =>
      receivedBy('queue').length <= receivedBy('player').length,
  },
});

const [newest] = latestEpisodes(1);
const page = newest ? [newest] : [];

export const latestFilterModel = defineModel({
  name: 'latestFilter',
  machine: latestFilterMachine,
  starts: [{ input: query }],
  named: { progress: fromTransition((state) => state, { entries: {} }) },
  events: [
    { type: 'latestFilter.show', filter: { show: 'incomplete', podcastId: null } },
    { type: 'latestFilter.show', filter: NO_FILTER },
    { type: 'latestFilter.moved', last: 0 },
    { type: 'latestFilter.extend' },
    { type: 'latestFilter.refresh' },
    { type: 'latestFilter.forget', podcastId: newest?.libraryItemId ?? '', kept: [] },
  ],
  outputs: {
    loadPage: [
      { episodes: page, isLast: false },
      { episodes: page, isLast: true },
    ],
  },
  failures: { loadPage: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [context.isAtEnd, context.isOutdated, context.inARow],
  stopWhen: ({ context }) => context.next > 4,
  invariants: {
    'nothing is looked for without a filter': (state) =>
      state.matches('idle') === (state.context.filter.show === 'all' && state.context.filter.podcastId === null),
    'no page is requested after the last one': (state) => !(state.matches('loading') && state.context.isAtEnd),
    'what passes was looked at': ({ context }) => context.shown <= context.episodes.length,
  },
});
