import { describe, expect, test, vi } from 'vitest';
import { findEpisodesMachine } from '../../../../src/machines/edit/podcasts/find-episodes.machine.ts';
import { selectFindState, selectShare } from '../../../../src/machines/edit/podcasts/podcasts.selectors.ts';
import { downloadEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import { podcastOutline } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { downloadOf, feedEpisode, feedOf, queueOf } from '../../../support/podcast-fixtures.ts';

const feedUrl = 'http://feed.example/feed.xml';

/** A feed of four: the library has the first, the second is being downloaded. */
async function open(
  feed: readonly ReturnType<typeof feedEpisode>[] = [4, 3, 2, 1].map((number) => feedEpisode(number)),
) {
  const host = createHost(findEpisodesMachine, {
    input: { podcast: podcastOutline, feedUrl, have: [{ guid: 'guid-1', url: null }] },
    named: { toasts: null },
  });
  const { api } = host.ports;
  api.answer(readFeed, feedOf(feed));
  api.answer(getDownloadQueue, queueOf(downloadOf(2), [downloadOf(9, { libraryItemId: 'another' })]));
  api.answer(downloadEpisodes, 'OK');
  const context = () => host.subject.getSnapshot().context;
  await vi.waitFor(() => expect([context().rows.length, context().loading.size]).toEqual([feed.length, 1]));
  return {
    ...host,
    context,
    states: () => context().rows.map(({ state }) => state),
    picked: () => [...context().picked].sort((one, other) => one - other),
    shown: () => context().shown.map(({ key }) => key),
    /** States of the rows as they are shown. */
    shownStates: () => context().shown.map(({ state }) => state),
  };
}

describe('the episodes of a feed', () => {
  test('say which ones the library has, and which ones are on their way', async () => {
    const { states, shownStates, ports } = await open();
    expect([states(), shownStates()]).toEqual([
      ['new', 'new', 'loading', 'have'],
      ['new', 'new', 'loading', 'have'],
    ]);
    expect(ports.api.inputsOf(readFeed)).toEqual([{ url: feedUrl }]);
  });

  test('say it also when the queue comes after the feed', async () => {
    const host = createHost(findEpisodesMachine, {
      input: { podcast: podcastOutline, feedUrl, have: [{ guid: 'guid-1', url: null }] },
      named: { toasts: null },
    });
    const queue = host.ports.api.defer(getDownloadQueue);
    host.ports.api.answer(readFeed, feedOf([4, 3, 2, 1].map((number) => feedEpisode(number))));
    const states = () => host.subject.getSnapshot().context.shown.map(({ state }) => state);
    await vi.waitFor(() => expect(states()).toEqual(['new', 'new', 'new', 'have']));
    queue.resolve(queueOf(downloadOf(2), []));
    await vi.waitFor(() => expect(states()).toEqual(['new', 'new', 'loading', 'have']));
  });

  test('say it also when the feed comes after the queue', async () => {
    const feed = [4, 3, 2, 1].map((number) => feedEpisode(number));
    const host = createHost(findEpisodesMachine, {
      input: { podcast: podcastOutline, feedUrl, have: [{ guid: 'guid-1', url: null }] },
      named: { toasts: null },
    });
    const read = host.ports.api.defer(readFeed);
    host.ports.api.answer(getDownloadQueue, queueOf(downloadOf(2), []));
    await vi.waitFor(() => expect(host.subject.getSnapshot().context.loading.size).toBe(1));
    read.resolve(feedOf(feed));
    await vi.waitFor(() => expect(host.subject.getSnapshot().context.rows).toHaveLength(feed.length));
    expect(host.subject.getSnapshot().context.rows.map(({ state }) => state)).toEqual([
      'new',
      'new',
      'loading',
      'have',
    ]);
  });

  test('are searched half a second after the last key', async () => {
    const { subject, shown, ports } = await open();
    subject.send({ type: 'findEpisodes.search', text: 'about' });
    ports.clock.advance(499);
    subject.send({ type: 'findEpisodes.search', text: 'about 3' });
    ports.clock.advance(499);
    expect(shown()).toHaveLength(4);
    ports.clock.advance(1);
    expect(shown()).toEqual([1]);
  });

  test('turn round by date', async () => {
    const { subject, shown } = await open();
    subject.send({ type: 'findEpisodes.turn' });
    expect(shown()).toEqual([3, 2, 1, 0]);
  });

  test('are picked one by one, as a range and together: only those that can be downloaded', async () => {
    const { subject, picked } = await open();
    subject.send({ type: 'findEpisodes.pick', key: 3, isOn: true });
    expect(picked()).toEqual([]);
    subject.send({ type: 'findEpisodes.pickRange', from: 3, to: 1 });
    expect([picked(), selectShare(subject.getSnapshot())]).toEqual([[1], 'some']);
    subject.send({ type: 'findEpisodes.pickAll', isOn: true });
    expect([picked(), selectShare(subject.getSnapshot())]).toEqual([[0, 1], 'all']);
    subject.send({ type: 'findEpisodes.pick', key: 0, isOn: false });
    expect(picked()).toEqual([1]);
    subject.send({ type: 'findEpisodes.pickAll', isOn: false });
    expect([picked(), selectShare(subject.getSnapshot())]).toEqual([[], 'none']);
  });

  test('are picked since a day', async () => {
    const { subject, picked } = await open();
    subject.send({ type: 'findEpisodes.setSince', day: '2024-01-04' });
    subject.send({ type: 'findEpisodes.pickSince' });
    expect(picked()).toEqual([0]);
  });

  test('one downloaded by another user meanwhile is not picked any more', async () => {
    const { subject, picked, states, shownStates } = await open();
    subject.send({ type: 'findEpisodes.pickAll', isOn: true });
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(3) });
    expect([states()[1], shownStates()[1], picked()]).toEqual(['loading', 'loading', [0]]);
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(3, { isFinished: true }) });
    expect([states()[1], shownStates()[1]]).toEqual(['have', 'have']);
  });

  test('one whose download failed can be downloaded again', async () => {
    const { subject, states } = await open();
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(2, { failed: true }) });
    expect(states()[2]).toBe('new');
  });

  test('ones queued or cleared elsewhere are requested', async () => {
    const { subject, ports } = await open();
    const requested = () => ports.api.inputsOf(getDownloadQueue).length;
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(3) });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(requested()).toBe(2));
    await vi.waitFor(() =>
      expect(subject.getSnapshot().children.queue?.getSnapshot().value).toEqual({ loaded: 'resting' }),
    );
    subject.send({ type: 'server.episodeDownload.queueCleared', libraryItemId: podcastOutline.id });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(requested()).toBe(3));
  });
});

describe('a download', () => {
  test('sends the picked ones as the feed has them, reports it and closes', async () => {
    const { subject, ports, receivedBy } = await open();
    subject.send({ type: 'findEpisodes.download' });
    expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true);
    subject.send({ type: 'findEpisodes.pickAll', isOn: true });
    subject.send({ type: 'findEpisodes.download' });
    await vi.waitFor(() => expect(subject.getSnapshot().output).toEqual({ queued: 2 }));
    expect(ports.api.inputsOf(downloadEpisodes)).toEqual([
      { id: podcastOutline.id, episodes: [feedEpisode(4), feedEpisode(3)] },
    ]);
    expect(receivedBy('toasts')).toMatchObject([
      { kind: 'success', message: { key: 'episodes.queued', values: { count: 2 } } },
    ]);
  });

  test('of more than a server takes goes in parts; what of it failed stays picked and can be sent again', async () => {
    const large = [1, 2, 3].map((number) => feedEpisode(number + 4, { description: 'x'.repeat(5_000_000) }));
    const { subject, ports, context, picked, receivedBy, shownStates } = await open(large);
    const error = { kind: 'server', status: 500, message: 'No' } as const;
    ports.api.answerOnce(downloadEpisodes, 'OK');
    ports.api.refuseOnce(downloadEpisodes, error);
    subject.send({ type: 'findEpisodes.pickAll', isOn: true });
    subject.send({ type: 'findEpisodes.download' });
    await vi.waitFor(() => expect(ports.api.inputsOf(downloadEpisodes)).toHaveLength(3));
    await vi.waitFor(() => expect(subject.getSnapshot().matches({ shown: 'resting' })).toBe(true));
    expect([context().sent, context().queued, context().failed, picked(), context().error]).toEqual([
      3,
      2,
      1,
      [1],
      error,
    ]);
    expect([receivedBy('toasts'), shownStates()]).toEqual([[], ['loading', 'new', 'loading']]);
    subject.send({ type: 'findEpisodes.download' });
    await vi.waitFor(() => expect(subject.getSnapshot().output).toEqual({ queued: 3 }));
    expect(ports.api.inputsOf(downloadEpisodes)).toHaveLength(4);
  });

  test('when left does nothing more', async () => {
    const large = [1, 2].map((number) => feedEpisode(number + 4, { description: 'x'.repeat(5_000_000) }));
    const { subject, ports } = await open(large);
    ports.api.defer(downloadEpisodes);
    subject.send({ type: 'findEpisodes.pickAll', isOn: true });
    subject.send({ type: 'findEpisodes.download' });
    subject.send({ type: 'findEpisodes.close' });
    await vi.waitFor(() => expect(ports.api.aborted).toEqual(['podcasts.downloadEpisodes']));
    expect(ports.api.inputsOf(downloadEpisodes)).toHaveLength(1);
  });
});

test('an unreadable feed says so, and is reloaded on request (ERR-053)', async () => {
  const { subject, ports } = createHost(findEpisodesMachine, {
    input: { podcast: podcastOutline, feedUrl, have: [] },
    named: { toasts: null },
  });
  ports.api.answer(getDownloadQueue, queueOf(null, []));
  const error = { kind: 'notFound', message: 'Podcast RSS feed request failed or invalid response data' } as const;
  ports.api.refuseOnce(readFeed, error);
  await vi.waitFor(() => expect(selectFindState(subject.getSnapshot())).toBe('failed'));
  expect(subject.getSnapshot().context.error).toEqual(error);
  ports.api.answer(readFeed, feedOf([]));
  subject.send({ type: 'findEpisodes.retry' });
  await vi.waitFor(() => expect(selectFindState(subject.getSnapshot())).toBe('empty'));
});
