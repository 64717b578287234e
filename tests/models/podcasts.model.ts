import { fromTransition } from 'xstate';
import { downloadsMachine } from '../../src/machines/browse/episodes/downloads.machine.ts';
import { failedDownloadsMachine } from '../../src/machines/edit/podcasts/failed-downloads.machine.ts';
import { editEpisodeMachine } from '../../src/machines/edit/podcasts/edit-episode.machine.ts';
import {
  episodeDetails,
  episodeValues,
  hasEpisodeChanges,
  type EpisodeValues,
} from '../../src/machines/edit/podcasts/episode-form.logic.ts';
import { matchEpisodesMachine } from '../../src/machines/edit/podcasts/match-episodes.machine.ts';
import { newEpisodesMachine } from '../../src/machines/edit/podcasts/new-episodes.machine.ts';
import { findEpisodesMachine } from '../../src/machines/edit/podcasts/find-episodes.machine.ts';
import { feedRows } from '../../src/machines/edit/podcasts/feed-rows.logic.ts';
import type { EpisodeDownload } from '../../src/schemas/api/podcast-episode.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { firstEpisode, podcastOutline, wholePodcast } from '../support/episode-fixtures.ts';
import { questionClosed, wholeBook } from '../support/item-fixtures.ts';
import { downloadOf, feedEpisode } from '../support/podcast-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id, libraryId, title } = podcastOutline;
const gone = new AppException({ kind: 'notFound', message: '' });
const slow = new AppException({ kind: 'timeout' });
const tolerant = <T>(items: readonly T[]) => ({ items, dropped: [] });
const queue = (numbers: readonly number[]) => ({
  currentDownload: null,
  queue: tolerant(numbers.map((number) => downloadOf(number))),
});
const elsewhere = downloadOf(1, { libraryItemId: 'another', libraryId: 'another' });

export const downloadsModel = defineModel({
  name: 'downloads',
  machine: downloadsMachine,
  starts: [{ input: { route: { name: 'libraryDownloadQueue', libraryId } } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'downloads.retry' },
    { type: 'downloads.clear', podcast: { libraryItemId: id, title, count: 1 } },
    questionClosed(true),
    questionClosed(false),
    { type: 'queue.loaded', data: queue([1]) },
    { type: 'queue.loaded', data: queue([]) },
    { type: 'queue.failed', cause: slow },
    { type: 'queue.failed', cause: gone },
    { type: 'page.refresh', again: true },
    { type: 'server.episodeDownload.queued', download: downloadOf(1) },
    { type: 'server.episodeDownload.started', download: downloadOf(1) },
    { type: 'server.episodeDownload.finished', download: downloadOf(1) },
    { type: 'server.episodeDownload.finished', download: downloadOf(1, { failed: true }) },
    { type: 'server.episodeDownload.queueCleared', libraryItemId: id },
  ],
  ignored: [
    { type: 'server.episodeDownload.queued', download: elsewhere },
    { type: 'server.episodeDownload.started', download: elsewhere },
    { type: 'server.episodeDownload.finished', download: elsewhere },
  ],
  outputs: { clearQueue: ['OK'] },
  failures: { clearQueue: [slow] },
  project: ({ context: { downloads, subject } }) => [
    downloads.current?.id,
    downloads.queue.length,
    subject?.libraryItemId,
  ],
  invariants: {
    'a queue is emptied only after a person has said so': (state, { happened }) =>
      !state.matches({ shown: 'clearing' }) || happened.some(({ type }) => type === 'modal.closed'),
    'a running download is not pending': ({ context: { downloads } }) =>
      downloads.current === null || downloads.queue.every((one) => one.id !== downloads.current?.id),
    'a question shows only on a request to clear the queue': (_state, { happened, receivedBy }) =>
      receivedBy('modals').length <= happened.filter(({ type }) => type === 'downloads.clear').length,
  },
});

const broken = (number: number, changes: Partial<EpisodeDownload> = {}) =>
  downloadOf(number, { failed: true, isFinished: true, ...changes });

export const failedDownloadsModel = defineModel({
  name: 'failedDownloads',
  machine: failedDownloadsMachine,
  starts: [{ input: undefined }],
  events: [
    { type: 'failedDownloads.retry', ids: ['download-1'] },
    { type: 'failedDownloads.retry', ids: ['download-1', 'download-2'] },
    { type: 'failedDownloads.forget', ids: ['download-1'] },
    { type: 'server.episodeDownload.queued', download: downloadOf(2) },
    { type: 'server.episodeDownload.started', download: downloadOf(1, { id: 'again' }) },
    { type: 'server.episodeDownload.finished', download: broken(1) },
    { type: 'server.episodeDownload.finished', download: broken(2) },
    { type: 'server.episodeDownload.finished', download: downloadOf(2) },
  ],
  outputs: { retryDownload: [null, { kind: 'gone' }] },
  failures: { retryDownload: [slow] },
  project: ({ context: { failed, waiting } }) => [
    failed.map(({ download, problem }) => [download.id, problem?.kind]),
    waiting,
  ],
  invariants: {
    'each failed file stands once': ({ context: { failed } }) =>
      new Set(failed.map(({ download }) => download.url)).size === failed.length,
    'only what failed waits to be tried, once': (state) => {
      const { failed, waiting } = state.context;
      const rest = state.matches('trying') ? waiting.slice(1) : waiting;
      return (
        new Set(waiting).size === waiting.length &&
        rest.every((one) => failed.some(({ download }) => download.id === one) || state.matches('trying'))
      );
    },
    'what could not be tried again stays, with the reason, unless it came into the queue meanwhile': (
      { context: { failed } },
      { happened },
    ) => {
      const isProblem = happened.at(-1)?.type.startsWith('xstate.error.actor') === true;
      const news = ['server.episodeDownload.queued', 'server.episodeDownload.started'];
      return !isProblem || happened.some(({ type }) => news.includes(type)) || failed.some(({ problem }) => problem);
    },
  },
});

const feed = (numbers: readonly number[]) => ({
  podcast: { metadata: { feedUrl: '' }, episodes: tolerant(numbers.map((number) => feedEpisode(number))) },
});
const rowOf = (key: number) => feedRows([feedEpisode(1), feedEpisode(2)], [], new Set()).slice(key, key + 1);

export const findEpisodesModel = defineModel({
  name: 'find episodes',
  machine: findEpisodesMachine,
  starts: [{ input: { podcast: podcastOutline, feedUrl: 'http://feed.example', have: [] } }],
  named: { toasts: null },
  events: [
    { type: 'findEpisodes.search', text: 'episode 1' },
    { type: 'findEpisodes.turn' },
    { type: 'findEpisodes.pick', key: 0, isOn: true },
    { type: 'findEpisodes.pick', key: 0, isOn: false },
    { type: 'findEpisodes.pickRange', from: 1, to: 0 },
    { type: 'findEpisodes.pickAll', isOn: true },
    { type: 'findEpisodes.pickAll', isOn: false },
    { type: 'findEpisodes.setSince', day: '2024-01-02' },
    { type: 'findEpisodes.pickSince' },
    { type: 'findEpisodes.download' },
    { type: 'findEpisodes.retry' },
    { type: 'findEpisodes.close' },
    { type: 'findEpisodes.searchSettled' },
    { type: 'sender.partSettled', rows: rowOf(0), error: null },
    { type: 'sender.partSettled', rows: rowOf(1), error: slow.error },
    { type: 'sender.allSettled' },
    { type: 'feed.loaded', data: feed([1, 2]) },
    { type: 'feed.failed', cause: gone },
    { type: 'queue.loaded', data: queue([1]) },
    { type: 'queue.loaded', data: queue([]) },
    { type: 'server.episodeDownload.queued', download: downloadOf(1) },
    { type: 'server.episodeDownload.started', download: downloadOf(1) },
    { type: 'server.episodeDownload.finished', download: downloadOf(1) },
    { type: 'server.episodeDownload.queueCleared', libraryItemId: id },
  ],
  ignored: [
    { type: 'server.episodeDownload.queued', download: elsewhere },
    { type: 'server.episodeDownload.started', download: elsewhere },
    { type: 'server.episodeDownload.finished', download: elsewhere },
    { type: 'server.episodeDownload.queueCleared', libraryItemId: 'another' },
  ],
  project: ({ context: { picked, rows, shown, loading, have, since, typed, failed } }) => [
    [...picked].sort(),
    rows.map(({ state }) => state),
    shown.length,
    loading.size,
    have.length > 0,
    since,
    typed,
    failed > 0,
  ],
  invariants: {
    'only what can be downloaded is picked': ({ context: { picked, rows } }) =>
      [...picked].every((key) => rows[key]?.state === 'new'),
    'nothing is sent without a request': (state, { happened }) =>
      !state.matches({ shown: 'sending' }) || happened.some(({ type }) => type === 'findEpisodes.download'),
    'it closes by itself only when nothing has failed': (state, { happened }) =>
      state.status !== 'done' || state.context.failed === 0 || happened.some(({ type }) => type.endsWith('.close')),
    'it tells once that episodes are in the queue': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length <= happened.filter(({ type }) => type === 'sender.allSettled').length,
  },
});

const own = { libraryItemId: id, episodeId: firstEpisode.id };
const episodes = [
  { ...own, title: 'One' },
  { libraryItemId: id, episodeId: 'next', title: 'Two' },
];
/** The form of this one starts with a typed value. */
const touched = { ...firstEpisode, subtitle: 'touched' };
const values = episodeValues(own, episodeDetails(firstEpisode));
const found = feedEpisode(1);
const isTouched = (event: object) => JSON.stringify(event).includes('"touched"');

/** The form is a fake: its behaviour is in the model of the kit. */
export const editEpisodeModel = defineModel({
  name: 'edit episode',
  machine: editEpisodeMachine,
  starts: [{ input: { ...own, title: 'One', list: episodes } }],
  named: { modals: null, toasts: null },
  fakes: {
    fields: fromTransition(
      (state) => state,
      ({ input }: { input: { values: EpisodeValues } }) => ({
        values: input.values.subtitle === 'touched' ? { ...input.values, title: 'mine' } : input.values,
      }),
    ) as never,
  },
  events: [
    { type: 'editEpisode.showTab', tab: 'match' },
    { type: 'editEpisode.save' },
    { type: 'editEpisode.saveAndClose' },
    { type: 'editEpisode.saveAndNext' },
    { type: 'editEpisode.step', by: 1 },
    { type: 'editEpisode.step', by: -1 },
    { type: 'editEpisode.typeTerm', text: 'fox' },
    { type: 'editEpisode.typeTerm', text: '' },
    { type: 'editEpisode.search' },
    { type: 'editEpisode.matchWith', found },
    { type: 'editEpisode.matchWith', found: { ...found, ...firstEpisode, enclosure: found.enclosure } as never },
    { type: 'editEpisode.retry' },
    { type: 'editEpisode.forgetDraft' },
    { type: 'editEpisode.takeTheirs', field: 'title' },
    { type: 'editEpisode.keepMine', field: 'title' },
    { type: 'episode.loaded', data: firstEpisode },
    { type: 'episode.loaded', data: touched },
    { type: 'episode.failed', cause: gone },
    { type: 'server.item.updated', item: { id } as never },
    { type: 'server.items.updated', items: tolerant([{ id }]) as never },
    { type: 'editEpisode.close' },
    { type: 'fields.saved', values, answer: { isUpdated: true, undo: {}, episode: firstEpisode } },
    { type: 'fields.saved', values, answer: { isUpdated: false, undo: {}, episode: null } },
    { type: 'fields.refused' },
    { type: 'fields.failed', cause: slow },
    questionClosed(true),
    questionClosed(false),
    { type: 'server.item.removed', item: { id } },
  ],
  ignored: [
    { type: 'server.item.removed', item: { id: 'another' } },
    { type: 'server.item.updated', item: { id: 'another' } as never },
    { type: 'server.items.updated', items: tolerant([{ id: 'another' }]) as never },
  ],
  outputs: {
    searchFeed: [{ episodes: tolerant([{ episode: found }]) }],
    applyMatch: [wholePodcast],
    fields: [],
  },
  failures: { searchFeed: [slow], applyMatch: [slow], fields: [] },
  /** The search matters in the same way at each episode: at the first one only, before it is touched. */
  stopWhen: (state) => {
    const { episodeId, known, term } = state.context;
    const isAside = episodeId !== own.episodeId || known?.subtitle === 'touched';
    return state.matches('ready') && ['', 'fox'].includes(term) && isAside;
  },
  project: ({ context }) => [
    context.episodeId,
    context.afterSave,
    context.leaving,
    context.isRemoved,
    context.term,
    context.known?.subtitle,
    context.fields ? hasEpisodeChanges(context.fields.getSnapshot().context.values) : null,
  ],
  invariants: {
    'the form is there exactly while the episode is': (state) =>
      state.status === 'done' || (state.context.fields !== null) === state.matches('ready'),
    'without typed values there is no question': (_state, { happened, receivedBy }) =>
      happened.some(isTouched) || receivedBy('modals').length === 0,
    'a match is sent only after a choice': (state, { happened }) =>
      !state.matches({ ready: 'matching' }) || happened.some(({ type }) => type === 'editEpisode.matchWith'),
    'there is no way out of the list': ({ context }) =>
      episodes.some(({ episodeId }) => episodeId === context.episodeId),
  },
});

const at = (hour: number) => new Date(2026, 2, 24, hour).getTime();

const checkedAt = (hour: number) => ({
  ...wholePodcast,
  media: { ...wholePodcast.media, lastEpisodeCheck: at(hour) },
});

export const newEpisodesModel = defineModel({
  name: 'newEpisodes',
  machine: newEpisodesMachine,
  starts: [{ input: { item: checkedAt(8) } }, { input: { item: wholeBook } }],
  events: [
    { type: 'newEpisodes.setMoment', day: '2026-03-01', time: '08:30' },
    { type: 'newEpisodes.setMoment', day: '2026-03-01', time: '' },
    { type: 'newEpisodes.setLimit', limit: 0 },
    { type: 'newEpisodes.setLimit', limit: 1.5 },
    { type: 'newEpisodes.check' },
    { type: 'tab.itemChanged', item: checkedAt(9) },
    { type: 'newEpisodes.sort', by: 'title' },
  ],
  outputs: {
    checkFeed: [
      { found: 2, unread: null, before: at(8), written: at(7) },
      { found: 0, unread: null, before: at(8), written: null },
      { found: 0, unread: { kind: 'timeout' }, before: at(8), written: null },
    ],
  },
  failures: { checkFeed: [slow] },
  project: ({ context: { day, time, limit, lastCheck, found, unread, error, problems } }) => [
    unread?.kind,
    day,
    time,
    limit,
    lastCheck,
    found,
    error?.kind,
    Object.keys(problems),
  ],
  invariants: {
    'a check begins only with a whole moment and a whole number': (state) =>
      !state.matches('checking') ||
      ((state.context.time !== '' || state.context.day === '') && Number.isInteger(state.context.limit)),
    'results and a failure never show together': ({ context: { found, unread, error } }) =>
      [found, unread, error].filter((one) => one !== null).length <= 1,
  },
});

const olds = [1, 2].map((number) => ({ ...firstEpisode, id: `${number}`, guid: `guid-${number}`, title: 'Old' }));

export const matchEpisodesModel = defineModel({
  name: 'match episodes',
  machine: matchEpisodesMachine,
  starts: [{ input: { podcast: podcastOutline, feedUrl: 'http://feed.example', episodes: olds } }],
  named: { toasts: null },
  events: [
    { type: 'matchEpisodes.pick', id: '1', isOn: true },
    { type: 'matchEpisodes.pick', id: '1', isOn: false },
    { type: 'matchEpisodes.pickAll', isOn: true },
    { type: 'matchEpisodes.pickAll', isOn: false },
    { type: 'matchEpisodes.show', id: '1' },
    { type: 'matchEpisodes.back' },
    { type: 'matchEpisodes.run' },
    { type: 'matchEpisodes.stop' },
    { type: 'matchEpisodes.retry' },
    { type: 'matchEpisodes.close' },
    { type: 'feed.loaded', data: feed([1, 2]) },
    { type: 'feed.failed', cause: gone },
  ],
  outputs: { update: [wholePodcast] },
  failures: { update: [slow, gone] },
  project: ({ context: { picked, queue, updated, failed, shown, sent, closes } }) => [
    closes,
    [...picked].sort(),
    queue,
    [...updated].sort(),
    [...failed].sort(),
    shown,
    sent,
  ],
  invariants: {
    'nothing is picked that is updated': ({ context: { picked, updated } }) =>
      [...picked].every((id) => !updated.has(id)),
    'failed ones stay picked until deselected': (state, { happened }) =>
      [...state.context.failed].every((id) => state.context.picked.has(id)) ||
      happened.some((event) => 'isOn' in event && event.isOn === false),
    'it says how far it came where it was closed before that, and only there': (state, { receivedBy, happened }) =>
      receivedBy('toasts').length === 0 ||
      (state.status === 'done' && happened.some(({ type }) => type === 'matchEpisodes.run')),
    'an episode is updated only on request': (state, { happened }) =>
      !state.matches('updating') || happened.some(({ type }) => type === 'matchEpisodes.run'),
  },
});
