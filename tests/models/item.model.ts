import { fromTransition } from 'xstate';
import { itemMachine } from '../../src/machines/browse/item/item.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { begunProgress, bookBody, questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { firstEpisode, podcastOutline, wholePodcast } from '../support/episode-fixtures.ts';
import { oneFeed, oneShare } from '../support/publish-fixtures.ts';
import { downloadOf } from '../support/podcast-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id } = bookBody;
const linked = { name: 'item', id: podcastOutline.id, episode: firstEpisode.id } as const;
const another = { ...reducedBook, id: 'another' };
const missing = new AppException({ kind: 'notFound', message: '' });

export const itemModel = defineModel({
  name: 'item',
  machine: itemMachine,
  starts: [
    { input: { route: { name: 'item', id }, entryKey: 'k', memory: null } },
    { input: { route: linked, entryKey: 'k', memory: null } },
    { input: { route: { name: 'item', id }, entryKey: 'k', memory: null, known: reducedBook } },
  ],
  named: {
    player: null,
    progress: fromTransition((state) => state, { entries: { [id]: begunProgress() } }),
    modals: null,
  },
  /** Their behaviour is in their own models. */
  fakes: {
    files: fromTransition((state) => state, null) as never,
    related: fromTransition((state) => state, null) as never,
  },
  events: [
    { type: 'item.retry' },
    { type: 'tab.changedItem' },
    { type: 'item.toggle', part: 'description' },
    { type: 'item.playOrPause', episodeId: null },
    { type: 'item.playFrom', episodeId: null, startTime: 10 },
    { type: 'item.playFrom', episodeId: 'e1', startTime: 10 },
    { type: 'item.toggleFinished', episodeId: null },
    { type: 'item.resetProgress', episodeId: null },
    { type: 'item.search', text: 'fox' },
    { type: 'item.openEpisode', episodeId: firstEpisode.id },
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'item.loaded', data: wholeBook },
    { type: 'item.loaded', data: wholePodcast },
    ...[missing, new AppException({ kind: 'forbidden', message: '' }), new Error('x')].map(
      (cause) => ({ type: 'item.failed', cause }) as const,
    ),
    { type: 'server.item.added', item: another },
    { type: 'server.items.added', items: { items: [another], dropped: [] } },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.item.updated', item: another },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.items.updated', items: { items: [another], dropped: [] } },
    { type: 'server.episode.added', episode: { libraryItem: reducedBook } as never },
    { type: 'server.item.removed', item: { id } },
    { type: 'server.item.removed', item: { id: another.id } },
    { type: 'server.share.opened', share: { ...oneShare, mediaItemId: wholeBook.media.id } },
    { type: 'server.share.closed', share: { ...oneShare, mediaItemId: wholeBook.media.id } },
    { type: 'server.rssFeed.opened', feed: { ...oneFeed, entityId: id } },
    { type: 'server.rssFeed.closed', feed: { ...oneFeed, entityId: id } },
    { type: 'server.episodeDownload.queued', download: downloadOf(1) },
    { type: 'server.episodeDownload.started', download: downloadOf(1) },
    { type: 'server.episodeDownload.finished', download: downloadOf(1) },
    { type: 'server.episodeDownload.queueCleared', libraryItemId: podcastOutline.id },
  ],
  project: ({ context }) => ({
    requested: context.requested?.startTime,
    description: context.open.has('description'),
    type: context.item?.mediaType,
    known: context.known !== null,
    follows: context.follows,
    isNamed: context.named !== null,
  }),
  invariants: {
    'shown data is loaded': (state) => !state.matches('ready') || state.context.item !== null,
    'what was known before goes when the whole item is there': ({ context }) =>
      context.item === null || context.known === null,
    'downloads are followed of podcasts only': ({ context }) =>
      !context.follows || context.item?.mediaType !== 'book' || context.item.id !== podcastOutline.id,
    'a question is open exactly in its state': (state) =>
      !state.matches('ready') || (state.context.requested !== null) === state.matches({ ready: 'asking' }),
    'the player gets at most one play for each press': (_state, { happened, receivedBy }) =>
      receivedBy('player').filter(({ type }) => type !== 'player.prefetch').length <=
      happened.filter(({ type }) => type === 'item.playOrPause' || type === 'item.playFrom').length,
    'only what the visitor did opens a question': (_state, { happened, receivedBy }) =>
      receivedBy('modals').filter((event) => event.type === 'modals.open' && 'tag' in event && event['tag'] === 'play')
        .length <= happened.filter(({ type }) => type.startsWith('item.')).length,
    'the view of an episode opens once by its address, and once for each press': (_state, { happened, receivedBy }) =>
      receivedBy('modals').filter((event) => event.type === 'modals.open' && 'tag' in event && event['tag'] !== 'play')
        .length <=
      1 + happened.filter(({ type }) => type === 'item.openEpisode').length,
  },
});
