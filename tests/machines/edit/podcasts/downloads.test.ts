import { describe, expect, test, vi } from 'vitest';
import {
  ofPodcast,
  waitingPodcasts,
  selectDownloadsState,
} from '../../../../src/machines/browse/episodes/downloads.logic.ts';
import { downloadsMachine } from '../../../../src/machines/browse/episodes/downloads.machine.ts';
import { clearDownloadQueue } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getDownloadQueue } from '../../../../src/services/endpoints/podcasts.ts';
import { podcastOutline } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { downloadOf, queueOf } from '../../../support/podcast-fixtures.ts';

const { id, libraryId, title } = podcastOutline;
const podcast = { libraryItemId: id, title, count: 2 };

function start() {
  const host = createHost(downloadsMachine, {
    input: { route: { name: 'libraryDownloadQueue', libraryId } },
    named: { modals: null, toasts: null },
  });
  const downloads = () => host.subject.getSnapshot().context.downloads;
  return {
    ...host,
    state: () => selectDownloadsState(host.subject.getSnapshot()),
    names: () => [downloads().current?.id ?? null, downloads().queue.map((one) => one.id)],
    requested: () => host.ports.api.inputsOf(getDownloadQueue).length,
  };
}

async function open(current = downloadOf(1), queue = [downloadOf(2), downloadOf(3)]) {
  const host = start();
  host.ports.api.answer(getDownloadQueue, queueOf(current, queue));
  await vi.waitFor(() => expect(host.state()).toBe('filled'));
  return host;
}

describe('the download queue', () => {
  test("is the server's list", async () => {
    const { names, ports } = await open();
    expect(names()).toEqual(['download-1', ['download-2', 'download-3']]);
    expect(ports.api.inputsOf(getDownloadQueue)).toEqual([{ libraryId }]);
  });

  test('follows the start and end of its downloads, and checks after each whether that is all', async () => {
    const { subject, names, ports, requested } = await open();
    subject.send({ type: 'server.episodeDownload.finished', download: downloadOf(1, { isFinished: true }) });
    expect(names()).toEqual([null, ['download-2', 'download-3']]);
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(2) });
    expect(names()).toEqual(['download-2', ['download-3']]);
    ports.api.answer(getDownloadQueue, queueOf(downloadOf(2), [downloadOf(3), downloadOf(4)]));
    ports.clock.advance(300);
    await vi.waitFor(() => expect(names()).toEqual(['download-2', ['download-3', 'download-4']]));
    expect(requested()).toBe(2);
  });

  test('requests queued ones, once for many', async () => {
    const { subject, ports, requested } = await open();
    for (const number of [4, 5, 6]) {
      subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(number) });
      ports.clock.advance(100);
    }
    expect(requested()).toBe(1);
    ports.clock.advance(200);
    await vi.waitFor(() => expect(requested()).toBe(2));
  });

  test.each([
    { type: 'server.episodeDownload.queued', download: downloadOf(2) },
    { type: 'server.episodeDownload.started', download: downloadOf(2) },
    { type: 'server.episodeDownload.finished', download: downloadOf(1) },
    { type: 'server.episodeDownload.queueCleared', libraryItemId: id },
  ] as const)('is requested after $type', async (event) => {
    const { subject, ports, requested } = await open();
    subject.send(event);
    expect(requested()).toBe(1);
    ports.clock.advance(300);
    await vi.waitFor(() => expect(requested()).toBe(2));
  });

  test.each(['queued', 'started', 'finished'] as const)(
    'is not requested after %s in another library',
    async (news) => {
      const { subject, ports, requested, names } = await open();
      const before = names();
      subject.send({ type: `server.episodeDownload.${news}`, download: downloadOf(1, { libraryId: 'another' }) });
      ports.clock.advance(300);
      expect([requested(), names()]).toEqual([1, before]);
    },
  );

  test('ignores other libraries', async () => {
    const { subject, names } = await open();
    subject.send({ type: 'server.episodeDownload.started', download: downloadOf(9, { libraryId: 'another' }) });
    expect(names()[0]).toBe('download-1');
  });

  test('is refetched after a lost connection, and when it could not be fetched', async () => {
    const { subject, state, ports } = start();
    ports.api.refuseOnce(getDownloadQueue, { kind: 'network' });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect(subject.getSnapshot().context.error).toEqual({ kind: 'network' });
    ports.api.answer(getDownloadQueue, queueOf(null, []));
    subject.send({ type: 'downloads.retry' });
    expect(state()).toBe('loading');
    await vi.waitFor(() => expect(state()).toBe('empty'));
    expect(subject.getSnapshot().context.error).toBe(null);
    ports.api.answer(getDownloadQueue, queueOf(downloadOf(1), []));
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(state()).toBe('filled'));
  });

  test('that could not be fetched is shown once a server event brings it', async () => {
    const { subject, state, names, ports } = start();
    ports.api.refuseOnce(getDownloadQueue, { kind: 'network' });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    ports.api.answer(getDownloadQueue, queueOf(downloadOf(1), [downloadOf(2)]));
    subject.send({ type: 'server.episodeDownload.queued', download: downloadOf(2) });
    ports.clock.advance(300);
    await vi.waitFor(() => expect(state()).toBe('filled'));
    expect(names()).toEqual(['download-1', ['download-2']]);
  });

  test('reports that its library is missing', async () => {
    const { subject, state, ports } = await open();
    ports.api.refuse(getDownloadQueue, { kind: 'notFound', message: '' });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() => expect(state()).toBe('failed'));
    expect(subject.getSnapshot().context.error).toEqual({ kind: 'notFound', message: '' });
  });

  test('that could not be refetched for the moment stays', async () => {
    const { subject, state, names, ports } = await open();
    ports.api.refuse(getDownloadQueue, { kind: 'network' });
    subject.send({ type: 'page.refresh', again: true });
    await vi.waitFor(() =>
      expect(subject.getSnapshot().children.queue?.getSnapshot().value).toEqual({ loaded: 'resting' }),
    );
    expect([state(), names()]).toEqual(['filled', ['download-1', ['download-2', 'download-3']]]);
  });
});

describe('the queue of a podcast', () => {
  test('is cleared after a confirmation, and refetched', async () => {
    const { subject, receivedBy, ports, requested } = await open();
    ports.api.answer(clearDownloadQueue, 'OK');
    subject.send({ type: 'downloads.clear', podcast });
    expect(receivedBy('modals')).toMatchObject([
      { modal: 'confirm', input: { tone: 'danger', message: { values: { title, count: 2 } } } },
    ]);
    subject.send(questionClosed(true));
    await vi.waitFor(() => expect(requested()).toBe(2));
    expect(ports.api.inputsOf(clearDownloadQueue)).toEqual([{ id }]);
  });

  test('stays without a yes', async () => {
    const { subject, ports } = await open();
    subject.send({ type: 'downloads.clear', podcast });
    subject.send(questionClosed(false));
    expect([subject.getSnapshot().matches({ shown: 'resting' }), ports.api.inputsOf(clearDownloadQueue)]).toEqual([
      true,
      [],
    ]);
  });

  test('that failed to be cleared says so', async () => {
    const { subject, receivedBy, ports } = await open();
    ports.api.refuse(clearDownloadQueue, { kind: 'network' });
    subject.send({ type: 'downloads.clear', podcast });
    subject.send(questionClosed(true));
    await vi.waitFor(() =>
      expect(receivedBy('toasts')).toMatchObject([
        { kind: 'error', message: { key: 'episodes.clearFailed' }, error: { kind: 'network' } },
      ]),
    );
    expect([subject.getSnapshot().matches({ shown: 'resting' }), subject.getSnapshot().hasTag('busy')]).toEqual([
      true,
      false,
    ]);
    expect(subject.getSnapshot().context.subject).toBe(null);
  });

  test('cleared elsewhere is empty here, and the running download continues', async () => {
    const { subject, names } = await open(downloadOf(1), [downloadOf(2), downloadOf(3, { libraryItemId: 'another' })]);
    subject.send({ type: 'server.episodeDownload.queueCleared', libraryItemId: id });
    expect(names()).toEqual(['download-1', ['download-3']]);
  });
});

test('the podcasts that wait are counted, in the order of the queue', () => {
  const other = { libraryItemId: 'b', podcastTitle: 'B' };
  expect(waitingPodcasts([downloadOf(1), downloadOf(2, other), downloadOf(3)])).toEqual([
    { libraryItemId: id, title, count: 2 },
    { libraryItemId: 'b', title: 'B', count: 1 },
  ]);
});

test('the downloads of one podcast are the same ones as long as all are', () => {
  const all = { current: downloadOf(1, { libraryItemId: 'b' }), queue: [downloadOf(2)] };
  const own = ofPodcast(id);
  expect(own(all)).toEqual({ current: null, queue: [downloadOf(2)] });
  expect(own(all)).toBe(own(all));
});
