import {
  fromTransition,
  waitFor,
  type ActorRefFrom,
  type AnyActor,
  type AnyActorLogic,
  type EventObject,
} from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { newestFirst } from '../../../../src/machines/browse/item/episodes.logic.ts';
import { playPreview } from '../../../../src/machines/playback/player/play-target.logic.ts';
import { isUnderWay } from '../../../../src/machines/browse/item/item.logic.ts';
import { itemMachine } from '../../../../src/machines/browse/item/item.machine.ts';
import {
  isPartOpen,
  selectEpisodeSearch,
  selectItem,
  selectItemFiles,
  selectItemState,
} from '../../../../src/machines/browse/item/item.selectors.ts';
import { filteredShelf } from '../../../../src/machines/browse/item/item.logic.ts';
import type { MediaRef } from '../../../../src/machines/kit/media.logic.ts';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import { createHost } from '../../../support/host.ts';
import { begunProgress, bookBody, questionClosed, reducedBook, wholeBook } from '../../../support/item-fixtures.ts';
import { firstEpisode, podcastBody, podcastOutline } from '../../../support/episode-fixtures.ts';
import { downloadOf, queueOf } from '../../../support/podcast-fixtures.ts';
import { oneFeed, oneShare } from '../../../support/publish-fixtures.ts';
import { ebookBody } from '../../../support/reader-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id } = bookBody;

function open(progressLogic: AnyActorLogic | null = null, playerLogic: AnyActorLogic | null = null) {
  const roots: AnyActor[] = [];
  const host = createHost(itemMachine, {
    input: { route: { name: 'item', id }, entryKey: 'k', memory: null },
    named: { player: playerLogic, progress: progressLogic, modals: null },
    onCreate: (root) => roots.push(root),
  });
  return {
    ...host,
    root: roots[0] as AnyActor,
    state: () => host.subject.getSnapshot(),
    requested: () => host.ports.api.inputsOf(getItem).length,
    ready: async (body: object = bookBody) => {
      host.ports.api.answer(getItem, body);
      await waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1000 });
    },
    answer: (accepted: boolean) => host.subject.send(questionClosed(accepted)),
    question: () => host.receivedBy('modals').map((event) => ('tag' in event ? event['tag'] : event)),
  };
}

const preview = {
  title: bookBody.media.metadata.title,
  author: bookBody.media.metadata.authorName,
  coverUpdatedAt: bookBody.updatedAt,
  duration: bookBody.media.duration,
};

describe('opening an item', () => {
  test('requests everything once', async () => {
    const item = open();
    await item.ready();
    expect(item.ports.api.inputsOf(getItem)).toEqual([{ id }]);
    expect(item.state().context.item).toEqual(wholeBook);
    expect(item.parentEvents).toEqual([{ type: 'page.libraryResolved', libraryId: wholeBook.libraryId }]);
  });

  test.each<[string, AppError, string]>([
    ['that is not there', { kind: 'notFound', message: 'Not found' }, 'missing'],
    ['that the account may not see', { kind: 'forbidden', message: '' }, 'forbidden'],
    ['without a network', { kind: 'network' }, 'failed'],
  ])('%s says so', async (_name, error, state) => {
    const item = open();
    item.ports.api.refuse(getItem, error);
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe(state));
  });

  test('a reload after a failure succeeds, and the error is cleared', async () => {
    const item = open();
    item.ports.api.refuseOnce(getItem, { kind: 'network' });
    await vi.waitFor(() => expect(item.state().context.error).toEqual({ kind: 'network' }));
    item.subject.send({ type: 'item.retry' });
    await item.ready();
    expect(item.state().context.error).toBeNull();
  });
});

describe('reading again', () => {
  const found = async (item: ReturnType<typeof open>) => {
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe('ready'));
    expect(item.state().context.item).toEqual(wholeBook);
  };

  test('while loading requests once more, and takes the later answer', async () => {
    const item = open();
    item.ports.api.defer(getItem);
    await vi.waitFor(() => expect(item.requested()).toBe(1));
    item.ports.api.answer(getItem, bookBody);
    item.subject.send({ type: 'page.refresh', again: true });
    await found(item);
    expect(item.requested()).toBe(2);
  });

  test.each<[AppError, string]>([
    [{ kind: 'network' }, 'failed'],
    [{ kind: 'notFound', message: '' }, 'missing'],
    [{ kind: 'forbidden', message: '' }, 'forbidden'],
  ])('after %j begins at the start', async (error, place) => {
    const item = open();
    item.ports.api.refuseOnce(getItem, error);
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe(place));
    item.ports.api.answer(getItem, bookBody);
    item.subject.send({ type: 'page.refresh', again: true });
    expect(selectItemState(item.state())).toBe('loading');
    await found(item);
  });

  test('of an item that the account may not see any more says so', async () => {
    const item = open();
    await item.ready();
    item.ports.api.refuse(getItem, { kind: 'forbidden', message: '' });
    item.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe('forbidden'));
  });
});

describe('playing', () => {
  const progressWith = (entry: ReturnType<typeof begunProgress> | null) =>
    fromTransition((state) => state, { entries: entry ? { [id]: entry } : {} });
  const playerWith = (media: MediaRef | null) => fromTransition((state) => state, { request: media && { media } });
  const fromChapter = { type: 'player.play', libraryItemId: id, episodeId: null, preview, startTime: 12 };

  test('a press on play leaves it to the player whether that plays or pauses, with what its bar can show', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'item.playOrPause', episodeId: null });
    expect(item.receivedBy('player')).toEqual([
      { type: 'player.playOrPause', libraryItemId: id, episodeId: null, preview },
    ]);
  });

  test('is got ready half a second after the item is in view, once', async () => {
    const item = open();
    await item.ready();
    item.ports.clock.advance(499);
    expect(item.receivedBy('player')).toEqual([]);
    item.ports.clock.advance(10_000);
    expect(item.receivedBy('player')).toEqual([{ type: 'player.prefetch' }]);
  });

  test('and with an ebook the reader is got ready, too', async () => {
    const item = open();
    await item.ready(ebookBody('mobi'));
    item.ports.clock.advance(10_000);
    expect(item.receivedBy('modals')).toEqual([
      { type: 'modals.prefetch', modal: 'reader', itemId: id, format: 'mobi', isNear: false },
    ]);
    const other = open();
    await other.ready();
    other.ports.clock.advance(10_000);
    expect(other.receivedBy('modals')).toEqual([]);
  });

  test('from a chapter starts there at once when nothing is in progress', async () => {
    const item = open(progressWith(begunProgress({ currentTime: 0, progress: 0 })));
    await item.ready();
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12 });
    expect([item.question(), item.receivedBy('player')]).toEqual([[], [fromChapter]]);
  });

  test('from a chapter confirms first when a position would be lost, and does nothing on no', async () => {
    const item = open(progressWith(begunProgress()));
    await item.ready();
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12 });
    expect([item.question(), item.receivedBy('player')]).toEqual([['play'], []]);
    item.answer(false);
    expect([item.receivedBy('player'), item.state().context.requested]).toEqual([[], null]);
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12 });
    expect(item.question()).toEqual(['play', 'play']);
    item.answer(true);
    expect(item.receivedBy('player')).toEqual([fromChapter]);
    item.answer(true);
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12 });
    expect([item.question(), item.receivedBy('player')]).toEqual([['play', 'play', 'play'], [fromChapter]]);
  });

  test.each([
    ['goes there at once in a book that is open in the player', { libraryItemId: id, episodeId: null }, []],
    ['asks when something else is open there', { libraryItemId: 'other', episodeId: null }, ['play']],
    ['asks when only an episode of it is', { libraryItemId: id, episodeId: 'e' }, ['play']],
  ])('from a chapter %s', async (_name, media, questions) => {
    const item = open(progressWith(begunProgress()), playerWith(media));
    await item.ready();
    item.subject.send({ type: 'item.playFrom', episodeId: null, startTime: 12 });
    expect(item.question()).toEqual(questions);
  });
});

describe('progress', () => {
  const title = bookBody.media.metadata.title;
  /** The machine of the progress knows it, and no view. */
  async function openWith(entry: ReturnType<typeof begunProgress> | null) {
    const keeper = fromTransition(
      (state: { entries: object; received: readonly EventObject[] }, event: EventObject) => ({
        ...state,
        received: [...state.received, event],
      }),
      { entries: entry ? { [id]: entry } : {}, received: [] },
    );
    const item = open(keeper);
    await item.ready();
    const report = () =>
      (item.root.system.get('progress') as ActorRefFrom<typeof keeper>).getSnapshot().context.received;
    return { ...item, report };
  }

  const edited = (kind: string) => ({
    type: 'progress.edit',
    media: { libraryItemId: id, episodeId: null },
    edit: { kind },
    title,
  });

  test.each([
    ['nothing begun is marked finished', null, 'finish'],
    ['what is under way is marked finished without a question', begunProgress(), 'finish'],
    ['what is finished becomes not finished', begunProgress({ isFinished: true }), 'unfinish'],
  ])('%s', async (_name, entry, kind) => {
    const item = await openWith(entry);
    item.subject.send({ type: 'item.toggleFinished', episodeId: null });
    expect([item.report(), item.question()]).toEqual([[edited(kind)], []]);
  });

  test('is reset without a question', async () => {
    const item = await openWith(begunProgress());
    item.subject.send({ type: 'item.resetProgress', episodeId: null });
    expect([item.report(), item.question()]).toEqual([[edited('reset')], []]);
  });
});

describe('changes elsewhere', () => {
  test('a burst of updates refetches the item once, while the old one stays in view', async () => {
    const item = open();
    await item.ready();
    for (let count = 0; count < 40; count += 1) {
      item.subject.send({ type: 'server.item.updated', item: reducedBook });
      item.ports.clock.advance(5);
    }
    item.ports.clock.advance(300);
    expect([item.requested(), selectItemState(item.state())]).toEqual([2, 'ready']);
  });

  test('of other items change nothing', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'server.item.updated', item: { ...reducedBook, id: 'another' } });
    item.subject.send({ type: 'server.item.removed', item: { id: 'another' } });
    item.ports.clock.advance(1000);
    expect([item.requested(), selectItemState(item.state())]).toEqual([1, 'ready']);
  });

  const thisFeed = { ...oneFeed, entityId: id };
  const thisShare = { ...oneShare, mediaItemId: wholeBook.media.id };
  const another = { ...reducedBook, id: 'another' };
  test.each([
    [1, { type: 'tab.changedItem' }],
    [1, { type: 'server.items.updated', items: { items: [another, reducedBook], dropped: [] } }],
    [0, { type: 'server.items.updated', items: { items: [another], dropped: [] } }],
    [1, { type: 'server.episode.added', episode: { ...firstEpisode, libraryItem: reducedBook } }],
    [0, { type: 'server.episode.added', episode: { ...firstEpisode, libraryItem: another } }],
    [1, { type: 'server.share.opened', share: thisShare }],
    [0, { type: 'server.share.opened', share: oneShare }],
    [1, { type: 'server.share.closed', share: thisShare }],
    [0, { type: 'server.share.closed', share: oneShare }],
    [1, { type: 'server.rssFeed.opened', feed: thisFeed }],
    [0, { type: 'server.rssFeed.opened', feed: oneFeed }],
    [1, { type: 'server.rssFeed.closed', feed: thisFeed }],
    [0, { type: 'server.rssFeed.closed', feed: oneFeed }],
  ] as const)('it is requested %s more times after %j', async (times, event) => {
    const item = open();
    await item.ready();
    item.ports.clock.advance(600);
    const { media } = bookBody;
    await item.ready({ ...bookBody, media: { ...media, metadata: { ...media.metadata, title: 'Renamed' } } });
    item.subject.send(event);
    item.ports.clock.advance(300);
    const title = times === 1 ? 'Renamed' : media.metadata.title;
    await vi.waitFor(() => expect(selectItem(item.state())?.media.metadata.title).toBe(title));
    expect(item.requested()).toBe(1 + times);
    const files = selectItemFiles(item.state())?.getSnapshot().context.item;
    expect([files, selectItemState(item.state())]).toEqual([item.state().context.item, 'ready']);
  });

  test('its removal is reported, with its name still known', async () => {
    const item = open();
    await item.ready();
    item.subject.send({ type: 'server.item.removed', item: { id } });
    expect([selectItemState(item.state()), item.state().context.item?.media.metadata.title]).toEqual([
      'removed',
      bookBody.media.metadata.title,
    ]);
  });

  test('a refresh that finds it missing reports the same', async () => {
    const item = open();
    await item.ready();
    item.ports.api.refuse(getItem, { kind: 'notFound', message: '' });
    item.subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(selectItemState(item.state())).toBe('removed'));
  });
});

test('the search text of the episodes is kept', async () => {
  const item = open();
  await item.ready();
  item.subject.send({ type: 'item.search', text: 'fox' });
  expect(selectEpisodeSearch(item.state())).toBe('fox');
});

test('parts fold and unfold on their own; chapters are open at first', async () => {
  const item = open();
  await item.ready();
  item.subject.send({ type: 'item.toggle', part: 'files' });
  item.subject.send({ type: 'item.toggle', part: 'chapters' });
  expect((['files', 'chapters', 'tracks'] as const).map((part) => isPartOpen(part)(item.state()))).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['nothing', null, false],
  ['a beginning', begunProgress({ currentTime: 0, progress: 0 }), false],
  ['a position', begunProgress(), true],
  ['a place in the ebook', begunProgress({ currentTime: 0, ebookProgress: 0.2 }), true],
  ['the end', begunProgress({ isFinished: true }), false],
])('%s is under way: %s', (_name, shown, expected) => {
  expect(isUnderWay(shown)).toBe(expected);
});

test('the preview of an episode names it, its podcast and who makes that (PLR-006)', () => {
  const podcast = z.parse(getItem.output, recording('items/expanded-podcast').response.body);
  if (podcast.mediaType !== 'podcast') throw new Error('no podcast');
  const [episode] = podcast.media.episodes.items;
  expect(playPreview(podcast, episode?.id ?? null)).toEqual({
    title: episode?.title,
    author: podcast.media.metadata.author,
    podcast: podcast.media.metadata.title,
    coverUpdatedAt: podcast.media.coverPath === null ? null : podcast.updatedAt,
    duration: episode?.duration ?? 0,
  });
});

test('episodes are listed newest first, those without a date last', () => {
  const podcast = z.parse(getItem.output, recording('items/expanded-podcast').response.body);
  const [one] = podcast.mediaType === 'podcast' ? podcast.media.episodes.items : [];
  if (!one) throw new Error('no episode');
  const list = [
    { ...one, id: 'none', publishedAt: null },
    { ...one, id: 'old', publishedAt: 1 },
    { ...one, id: 'new', publishedAt: 2 },
  ];
  expect(newestFirst(list).map((episode) => episode.id)).toEqual(['new', 'old', 'none']);
});

test('a genre leads to the shelf of all that have it', () => {
  expect(filteredShelf('l1', 'genres', 'Sci-Fi')).toEqual({
    name: 'bookshelf',
    libraryId: 'l1',
    filter: 'genres.U2NpLUZp',
  });
});

describe('the view of an episode', () => {
  const { id: itemId } = podcastBody;
  function openPodcast(episode?: string) {
    const host = createHost(itemMachine, {
      input: {
        route: { name: 'item', id: itemId, ...(episode === undefined ? {} : { episode }) },
        entryKey: 'k',
        memory: null,
      },
      named: { modals: null, router: null, player: null },
    });
    host.ports.api.answer(getItem, podcastBody);
    return { ...host, ready: () => waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1000 }) };
  }
  const opened = {
    type: 'modals.open',
    modal: 'episode',
    input: { podcast: podcastOutline, episodeId: firstEpisode.id, known: firstEpisode },
    tag: 'episode',
  };

  test('that the address names opens with the page', async () => {
    const page = openPodcast(firstEpisode.id);
    await page.ready();
    expect(page.receivedBy('modals')).toMatchObject([opened]);
  });

  test('one that the podcast does not have is left to the server', async () => {
    const page = openPodcast('gone');
    await page.ready();
    expect(page.receivedBy('modals')).toMatchObject([{ input: { episodeId: 'gone', known: null } }]);
  });

  test('opens by a press, and by its address only once', async () => {
    const page = openPodcast(firstEpisode.id);
    await page.ready();
    page.subject.send({ type: 'item.failed', cause: new AppException({ kind: 'forbidden', message: '' }) });
    page.subject.send({ type: 'page.refresh', again: true });
    await page.ready();
    expect(page.receivedBy('modals')).toMatchObject([opened]);
    page.subject.send({ type: 'item.openEpisode', episodeId: firstEpisode.id });
    expect(page.receivedBy('modals')).toMatchObject([opened, opened]);
  });
});

describe('the downloads of a podcast', () => {
  const follow = async (listed: object = {}) => {
    const host = createHost(itemMachine, {
      input: { route: { name: 'item', id: podcastOutline.id }, entryKey: 'k', memory: null },
      named: { player: null, progress: null, modals: null },
    });
    host.ports.api.answer(getItem, { ...podcastBody, ...listed });
    host.ports.api.answer(getDownloadQueue, queueOf(downloadOf(1), []));
    await waitFor(host.subject, (state) => state.matches('ready'), { timeout: 1000 });
    return { ...host, requested: () => host.ports.api.inputsOf(getDownloadQueue).length };
  };

  test('are not requested where none exist', async () => {
    const { subject, requested } = await follow();
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(1, { libraryItemId: 'another' }) });
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(1) });
    expect([requested(), subject.getSnapshot().children.downloads]).toEqual([0, undefined]);
  });

  test('are followed as soon as one is queued, over a lost connection too', async () => {
    const { subject, requested, ports } = await follow();
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(1) });
    const current = () => subject.getSnapshot().children.downloads?.getSnapshot().context.downloads.current?.id;
    await vi.waitFor(() => expect(current()).toBe('download-1'));
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(1) });
    expect(current()).toBeUndefined();
    ports.api.answer(getDownloadQueue, queueOf(downloadOf(2), []));
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(current()).toBe('download-2'));
    expect(requested()).toBe(2);
  });

  test.each(['queued', 'started'] as const)('are followed from one that is %s on', async (step) => {
    const { subject, requested } = await follow();
    subject.send({ type: `server.episodeDownload.${step}`, download: downloadOf(1) });
    await vi.waitFor(() => expect(requested()).toBe(1));
  });

  test('are cleared with the queue; one that starts shows at once', async () => {
    const { subject, requested, ports } = await follow();
    ports.api.answer(getDownloadQueue, queueOf(downloadOf(1), [downloadOf(2), downloadOf(3)]));
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(3) });
    const shown = () => subject.getSnapshot().children.downloads?.getSnapshot().context.downloads;
    await vi.waitFor(() => expect(shown()?.current?.id).toBe('download-1'));
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(2) });
    expect([shown()?.current?.id, shown()?.queue.map(({ id: waiting }) => waiting)]).toEqual([
      'download-2',
      ['download-3'],
    ]);
    subject.send({ type: 'server.episodeDownload.queueCleared', libraryItemId: podcastOutline.id });
    expect([shown()?.queue, requested()]).toEqual([[], 1]);
  });

  test('are followed when the server lists some later', async () => {
    const { subject, requested, ports } = await follow();
    ports.api.answer(getItem, { ...podcastBody, episodeDownloadsQueued: [downloadOf(1)] });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(requested()).toBe(1));
  });

  test('are followed from the start where the server lists some', async () => {
    const { requested } = await follow({ episodeDownloadsQueued: [downloadOf(1)] });
    await vi.waitFor(() => expect(requested()).toBe(1));
  });
});
